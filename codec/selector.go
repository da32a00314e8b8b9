package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Selector is a palette of four schemes. Two bits before each position select the
// scheme that stores it.
type Selector struct {
	Name    string
	Schemes [4]Scheme
	// Method is the first byte of each blob, by which other decoders refuse it. For
	// the caller's own palette it is 0, which means 0x6f.
	Method byte
}

// method returns the method of the palette's blobs.
func (s Selector) method() blob.Method {
	if s.Method == 0 {
		return blob.PositionOwnPalette
	}
	return blob.Method(s.Method)
}

// selectorBits is the number of bits that select the scheme.
const selectorBits = 2

// The named palettes. They do not change.
var (
	classicPalette = Selector{"classic", [4]Scheme{nibble{}, huffmanClassic, pieceList, xorDiff}, byte(blob.PositionClassic)}
	defaultPalette = Selector{"default", [4]Scheme{xorDiff, pieceList, huffmanClassic, numbered}, byte(blob.PositionDefault)}
)

// Classic returns the classic palette: nibble, Huffman, piece list, XOR-diff. A blob
// begins with the byte 0x62.
func Classic() Selector { return classicPalette }

// Default returns the palette that is shortest on the train positions: XOR-diff,
// piece list, Huffman, exact numbering. It holds every position. A blob begins with
// the byte 0x61.
func Default() Selector { return defaultPalette }

// Palettes returns the named palettes of this package.
func Palettes() []Selector { return []Selector{Classic(), Default()} }

// PaletteByName returns the palette of the given name; ok is false if there is none.
func PaletteByName(name string) (s Selector, ok bool) {
	for _, s := range Palettes() {
		if s.Name == name {
			return s, true
		}
	}
	return Selector{}, false
}

// Best returns the index of the first of the shortest schemes for p, and its number
// of bits with the selector's two. It does not encode p. It fails with the errors of
// the schemes if none holds p.
func (s Selector) Best(p *board.Position) (scheme, bits int, err error) {
	// The trailer is the same after all boards, so it is measured once.
	trailer := -1
	scheme = -1
	var errs []error
	for i, c := range s.Schemes {
		var n int
		var err error
		if t, ok := c.(trailed); ok {
			if trailer < 0 {
				trailer = wholeTrailer.BitLen(p)
			}
			if scheme >= 0 && t.least+trailer >= bits && t.least > 0 {
				continue // to measure it would take longer than all others
			}
			n, err = t.board.BitLen(&p.Board)
			n += trailer
		} else {
			n, err = c.BitLen(p)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.Name(), err))
		} else if scheme < 0 || n < bits {
			scheme, bits = i, n
		}
	}
	if scheme < 0 {
		return 0, 0, fmt.Errorf("codec: no scheme of the palette %q holds the position: %w", s.Name, errors.Join(errs...))
	}
	return scheme, bits + selectorBits, nil
}

// AppendPosition appends p by the shortest of the four schemes, in whole bytes, after
// one byte for the palette. It fails as Best does if none holds p.
func (s Selector) AppendPosition(dst []byte, p *board.Position) ([]byte, error) {
	return s.appendPosition(dst, p, false)
}

// AppendPositionChecked appends p as AppendPosition does, with a checksum of two
// bytes. DecodePosition detects altered bytes, except for one case in 65,536.
func (s Selector) AppendPositionChecked(dst []byte, p *board.Position) ([]byte, error) {
	return s.appendPosition(dst, p, true)
}

func (s Selector) appendPosition(dst []byte, p *board.Position, checked bool) ([]byte, error) {
	at := len(dst)
	out, err := s.appendBody(blob.Begin(dst, s.method(), checked), p)
	if err != nil {
		return dst, err
	}
	blob.Finish(out[at:], 0, p, nil)
	return out, nil
}

// DecodePosition reads a position of AppendPosition or AppendPositionChecked with the
// same palette, and returns the bytes after it. It fails with ErrCorrupt, which is an
// ErrMethod for a blob of another palette, or io.ErrUnexpectedEOF where src ends too
// early.
func (s Selector) DecodePosition(src []byte) (p board.Position, rest []byte, err error) {
	h, body, err := blob.Open(src, s.method())
	if err != nil {
		return p, src, asCorrupt(err)
	}
	if p, rest, err = s.decodeBody(body); err != nil {
		return p, src, err
	}
	if err := h.Verify(0, body[:len(body)-len(rest)], &p, nil); err != nil {
		return board.Position{}, src, asCorrupt(err)
	}
	return p, rest, nil
}

// appendBody appends p without a head.
func (s Selector) appendBody(dst []byte, p *board.Position) ([]byte, error) {
	i, _, err := s.Best(p)
	if err != nil {
		return dst, err
	}
	out := bytes.NewBuffer(dst)
	w := bitio.NewWriter(out)
	w.TryWriteBits(uint64(i), selectorBits)
	if err := s.Schemes[i].Write(w, p); err != nil {
		return dst, fmt.Errorf("codec: write position by %s: %w", s.Schemes[i].Name(), err)
	}
	if err := w.Close(); err != nil {
		return dst, fmt.Errorf("codec: write position: %w", err)
	}
	return out.Bytes(), nil
}

// decodeBody reads what appendBody wrote.
func (s Selector) decodeBody(src []byte) (p board.Position, rest []byte, err error) {
	in := bytes.NewReader(src)
	r := bitio.NewReader(in)
	i := r.TryReadBits(selectorBits)
	if r.TryError != nil {
		return p, src, fmt.Errorf("codec: read position: %w", io.ErrUnexpectedEOF)
	}
	p, err = s.Schemes[i].Read(r)
	n := len(src) - in.Len()
	if err != nil {
		err = fmt.Errorf("read position by %s: %w", s.Schemes[i].Name(), err)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return board.Position{}, src, fmt.Errorf("codec: %w", err)
		}
		return board.Position{}, src, &CorruptError{Bit: 8 * n, Err: err}
	}
	if free := r.Align(); src[n-1]&(1<<free-1) != 0 {
		return board.Position{}, src, corrupt(8*n, "bits after the position are not zero")
	}
	if best, _, err := s.Best(&p); err != nil || best != int(i) {
		return board.Position{}, src, corrupt(selectorBits, fmt.Sprintf("position is stored by %s, which is not its shortest scheme", s.Schemes[i].Name()))
	}
	return p, src[n:], nil
}
