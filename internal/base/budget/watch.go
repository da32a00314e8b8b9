package budget

import "context"

type watchKey struct{}

// Watch returns a context whose Budgets call f at each look, with the units of work
// since the look before, on the goroutine that works: for tests and measurements.
func Watch(ctx context.Context, f func(units int)) context.Context {
	return context.WithValue(ctx, watchKey{}, f)
}

// watchOf returns what Watch has put into a context, nil for nothing.
func watchOf(ctx context.Context) func(units int) {
	f, _ := ctx.Value(watchKey{}).(func(units int))
	return f
}
