package vectors_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const codesHeading = `Positions, docs/spec/positions.md.
form     learned   8: by the learned code, without first byte
         mixed     6: by the palette learned, without first byte
         packed    7
bytes    hexadecimal
gives    the FEN
refused  the class of refusal (SPEC.md, 5)`

// codeForms are forms of positions in addition to numberForms.
var codeForms = []form{
	{"mixed", palette(boardmodel.Palette())},
	{"packed", func(b []byte) ([]string, error) {
		p, err := codec.DecodePacked(b)
		return []string{p.String()}, err
	}},
}

// codes are positions by the palette with the learned code, packed ones, and bytes that
// are not a code word.
func codes(t *testing.T) (list []numberCase) {
	t.Helper()
	add := func(name, form string, b []byte) { list = append(list, numberCase{name, form, b}) }
	at := append(walks(t, 6), fenPositions(t, "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 3 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 0",
		"2r1k1r1/8/8/8/8/8/8/1R2K1R1 b KQkq - 0 1", "kkk5/8/8/8/8/8/8/K7 b - - 254 1", "4k3/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/4K3 w - - 0 1",
		"4k3/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/4K3 b - - 0 1")...)
	for i := range at {
		s := boardmodel.Palette()
		b, err := s.AppendPosition(nil, &at[i])
		require.NoError(t, err)
		add(fmt.Sprintf("code %d, mixed", i+1), "mixed", b[1:])
		if b, err = boardmodel.V1.Append(nil, &at[i]); err == nil && i%2 == 0 {
			add(fmt.Sprintf("code %d, learned, without its last byte", i+1), "learned", b[1:len(b)-1])
			add(fmt.Sprintf("code %d, learned, a byte behind it", i+1), "learned", append(b[1:len(b):len(b)], 0))
			for bit := 8 * (len(b) - 1) % 7; bit < 8*(len(b)-1); bit += 29 {
				c := append([]byte(nil), b[1:]...)
				c[bit/8] ^= 128 >> (bit % 8)
				add(fmt.Sprintf("code %d, learned, bit %d flipped", i+1, bit), "learned", c)
			}
		}
	}
	for i, p := range append(at, fenPositions(t, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", "8/8/8/8/8/8/8/K7 b - - 0 1",
		board.Start().String())...) {
		if b, err := codec.AppendPacked(nil, &p); err == nil {
			add(fmt.Sprintf("code %d, packed", i+1), "packed", b)
		}
	}
	for _, c := range []struct{ name, bytes string }{
		{"needless zeros", "1000000000000010 ab 00000000"},
		{"a byte behind the variant", "1000000000000010 ab 00 00 00 01"},
		{"Chess960", "1000000000000010 ab 00 02 02"},
		{"a uvarint that is longer than it need be", "1000000000000010 ab 8100 02"},
		{"an odd ply", "1000000000000010 ab 00 03"},
		{"half a byte behind the last piece", "0000000000000010 1a"},
		{"pieces that are cut off", "1000000000000011 ab"},
		{"seven bytes", "10000000000000"},
		{"a clock of 65536", "1000000000000010 ab 808004"},
		{"a ply of 131070", "1000000000000010 ab 00 feff07"},
		{"a rook beside no king with a right", "0000000000000080 0d"},
		{"a white rook with a right on rank 2", "0000000000008010 da"},
		{"two rooks with rights on one side", "00000000000000d0 da0d"},
		{"a rook with a right where the king would be", "0000000000000010 0d"},
		{"a pawn that has jumped on rank 3", "0000000000100000 0c"},
		{"two pawns that have jumped", "0000000090000000 cc"},
		{"a pawn that has jumped to rank 5", "0000001000000000 0c"},
	} {
		add("packed, "+c.name, "packed", unhex(t, c.bytes))
	}
	return list
}

// codeVectors returns the vectors of cases in these forms, and how many of them are
// accepted.
func codeVectors(t *testing.T, forms []form, cases []numberCase) (list []*vectors.Vector, taken int) {
	t.Helper()
	for _, c := range cases {
		var lines []string
		var err error
		for _, f := range forms {
			if f.name == c.form {
				lines, err = f.read(c.bytes)
			}
		}
		v := vectors.New("%s", c.name)
		v.Add("form", "%s", c.form)
		v.Add("bytes", "%x", c.bytes)
		if err != nil {
			v.Add("refused", "%s", class(t, err))
		} else {
			taken++
			v.Add("gives", "%s", lines[0])
		}
		list = append(list, v)
	}
	return list, taken
}

// TestCodes checks vectors/layers/codes.txt.
func TestCodes(t *testing.T) {
	list, _ := codeVectors(t, append(codeForms, numberForms...), codes(t))
	golden.Equal(t, "../../../vectors/layers/codes.txt", vectors.File(codesHeading, list))
}
