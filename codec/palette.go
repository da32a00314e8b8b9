package codec

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Palette is one to four schemes, of which each position takes the shortest: two bits
// before the position select it. NewPalette makes one of the caller's own. The zero
// Palette has no schemes and holds no position. Several goroutines may use a Palette
// at once.
type Palette struct {
	name    string
	schemes []Scheme
	method  blob.Method
	id      byte   // of a palette of the caller's, 0 for others
	salt    uint64 // of checksums: a hash of the names of a caller's schemes
	coders  sync.Pool
}

// maxSchemes is the number of schemes that the selector can tell apart.
const (
	selectorBits = 2
	maxSchemes   = 1 << selectorBits
)

// maxPaletteID is the largest id of a palette of the caller's; later versions may use
// the others.
const maxPaletteID = 127

// NewPalette returns a palette of one to four schemes of the caller's choice. Its
// blobs begin with 0x6f and the id, from 1 to 127, and a palette of another
// id refuses them with ErrMethod. The names of the schemes and their order count in
// the checksum of the checked form. So give each palette its own id, and a new one
// when a scheme changes. NewPalette fails for an id out of range, for no schemes or
// more than four, a nil scheme, and for a name that is used twice or is not 1 to 40
// lower-case letters, digits and hyphens.
func NewPalette(id byte, name string, schemes ...Scheme) (*Palette, error) {
	s := &Palette{name: name, schemes: slices.Clone(schemes), method: blob.PositionOwnPalette, id: id}
	fail := func(format string, args ...any) (*Palette, error) {
		return nil, fmt.Errorf("codec: palette %q: "+format, append([]any{name}, args...)...)
	}
	if len(schemes) == 0 || len(schemes) > maxSchemes {
		return fail("%d schemes, want 1 to %d", len(schemes), maxSchemes)
	}
	names := []string{"", classicPalette.name, defaultPalette.name, learnedName}
	if r, ok := schemes[0].(blob.Released); ok && id == 0 && name == learnedName {
		s.method, names = r.PaletteMethod(), names[:1]
	} else if id == 0 || id > maxPaletteID {
		return fail("id %d, want 1 to %d", id, maxPaletteID)
	}
	if !nameForm(name) || slices.Contains(names, name) {
		return fail("its name must be 1 to 40 lower-case letters, digits and hyphens, and not that of a palette of this library")
	}
	var said xxhash.Digest
	said.Reset()
	for i, scheme := range schemes {
		if scheme == nil {
			return fail("scheme %d is nil", i)
		}
		n := scheme.Name()
		if !nameForm(n) || slices.ContainsFunc(schemes[:i], func(other Scheme) bool { return other.Name() == n }) {
			return fail("scheme %d has the name %q, want 1 to 40 lower-case letters, digits and hyphens, and each name once", i, n)
		}
		_, _ = said.WriteString(n + "\n") // never fails
	}
	if id != 0 {
		s.salt = said.Sum64()
	}
	return s, nil
}

// nameForm reports whether a name has the form of palettes and schemes.
func nameForm(name string) bool {
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	return name != "" && len(name) <= 40 && !strings.ContainsFunc(name, other)
}

// The named palettes. They do not change.
var (
	classicPalette = Palette{name: "classic", schemes: []Scheme{nibble{}, huffmanClassic, pieceList, xorDiff}, method: blob.PositionClassic}
	defaultPalette = Palette{name: "default", schemes: []Scheme{xorDiff, pieceList, huffmanClassic, numbered}, method: blob.PositionDefault}
)

// learnedName is the name of boardmodel.Palette.
const learnedName = "learned"

// Classic returns the classic palette: nibble, Huffman, piece list, XOR-diff. A blob
// begins with the byte 0x62.
func Classic() *Palette { return &classicPalette }

// Default returns the palette that is shortest on the train positions: XOR-diff,
// piece list, Huffman, exact numbering. It holds every position. A blob begins with
// the byte 0x61.
func Default() *Palette { return &defaultPalette }

// Palettes returns the named palettes of this package.
func Palettes() []*Palette { return []*Palette{Classic(), Default()} }

// PaletteByName returns the palette of the given name; ok is false if there is none.
func PaletteByName(name string) (s *Palette, ok bool) {
	for _, s := range Palettes() {
		if s.name == name {
			return s, true
		}
	}
	return nil, false
}

// Name returns the name of the palette.
func (s *Palette) Name() string { return s.name }

// Method returns the first byte of the palette's plain blobs.
func (s *Palette) Method() byte { return byte(s.method) }

// Schemes returns the schemes of the palette, in the order of the selector.
func (s *Palette) Schemes() []Scheme { return slices.Clone(s.schemes) }

// Best returns the index of the first of the shortest schemes for p, and its number
// of bits with the selector's two. It does not encode p. It fails with the errors of
// the schemes if none holds p.
func (s *Palette) Best(p *board.Position) (scheme, bits int, err error) {
	// The trailer is the same after all boards, so it is measured once.
	trailer := -1
	scheme = -1
	for i, c := range s.schemes {
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
		if err == nil && (scheme < 0 || n < bits) {
			scheme, bits = i, n
		}
	}
	if scheme < 0 {
		var errs []error
		for _, c := range s.schemes {
			_, err := c.BitLen(p)
			errs = append(errs, fmt.Errorf("%s: %w", c.Name(), err))
		}
		return 0, 0, fmt.Errorf("codec: no scheme of the palette %q holds the position: %w", s.name, errors.Join(errs...))
	}
	return scheme, bits + selectorBits, nil
}

// AppendPosition appends p by the shortest of the schemes, in whole bytes, after one
// byte for the palette. It fails as Best does if none holds p.
func (s *Palette) AppendPosition(dst []byte, p *board.Position) ([]byte, error) {
	return s.appendPosition(dst, p, false)
}

// AppendPositionChecked appends p as AppendPosition does, with a checksum of two
// bytes. DecodePosition detects altered bytes, except for one case in 65,536.
func (s *Palette) AppendPositionChecked(dst []byte, p *board.Position) ([]byte, error) {
	return s.appendPosition(dst, p, true)
}

func (s *Palette) appendPosition(dst []byte, p *board.Position, checked bool) ([]byte, error) {
	at := len(dst)
	out := blob.Begin(dst, s.method, checked)
	if s.id != 0 {
		out = append(out, s.id)
	}
	out, err := s.appendBody(out, p)
	if err != nil {
		return dst, err
	}
	blob.Finish(out[at:], s.salt, p, nil)
	return out, nil
}

// DecodePosition reads a position of AppendPosition or AppendPositionChecked with the
// same palette, and returns the bytes after it. It fails with ErrMethod for a blob of
// another palette or scheme, with ErrCorrupt, or with io.ErrUnexpectedEOF where src
// ends too early.
func (s *Palette) DecodePosition(src []byte) (p board.Position, rest []byte, err error) {
	h, body, err := blob.Open(src, s.method)
	if err != nil {
		return p, src, headError(err)
	}
	code := body
	if s.id != 0 {
		if len(body) == 0 {
			return p, src, headError(io.ErrUnexpectedEOF)
		}
		if body[0] != s.id {
			return p, src, headError(fmt.Errorf("%w: a position by palette %d, want palette %d, %q", ErrMethod, body[0], s.id, s.name))
		}
		code = body[1:]
	}
	if p, rest, err = s.decodeBody(code); err != nil {
		return p, src, err
	}
	if err := h.Verify(s.salt, body[:len(body)-len(rest)], &p, nil); err != nil {
		return board.Position{}, src, headError(err)
	}
	return p, rest, nil
}

// coder is the bit stream of one position, kept for the next.
type coder struct {
	bytes []byte // what is written, or is still to be read
	p     board.Position
	game  gamestate.Game // of calls that code one
	w     *bitio.Writer
	r     *bitio.Reader
}

// coder returns a coder at the beginning of a byte.
func (s *Palette) coder() *coder {
	c, ok := s.coders.Get().(*coder)
	if !ok {
		c = new(coder)
		c.w, c.r = bitio.NewWriter(c), bitio.NewReader(c)
	}
	return c
}

// free keeps c for the next position, without its bytes.
func (s *Palette) free(c *coder) {
	c.bytes, c.game = nil, gamestate.Game{}
	_, _ = c.w.Align() // drops the bits of a position that failed
	c.r.Align()
	c.w.TryError, c.r.TryError, c.bytes = nil, nil, nil
	s.coders.Put(c)
}

// Write implements io.Writer.
func (c *coder) Write(b []byte) (int, error) {
	c.bytes = append(c.bytes, b...)
	return len(b), nil
}

// WriteByte implements io.ByteWriter.
func (c *coder) WriteByte(b byte) error {
	c.bytes = append(c.bytes, b)
	return nil
}

// Read implements io.Reader.
func (c *coder) Read(b []byte) (int, error) {
	if len(c.bytes) == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	n := copy(b, c.bytes)
	c.bytes = c.bytes[n:]
	return n, nil
}

// ReadByte implements io.ByteReader.
func (c *coder) ReadByte() (byte, error) {
	if len(c.bytes) == 0 {
		return 0, io.EOF
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return b, nil
}

// appendBody appends p without a head.
func (s *Palette) appendBody(dst []byte, p *board.Position) ([]byte, error) {
	c := s.coder()
	defer s.free(c)
	c.p = *p // so that the caller's position need not be on the heap
	i, _, err := s.Best(&c.p)
	if err != nil {
		return dst, err
	}
	c.bytes = dst
	c.w.TryWriteBits(uint64(i), selectorBits)
	if err := s.schemes[i].Write(c.w, &c.p); err != nil {
		return dst, fmt.Errorf("codec: write position by %s: %w", s.schemes[i].Name(), err)
	}
	if err := c.w.Close(); err != nil {
		return dst, fmt.Errorf("codec: write position: %w", err)
	}
	return c.bytes, nil
}

// decodeBody reads what appendBody wrote.
func (s *Palette) decodeBody(src []byte) (p board.Position, rest []byte, err error) {
	c := s.coder()
	defer s.free(c)
	c.bytes = src
	r := c.r
	i := int(r.TryReadBits(selectorBits))
	if r.TryError != nil {
		return p, src, fmt.Errorf("codec: read position: %w", io.ErrUnexpectedEOF)
	}
	if i >= len(s.schemes) {
		return p, src, corrupt(selectorBits, fmt.Sprintf("position is stored by scheme %d of a palette of %d", i, len(s.schemes)))
	}
	c.p, err = s.schemes[i].Read(r)
	n := len(src) - len(c.bytes)
	if err != nil {
		err = fmt.Errorf("read position by %s: %w", s.schemes[i].Name(), err)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return board.Position{}, src, fmt.Errorf("codec: read position by %s: %w", s.schemes[i].Name(), io.ErrUnexpectedEOF)
		}
		return board.Position{}, src, &CorruptError{Bit: 8 * n, Err: err}
	}
	if free := r.Align(); src[n-1]&(1<<free-1) != 0 {
		return board.Position{}, src, corrupt(8*n, "bits after the position are not zero")
	}
	if best, _, err := s.Best(&c.p); err != nil || best != i {
		return board.Position{}, src, corrupt(selectorBits, fmt.Sprintf("position is stored by %s, which is not its shortest scheme", s.schemes[i].Name()))
	}
	return c.p, src[n:], nil
}
