package budget

import "context"

type watchKey struct{}

// Watch returns a context whose Budgets call f at each check, with the units of work
// since the last one, on the working goroutine; after a function of an earlier Watch.
// It is for measurements and progress.
func Watch(ctx context.Context, f func(units int)) context.Context {
	if before := watchOf(ctx); before != nil {
		next := f
		f = func(units int) {
			before(units)
			next(units)
		}
	}
	return context.WithValue(ctx, watchKey{}, f)
}

// watchOf returns the function of Watch in a context, or nil.
func watchOf(ctx context.Context) func(units int) {
	f, _ := ctx.Value(watchKey{}).(func(units int))
	return f
}
