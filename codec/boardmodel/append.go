package boardmodel

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Append appends p in whole bytes, the first of them for the method. It fails only
// for a side to move or an en passant square that is out of range.
func (s *Scheme) Append(dst []byte, p *board.Position) ([]byte, error) {
	return s.append(dst, p, false)
}

// AppendChecked appends p as Append does, with a checksum of two bytes. Decode
// detects altered bytes, and a model other than the writer's, except for one case in
// 65,536.
func (s *Scheme) AppendChecked(dst []byte, p *board.Position) ([]byte, error) {
	return s.append(dst, p, true)
}

func (s *Scheme) append(dst []byte, p *board.Position, checked bool) ([]byte, error) {
	at, out := len(dst), blob.Begin(dst, s.method, checked)
	if s.method == blob.PositionOwn {
		out = append(out, byte(s.id()))
	}
	out, err := s.appendBody(out, p)
	if err != nil {
		return dst, err
	}
	if checked {
		blob.Finish(out[at:], s.id(), p, nil)
	}
	return out, nil
}

// Decode reads a position of Append or AppendChecked and returns the bytes after it.
// It fails with codec.ErrMethod for a blob of another scheme, palette or model, with
// codec.ErrCorrupt, or with io.ErrUnexpectedEOF where src ends too early.
func (s *Scheme) Decode(src []byte) (p board.Position, rest []byte, err error) {
	h, body, err := blob.Open(src, s.method)
	if err != nil {
		return p, src, headError(err)
	}
	code := body
	if s.method == blob.PositionOwn {
		if len(body) == 0 {
			return p, src, headError(io.ErrUnexpectedEOF)
		}
		if id := byte(s.id()); body[0] != id {
			return p, src, headError(fmt.Errorf("%w: the number of its model ends in %02x, that of this one in %02x", codec.ErrMethod, body[0], id))
		}
		code = body[1:]
	}
	if p, rest, err = s.decodeBody(code); err != nil {
		return p, src, err
	}
	if err := h.Verify(s.id(), body[:len(body)-len(rest)], &p, nil); err != nil {
		return board.Position{}, src, headError(err)
	}
	return p, rest, nil
}

// headError returns an error of a blob's head as an error of package codec.
func headError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, codec.ErrMethod) {
		return fmt.Errorf("boardmodel: read position: %w", err)
	}
	return &codec.CorruptError{Err: err}
}

// appendBody appends p without a head.
func (s *Scheme) appendBody(dst []byte, p *board.Position) ([]byte, error) {
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

// decodeBody reads what appendBody wrote.
func (s *Scheme) decodeBody(src []byte) (p board.Position, rest []byte, err error) {
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

// decodeOut reads a position that is written without the model.
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

// bitSource reads the bits of bytes, the highest of each first, and zeros after the
// end.
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
