package codec

import (
	"errors"
	"io"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

func ownPalette(t *testing.T, id byte, names ...string) *Palette {
	t.Helper()
	var list []Scheme
	for _, name := range names {
		s, ok := ByName(name)
		require.True(t, ok, name)
		list = append(list, s)
	}
	s, err := NewPalette(id, "own", list...)
	require.NoError(t, err)
	return s
}

// TestNewPaletteRefuses checks what is no palette.
func TestNewPaletteRefuses(t *testing.T) {
	one, two := xorDiff, pieceList
	for _, c := range []struct {
		what    string
		id      byte
		name    string
		schemes []Scheme
	}{
		{"no id", 0, "own", []Scheme{one}},
		{"an id of later versions", 128, "own", []Scheme{one}},
		{"the learned palette of a caller", 0, "learned", []Scheme{one}},
		{"no schemes", 1, "own", nil},
		{"five schemes", 1, "own", []Scheme{one, two, nibble{}, numbered, huffmanClassic}},
		{"nil", 1, "own", []Scheme{one, nil}},
		{"one name twice", 1, "own", []Scheme{one, two, WithTrailer("xor-diff", kingless{})}},
		{"no name", 1, "", []Scheme{one}},
		{"a name of this library", 1, "default", []Scheme{one}},
		{"a scheme without a name", 1, "own", []Scheme{WithTrailer("", kingless{})}},
		{"a scheme's name with a line feed", 1, "own", []Scheme{WithTrailer("a\nb", kingless{})}},
	} {
		s, err := NewPalette(c.id, c.name, c.schemes...)
		if s != nil || err == nil {
			t.Errorf("%s: NewPalette(%d, %q) = %v, %v, want an error", c.what, c.id, c.name, s, err)
		}
	}
	_, err := new(Palette).AppendPosition(nil, new(board.Position))
	require.Error(t, err, "the zero palette")
}

// TestPalettesOfCallers checks that palettes of callers tell each other apart.
func TestPalettesOfCallers(t *testing.T) {
	p := board.Start()
	a, b := ownPalette(t, 1, "xor-diff", "huffman"), ownPalette(t, 2, "xor-diff", "huffman")
	swapped := ownPalette(t, 1, "xor-diff", "nibble")
	for _, write := range []func(dst []byte, p *board.Position) ([]byte, error){a.AppendPosition, a.AppendPositionChecked} {
		data, err := write(nil, &p)
		require.NoError(t, err)
		got, rest, err := a.DecodePosition(data)
		require.NoError(t, err)
		require.Equal(t, p, got)
		require.Empty(t, rest)
		_, _, err = b.DecodePosition(data)
		require.ErrorIs(t, err, ErrMethod)
		require.NotErrorIs(t, err, ErrCorrupt)
		require.ErrorContains(t, err, `position by palette 1, want palette 2, "own"`)
		_, _, err = a.DecodePosition(data[:len(data)-2])
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	}
	data, err := a.AppendPositionChecked(nil, &p)
	require.NoError(t, err)
	_, _, err = swapped.DecodePosition(data)
	require.ErrorIs(t, err, ErrCorrupt, "the same id, other schemes")
	_, _, err = a.DecodePosition([]byte{0x6f, 1, 0x80, 0})
	require.ErrorIs(t, err, ErrCorrupt, "scheme 2 of two")
}

// TestOurSchemes checks every scheme of this package as a caller's.
func TestOurSchemes(t *testing.T) {
	var list []board.Position
	for _, fen := range oddFENs {
		list = append(list, parse(t, fen))
	}
	for _, s := range schemes() {
		require.NoError(t, CheckScheme(s, list...))
	}
}

// kingless writes the number of pieces in 6 bits, and reads it in its own way.
type kingless struct {
	long, short, two bool
}

func (k kingless) BitLen(b *board.Board) (int, error) {
	if k.long {
		return 7, nil
	}
	if b.Occupied() != 0 {
		return 0, errors.New("not empty")
	}
	return 6, nil
}

func (k kingless) Write(w *bitio.Writer, b *board.Board) error {
	if k.long || b.Occupied() == 0 {
		w.TryWriteBits(0, 6)
		return w.TryError
	}
	return errors.New("not empty")
}

func (k kingless) Read(r *bitio.Reader) (board.Board, error) {
	if k.short {
		r.TryReadBits(5)
		return board.Board{}, r.TryError
	}
	if n := r.TryReadBits(6); n != 0 && !k.two {
		return board.Board{}, errors.New("not empty")
	}
	return board.Board{}, r.TryError
}

// TestCheckScheme checks that a scheme with a fault does not pass.
func TestCheckScheme(t *testing.T) {
	p := board.MustParseFEN("8/8/8/8/8/8/8/8 w - - 0 1")
	require.NoError(t, CheckScheme(WithTrailer("sound", kingless{}), p, board.Start()))
	for want, k := range map[string]kingless{
		"BitLen is 13, but Write writes 12 bits": {long: true},
		"Read reads":                             {short: true},
		"with bit 0 changed":                     {two: true},
	} {
		require.ErrorContains(t, CheckScheme(WithTrailer("faulty", k), p), want)
	}
}
