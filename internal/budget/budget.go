// Package budget bounds what decoding may take, whatever the input claims. A
// Budget is handed down to everything that decodes a frame, and charged before
// memory is taken or work is done: what does not fit is damage.
package budget

import "github.com/chesszip/chesszip/internal/corrupt"

// Memory is how many bytes what is decoded of one frame may hold at a time,
// beside its stored bytes, its text and the tables of models. Frames that hold
// what people and programs write take a third of it.
const Memory = 24 << 20

// Budget is what may still be taken. A nil Budget has no limit. An encoder has
// one, too, so that it writes nothing that a decoder would refuse.
type Budget struct {
	spent  bool
	memory int // bytes
	work   int // bytes of text that are still to come, or what takes as long
}

// New returns the Budget of a frame that stands for so many bytes of input. Its
// work is twice that, and some for what is read whatever there is: what is read
// of a frame are parts of its input, and escapes double a byte at most.
func New(input int) *Budget { return &Budget{memory: Memory, work: 2*input + leastWork} }

const leastWork = 64 << 10

// Hold takes n bytes of memory. The error is a *corrupt.Error.
func (b *Budget) Hold(n int) error { return b.HoldEach(n, 1) }

// HoldEach takes the memory of n things of size bytes each.
func (b *Budget) HoldEach(n, size int) error {
	if b == nil {
		return nil
	}
	if n < 0 || n > b.memory/size {
		b.spent = true
		return corrupt.Newf("decoding should take at most %d MiB of memory, it takes more", Memory>>20)
	}
	b.memory -= n * size
	return nil
}

// Spent reports whether anything was refused.
func (b *Budget) Spent() bool { return b != nil && b.spent }

// Release gives back n bytes that were held, once nothing refers to them.
func (b *Budget) Release(n int) {
	if b != nil {
		b.memory += n
	}
}

// Work takes what n bytes of text take to decode.
func (b *Budget) Work(n int) error {
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

// Text takes the memory and the work of a text of n bytes that is predicted.
func (b *Budget) Text(n int) error { return corrupt.First(b.Hold(n), b.Work(n)) }

// Left returns how many bytes of memory may still be held.
func (b *Budget) Left() int { return b.memory }

// Charge takes what was taken between two states of another Budget.
func (b *Budget) Charge(before, after *Budget) {
	b.memory -= before.memory - after.memory
	b.work -= before.work - after.work
}
