// Package budget bounds what decoding may take, whatever the input claims. A
// Budget is handed down to everything that decodes a frame, and charged before
// memory is taken or work is done: what does not fit is damage. A Budget also knows
// the context of the call that works on the frame, and looks at it as work is
// done: once it is done, nothing more is granted.
package budget

import (
	"context"
	"math"
	"runtime"
	"time"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Memory is how many bytes what is decoded of one frame may hold at a time,
// beside its stored bytes, its text and the tables of models. Frames that hold
// what people and programs write fit into it.
const Memory = 24 << 20

// Budget is what may still be taken. A nil Budget has no limit, and no context. An
// encoder has one, too, so that it writes nothing that a decoder would refuse.
type Budget struct {
	spent   bool
	stopped bool
	memory  int // bytes
	work    int // bytes of text that are still to come, or what takes as long
	left    int // units until the next look at the context
	since   int // units since the last pause
	ctx     context.Context
	watch   func(units int)
}

// LookEvery is how many units of work, bytes of text or what takes as long, there
// are between two looks at the context; what takes more in one piece is charged
// with what it is.
const LookEvery = 512

// What a half-move takes, in the same units, and what a game takes beside its moves
// and comments.
const (
	FastPly    = 8
	LearnedPly = 64
	Game       = 64
)

// ErrStopped says that the context is done. It is not for users: who gave the
// context looks at it.
var ErrStopped = corrupt.New("the context is done")

// New returns the Budget of a frame that stands for so many bytes of input. Its
// work is twice that, and some for what is read whatever there is: what is read
// of a frame are parts of its input, and escapes double a byte at most.
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

// Step counts n units of work that need no leave. It reports whether to go on:
// false once the context is done.
func (b *Budget) Step(n int) bool {
	if b == nil {
		return true
	}
	if b.left -= n; b.left > 0 {
		return !b.stopped
	}
	return b.look()
}

// look looks at the context.
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

// pauseEvery is how many units of work there are between two pauses: about a twentieth
// of a second in a browser.
const pauseEvery = 128 << 10

// pause lets a page go on now and then: where Go is WebAssembly, all goroutines share
// the one thread of the page, events wait until all of them do, and nothing else could
// end the context. A sleep of less than a millisecond ends before they get their turn.
func (b *Budget) pause() {
	if b.since += LookEvery - b.left; b.since >= pauseEvery {
		b.since = 0
		time.Sleep(time.Millisecond)
	}
}

// Look is Step that looks at the context now: before work that takes long in one
// piece.
func (b *Budget) Look() bool { return b == nil || b.look() }

// Stopped reports whether the context was found to be done.
func (b *Budget) Stopped() bool { return b != nil && b.stopped }

// Hold takes n bytes of memory. The error is a *corrupt.Error.
func (b *Budget) Hold(n int) error { return b.HoldEach(n, 1) }

// HoldEach takes the memory of n things of size bytes each.
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

// Spent reports whether anything was refused for being too much.
func (b *Budget) Spent() bool { return b != nil && b.spent }

// Release gives back n bytes that were held, once nothing refers to them.
func (b *Budget) Release(n int) {
	if b != nil {
		b.memory += n
	}
}

// Work takes what n bytes of text take to decode.
func (b *Budget) Work(n int) error {
	if err := b.Grant(n); err != nil {
		return err
	}
	if !b.Step(n) {
		return ErrStopped
	}
	return nil
}

// Grant is Work whose steps are counted where it is done.
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

// Text takes the memory and the work of a text of n bytes that is predicted; the
// steps of that work are still to be counted.
func (b *Budget) Text(n int) error { return corrupt.First(b.Hold(n), b.Grant(n)) }

// Left returns how many bytes of memory may still be held.
func (b *Budget) Left() int { return b.memory }

// Charge takes what was taken between two states of another Budget.
func (b *Budget) Charge(before, after *Budget) {
	b.memory -= before.memory - after.memory
	b.work -= before.work - after.work
}

// Renew makes ctx, nil for none, the only one that b asks from now on.
func (b *Budget) Renew(ctx context.Context) {
	b.ctx, b.watch, b.left, b.stopped = nil, nil, 0, false
	b.Until(ctx)
}
