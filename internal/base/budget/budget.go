// Package budget limits the memory and work of decoding, whatever the input claims.
// Everything that decodes a frame gets its Budget, and charges it before it takes
// memory or does work; input that exceeds it is damaged. A Budget also holds the
// context of the call, and checks it during the work: once the context is done, the
// Budget refuses everything.
package budget

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Memory is the limit in bytes of the decoded parts of one frame at a time, besides
// its stored bytes, its text and the tables of models. Frames of real files fit into
// it.
const Memory = 24 << 20

// Budget is the memory and work that are left. A nil Budget has no limit and no
// context. An encoder also has one, so that it writes nothing that a decoder would
// refuse.
type Budget struct {
	spent   bool
	stopped bool
	memory  int // bytes
	work    int // bytes of text left, or equivalent work
	left    int // units until the next check of the context
	since   int // units since the last pause
	ctx     context.Context
	watch   func(units int)
}

// LookEvery is the number of units of work between two checks of the context. A unit
// is a byte of text or equivalent work. One piece of work may be charged with more.
const LookEvery = 512

// The work of a half-move in the same units, and of a game besides its moves and
// comments.
const (
	FastPly    = 8
	LearnedPly = 64
	Game       = 64
)

// ErrStopped is returned once the context is done. It is not for users: the call that
// has the context returns the context's error.
var ErrStopped = corrupt.New("the context is done")

// New returns the Budget of a frame of input bytes. Its work is twice input, since
// escapes at most double a byte, plus a constant.
func New(input int) *Budget { return &Budget{memory: Memory, work: 2*input + leastWork} }

const leastWork = 64 << 10

// Until makes b refuse everything once ctx is done, and returns b. A nil ctx is
// never done.
func (b *Budget) Until(ctx context.Context) *Budget {
	if ctx != nil {
		b.ctx, b.left, b.watch = ctx, LookEvery, watchOf(ctx)
	}
	return b
}

// Step counts n units of work that are not limited. It returns false once the context
// is done: then the caller stops.
func (b *Budget) Step(n int) bool {
	if b == nil {
		return true
	}
	if b.left -= n; b.left > 0 {
		return !b.stopped
	}
	return b.look()
}

// look checks the context.
func (b *Budget) look() bool {
	if b.ctx == nil {
		b.left = math.MaxInt
		return true
	}
	if b.watch != nil {
		b.watch(LookEvery - b.left)
	}
	if runtime.GOOS == "js" {
		b.pause()
	}
	b.left = LookEvery
	b.stopped = b.stopped || b.ctx.Err() != nil
	return !b.stopped
}

// pauseEvery is the number of units of work between two pauses: about a twentieth of
// a second in a browser.
const pauseEvery = 128 << 10

// pause lets a web page handle events. In WebAssembly all goroutines share the page's
// one thread, and its events wait until all goroutines wait, so nothing else could
// end the context. A sleep of less than a millisecond ends before the events run.
func (b *Budget) pause() {
	if b.since += LookEvery - b.left; b.since >= pauseEvery {
		b.since = 0
		time.Sleep(time.Millisecond)
	}
}

// Look checks the context now, before a long piece of work.
func (b *Budget) Look() bool { return b == nil || b.look() }

// Stopped reports whether the context was done at the last check.
func (b *Budget) Stopped() bool { return b != nil && b.stopped }

// Hold charges n bytes of memory. The error is a *corrupt.Error.
func (b *Budget) Hold(n int) error { return b.HoldEach(n, 1) }

// HoldEach charges the memory of n items of size bytes each.
func (b *Budget) HoldEach(n, size int) error {
	if b == nil {
		return nil
	}
	if b.stopped {
		return ErrStopped
	}
	if n < 0 || n > b.memory/size {
		b.spent = true
		return corrupt.Newf("decoding should take at most %d MiB of memory, it takes more", Memory>>20)
	}
	b.memory -= n * size
	return nil
}

// Spent reports whether anything was refused because of a limit.
func (b *Budget) Spent() bool { return b != nil && b.spent }

// Release returns n bytes charged by Hold, once nothing refers to them.
func (b *Budget) Release(n int) {
	if b != nil {
		b.memory += n
	}
}

// Work charges the work to decode n bytes of text.
func (b *Budget) Work(n int) error {
	if err := b.Grant(n); err != nil {
		return err
	}
	if !b.Step(n) {
		return ErrStopped
	}
	return nil
}

// Grant is Work without Step: the caller counts the steps as it works.
func (b *Budget) Grant(n int) error {
	if b == nil {
		return nil
	}
	if n < 0 || n > b.work {
		b.spent = true
		return corrupt.New("the games should have no more in them than their frame's input has, they have")
	}
	b.work -= n
	return nil
}

// Text charges the memory and the work of a predicted text of n bytes; the caller
// counts the steps.
func (b *Budget) Text(n int) error { return corrupt.First(b.Hold(n), b.Grant(n)) }

// Left returns the bytes of memory that are left, 0 for a nil Budget.
func (b *Budget) Left() int {
	if b == nil {
		return 0
	}
	return b.memory
}

// Charge charges the difference between two states of another Budget.
func (b *Budget) Charge(before, after *Budget) {
	b.memory -= before.memory - after.memory
	b.work -= before.work - after.work
}

// Renew replaces the context of b by ctx, or by none if ctx is nil.
func (b *Budget) Renew(ctx context.Context) {
	b.ctx, b.watch, b.left, b.stopped = nil, nil, 0, false
	b.Until(ctx)
}
