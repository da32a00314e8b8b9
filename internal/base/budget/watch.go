package budget

import "context"

type watchKey struct{}

// Watch returns a context whose Budgets call f at each check, with the units of work
// since the last one, on the working goroutine. It is for tests and measurements.
func Watch(ctx context.Context, f func(units int)) context.Context {
	return context.WithValue(ctx, watchKey{}, f)
}

// watchOf returns the function of Watch in a context, or nil.
func watchOf(ctx context.Context) func(units int) {
	f, _ := ctx.Value(watchKey{}).(func(units int))
	return f
}
