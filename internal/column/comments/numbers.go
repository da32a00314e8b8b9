package comments

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// numbers codes the numbers and clocks of comments.
type numbers struct {
	coder      *contextmix.Coder
	model      *contextmix.Model
	fields     fields
	difference int64 // the last number minus its base
}

func (n *numbers) init(coder *contextmix.Coder, h *held, room *contextmix.Memory) {
	n.coder = coder
	n.model = room.New(coder, numberTable, numberSize, maxNumberCount)
	n.fields.init(h)
}

func (n *numbers) begin() { n.fields.game++ }

// code codes the number in a slot, which a reader appends to dst; before are the
// slots before it.
func (n *numbers) code(dst []byte, s *slot, before []slot, at *At) ([]byte, error) {
	f := n.fields.of(s)
	if err := n.format(f, s); err != nil {
		return dst, err
	}
	var b bases
	n.fields.bases(&b, f, before, at)
	base := b.value[b.used]
	d := n.codeDifference(s.value-base, f, &b, at)
	s.value = base + d
	n.difference = d
	n.fields.learn(f, &b, s.value, at)
	if n.coder.Writing() {
		return dst, nil
	}
	return f.format.append(dst, s.value/powers[f.places-f.format.places]), nil
}

// leastAgain is the least difference that is compared with the last one: larger
// numbers have digits that are not predicted.
const leastAgain = 96

// codeDifference codes the difference of a number from its base.
func (n *numbers) codeDifference(d int64, f *field, b *bases, at *At) int64 {
	own := &f.sides[at.Side]
	if own.game == n.fields.game && (own.difference >= leastAgain || own.difference <= -leastAgain) {
		again := n.model.Use(differenceAgain, f.number, uint32(b.used), f.again).Flag(d == own.difference)
		f.again = f.again << 1 & 0xff
		if again {
			f.again |= 1
			return own.difference
		}
	}
	n.use(f, b, at)
	return n.model.Signed(d)
}

// use sets the contexts of the difference of a number.
func (n *numbers) use(f *field, b *bases, at *At) {
	own, other := &f.sides[at.Side], &f.sides[1-at.Side]
	var ownDifference, otherDifference int64
	lastShort := uint32(1 << 8) // of an earlier game
	if own.game == n.fields.game {
		ownDifference, lastShort = own.difference, short(own.last)
	}
	if other.game == n.fields.game {
		otherDifference = other.difference
	}
	ply := uint32(min(at.Ply/4, 30))
	if f.format.parts > 1 {
		n.model.Use(clockDifference, f.number, uint32(b.used), uint32(f.format.parts),
			class(ownDifference), short(otherDifference), lastShort, at.Control, ply)
		return
	}
	n.model.Use(numberDifference, uint32(at.Side), f.number, uint32(b.used), at.Mark&63,
		class(ownDifference), class(otherDifference), class(own.last), uint32(other.last), at.Control, ply)
}

// format codes the format of a slot's number and scales its value to the field's
// places.
func (n *numbers) format(f *field, s *slot) error {
	want := f.format
	if n.coder.Writing() {
		want = s.format(f.format)
	}
	n.model.Use(formatUsual, f.number)
	if !n.model.Flag(f.format.known() && want == f.format) {
		n.model.Use(formatNew)
		got, ok := formatOf(n.model.Number(want.code()))
		if !ok {
			return corrupt.New("a number should be written in one of the known ways")
		}
		f.rewrite(got)
	} else if !f.format.known() {
		return corrupt.New("the first number of a field should say how it is written")
	}
	if n.coder.Writing() {
		s.value *= powers[int(f.places)-s.form.places]
	}
	return nil
}

// learn learns a number in a comment that was spelled out.
func (n *numbers) learn(s *slot, before []slot, at *At) {
	if !s.fits() {
		return
	}
	f := n.fields.of(s)
	f.rewrite(s.format(f.format))
	s.value *= powers[int(f.places)-s.form.places]
	var b bases
	n.fields.bases(&b, f, before, at)
	n.fields.learn(f, &b, s.value, at)
}

// class returns a coarse measure of v in 9 bits: its number of digits, the two
// digits below the highest, and its sign.
func class(v int64) uint32 {
	a := uint64(max(v, -v))
	n := min(bits.Len64(a), 63)
	k := uint32(n) << 2
	if n > 2 {
		k |= uint32(a>>(n-3)) & 3
	} else {
		k |= uint32(a) & 3
	}
	if v < 0 {
		k |= 1 << 8
	}
	return k
}

// short is class without its last bit, in 8 bits.
func short(v int64) uint32 { return class(v) >> 1 }
