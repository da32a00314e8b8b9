package ctxio

// Panic carries a panic from the goroutine on which it happens to the one that waits
// for it, so that the caller of a library can recover from it. The zero Panic holds
// none.
type Panic struct{ value any }

// Catch, which is deferred, ends a panic and keeps its value.
func (p *Panic) Catch() {
	if v := recover(); v != nil {
		p.value = v
	}
}

// Caught reports whether there was a panic.
func (p *Panic) Caught() bool { return p.value != nil }

// Throw panics again if there was a panic.
func (p *Panic) Throw() {
	if p.value != nil {
		panic(p.value)
	}
}
