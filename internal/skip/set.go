package skip

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// riceBits is the number of low bits of a difference that are written as they
// are: a set takes about riceBits + 1.6 bits a hash, and one hash in
// 2^riceBits that is not in it is said to be.
const riceBits = 8

// AppendSet appends a set of hashes, which it sorts and of which each counts
// once.
func AppendSet(dst []byte, hashes []uint64) []byte {
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	dst = binfmt.AppendUvarint(dst, uint64(len(hashes)))
	var acc uint64
	n, last := 0, uint64(0)
	put := func(v uint64, width int) {
		acc |= v << n
		n += width
		for ; n >= 8; n -= 8 {
			dst = append(dst, byte(acc))
			acc >>= 8
		}
	}
	for _, h := range hashes {
		v := place(h, uint64(len(hashes)))
		d := v - last
		last = v
		q := d >> riceBits
		for ; q >= 32; q -= 32 {
			put(1<<32-1, 32)
		}
		put(1<<q-1, int(q)+1)
		put(d&(1<<riceBits-1), riceBits)
	}
	if n > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// place is the number that a hash becomes in a set of count. It rises with h.
func place(h, count uint64) uint64 {
	hi, _ := bits.Mul64(h, count<<riceBits)
	return hi
}

// Holds reports whether the set in src may hold one of the hashes. False is
// certain. The error is ErrCorrupt for bytes that AppendSet did not write, as
// far as was read.
func Holds(src []byte, hashes ...uint64) (bool, error) {
	count, rest, err := binfmt.Uvarint(src)
	if err != nil || count > uint64(len(rest))*8/(riceBits+1) {
		return false, ErrCorrupt
	}
	if count == 0 || len(hashes) == 0 {
		return false, nil
	}
	want := make([]uint64, len(hashes))
	for i, h := range hashes {
		want[i] = place(h, count)
	}
	slices.Sort(want)
	r := bitReader{src: rest}
	at := uint64(0)
	for range count {
		at += r.rice()
		for at > want[0] {
			if want = want[1:]; len(want) == 0 {
				return false, nil
			}
		}
		if at == want[0] {
			return !r.short, r.err()
		}
	}
	return false, r.err()
}

// bitReader takes bits from the lowest of the first byte on. Behind the end
// come zeros, and short is set.
type bitReader struct {
	src   []byte
	acc   uint64
	n     int
	short bool
}

func (r *bitReader) err() error {
	if r.short {
		return ErrCorrupt
	}
	return nil
}

// fill makes at least 56 bits ready.
func (r *bitReader) fill() {
	for r.n <= 56 && len(r.src) > 0 {
		r.acc |= uint64(r.src[0]) << r.n
		r.src = r.src[1:]
		r.n += 8
	}
}

func (r *bitReader) drop(n int) {
	if n > r.n {
		r.short = true
		n = r.n
	}
	r.acc >>= n
	r.n -= n
}

// rice reads a difference.
func (r *bitReader) rice() uint64 {
	q := uint64(0)
	for {
		if r.n < 40 {
			r.fill()
		}
		ones := min(bits.TrailingZeros64(^r.acc), r.n)
		q += uint64(ones)
		r.drop(ones)
		if r.n > 0 && r.acc&1 == 0 || r.n == 0 && len(r.src) == 0 {
			break
		}
	}
	r.drop(1)
	if r.n < riceBits {
		r.fill()
	}
	v := q<<riceBits | r.acc&(1<<riceBits-1)
	r.drop(riceBits)
	return v
}
