package codec

import (
	"bytes"
	"fmt"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// CheckScheme checks the rules of a Scheme on positions, for a test of a scheme of
// your own. It returns an error that says what is wrong with which position:
//
//   - BitLen is the number of bits that Write writes, and both fail for the same
//     positions.
//   - Read gives the position back, and reads to its end and no further, whatever
//     bits follow.
//   - Read fails for a position that is cut off.
//   - A position has one code: what Read makes of a code with one bit changed, Write
//     writes as the same bits.
//
// It says no more than was tried, so give it positions of all kinds: few and many
// pieces, Chess960, en passant, counters from 0 to 65,535.
func CheckScheme(s Scheme, positions ...board.Position) error {
	for i := range positions {
		if err := checkScheme(s, &positions[i]); err != nil {
			return fmt.Errorf("codec: scheme %q, position %d, %v: %w", s.Name(), i, positions[i].String(), err)
		}
	}
	return nil
}

func checkScheme(s Scheme, p *board.Position) error {
	want, err := s.BitLen(p)
	code, n, err2 := schemeBits(s, p)
	if (err == nil) != (err2 == nil) {
		return fmt.Errorf("BitLen returns the error %v, Write %v", err, err2)
	}
	if err != nil {
		return nil
	}
	if n != want {
		return fmt.Errorf("BitLen is %d, but Write writes %d bits", want, n)
	}
	for _, after := range []byte{0, 0xff} {
		full := append(withBit(code, n, after != 0), bytes.Repeat([]byte{after}, 3)...)
		q, read, err := readScheme(s, full)
		if err != nil || q != *p || read != n {
			return fmt.Errorf("before bytes %#02x Read reads %d bits of %d, and gives %v, %v", after, read, n, q.String(), err)
		}
	}
	if n == 0 {
		return nil
	}
	// Less than the bytes that hold n bits is too little in any case.
	for size := range (n - 1) / 8 {
		if q, _, err := readScheme(s, code[:size]); err == nil {
			return fmt.Errorf("Read makes %v of %d bytes of %d bits", q.String(), size, n)
		}
	}
	for i := range n {
		other := append(bytes.Clone(code), make([]byte, 16)...)
		other[i/8] ^= 0x80 >> (i % 8)
		q, read, err := readScheme(s, other)
		if err != nil {
			continue
		}
		back, m, err := schemeBits(s, &q)
		if err != nil || m != read || !bytes.Equal(back, withBit(other[:(read+7)/8], read, false)) {
			return fmt.Errorf("with bit %d changed, Read makes %v of %d bits, which Write writes as %d other bits, %v", i, q.String(), read, m, err)
		}
	}
	return nil
}

// schemeBits returns the bits of p by a scheme, in bytes with zeros after them, and
// their number.
func schemeBits(s Scheme, p *board.Position) (code []byte, n int, err error) {
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	if err := s.Write(w, p); err != nil {
		return nil, 0, err
	}
	if w.TryError != nil {
		return nil, 0, w.TryError
	}
	free, _ := w.Align() // bytes.Buffer never fails
	return buf.Bytes(), 8*buf.Len() - int(free), nil
}

// readScheme reads a position from src, and returns the number of its bits.
func readScheme(s Scheme, src []byte) (p board.Position, n int, err error) {
	in := bytes.NewReader(src)
	r := bitio.NewReader(in)
	p, err = s.Read(r)
	if err == nil {
		err = r.TryError
	}
	return p, 8*(len(src)-in.Len()) - int(r.Align()), err
}

// withBit returns the n bits of code, and the rest of the last byte as one bit says.
func withBit(code []byte, n int, one bool) []byte {
	code = bytes.Clone(code)
	if n%8 != 0 {
		mask := byte(0xff) >> (n % 8)
		code[len(code)-1] &^= mask
		if one {
			code[len(code)-1] |= mask
		}
	}
	return code
}
