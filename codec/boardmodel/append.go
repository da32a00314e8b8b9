package boardmodel

import (
	"bytes"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// Append appends p in whole bytes. It fails only for a side to move or an en
// passant square that is not on the board.
func (s *Scheme) Append(dst []byte, p *board.Position) ([]byte, error) {
	if err := check(p); err != nil {
		return dst, err
	}
	w := s.get()
	defer s.pool.Put(w)
	if w.encode(p) {
		word, _ := w.e.Finish()
		return append(dst, word...), nil
	}
	var buf bytes.Buffer
	out := bitio.NewWriter(&buf)
	if err := writeOut(out, p); err != nil {
		return dst, err
	}
	if err := out.Close(); err != nil {
		return dst, err
	}
	return append(dst, buf.Bytes()...), nil
}

// Decode reads a position that Append wrote and returns the bytes after it. It
// fails with codec.ErrCorrupt, or io.ErrUnexpectedEOF where src ends too early.
func (s *Scheme) Decode(src []byte) (p board.Position, rest []byte, err error) {
	w := s.get()
	defer s.pool.Put(w)
	w.b = bitSource{src: src}
	defer func() { w.b.src = nil }()
	w.d.Reset(&w.b)
	if w.d.Code(form, 0) != 0 && w.b.bit <= 8*len(src) {
		return w.decodeOut(src)
	}
	p, ok := w.decode()
	size := (w.b.bit + 7) / 8
	if size > len(src) {
		return board.Position{}, src, fmt.Errorf("boardmodel: read position: %w", io.ErrUnexpectedEOF)
	}
	if !ok {
		return board.Position{}, src, corrupt(w.b.bit, "not the code that this position has")
	}
	if size > 0 && src[size-1]&(1<<(8*size-w.b.bit)-1) != 0 {
		return board.Position{}, src, corrupt(w.b.bit, "bits after the position are not zero")
	}
	return p, src[size:], nil
}

// decodeOut reads a position that is written out.
func (w *work) decodeOut(src []byte) (p board.Position, rest []byte, err error) {
	in := bytes.NewReader(src)
	r := bitio.NewReader(in)
	r.TryReadBits(escapeBits)
	if p, err = w.readOut(r); err != nil {
		return board.Position{}, src, err
	}
	rest = src[len(src)-in.Len():]
	if free := r.Align(); src[len(src)-len(rest)-1]&(1<<free-1) != 0 {
		return board.Position{}, src, corrupt(8*(len(src)-len(rest)), "bits after the position are not zero")
	}
	return p, rest, nil
}

// bitSource gives the bits of bytes, the highest of each first, and zeros after
// the end.
type bitSource struct {
	src []byte
	bit int
}

// TryReadBool implements codeword.Source.
func (b *bitSource) TryReadBool() bool {
	i := b.bit >> 3
	one := i < len(b.src) && b.src[i]<<(b.bit&7)&128 != 0
	b.bit++
	return one
}
