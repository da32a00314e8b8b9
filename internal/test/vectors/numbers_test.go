package vectors_test

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const numbersHeading = `Numbers, and positions as numbers.
form     uvarint   SPEC.md, 3
         default   positions.md, 6: a position by the default palette, without first byte
         classic   the same by the classic palette
         learned   positions.md, 8: a position by the learned code, without first byte
         key       positions.md, 3
         fen       moves.md, 2: a position as tags have it; then the state is that of
                   positions.txt
bytes    hexadecimal, of fen as a text
gives    the number; of positions the FEN
refused  the class of refusal`

// form is one form of numbers.
type form struct {
	name string
	read func(b []byte) (lines []string, err error)
}

var errLeftOver = corrupt.New("bytes are left over")

var numberForms = []form{
	{"uvarint", func(b []byte) ([]string, error) {
		v, rest, err := binfmt.Uvarint(b)
		if err != nil {
			return nil, corrupt.New(err.Error())
		}
		if len(rest) > 0 {
			return nil, errLeftOver
		}
		return []string{fmt.Sprint(v)}, nil
	}},
	{"default", palette(codec.Default())},
	{"classic", palette(codec.Classic())},
	{"learned", func(b []byte) ([]string, error) {
		p, rest, err := boardmodel.V1.Decode(append([]byte{0x64}, b...))
		if err == nil && len(rest) > 0 {
			err = errLeftOver
		}
		return []string{p.String()}, err
	}},
	{"key", func(b []byte) ([]string, error) {
		var k codec.Key
		if err := k.UnmarshalBinary(b); err != nil {
			return nil, err
		}
		p, err := k.Position()
		return []string{p.String()}, err
	}},
	{"fen", func(b []byte) ([]string, error) {
		p, err := board.ParseFEN(string(b))
		if err != nil {
			return nil, corrupt.New(err.Error())
		}
		return []string{p.String() + " | " + state(&p)}, nil
	}},
}

func palette(s *codec.Palette) func(b []byte) ([]string, error) {
	return func(b []byte) ([]string, error) {
		p, rest, err := s.DecodePosition(append([]byte{s.Method()}, b...))
		if err == nil && len(rest) > 0 {
			err = errLeftOver
		}
		return []string{p.String()}, err
	}
}

// numberCase is bytes in a form.
type numberCase struct {
	name, form string
	bytes      []byte
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	require.NoError(t, err)
	return b
}

func uvarints(t *testing.T) (list []numberCase) {
	t.Helper()
	for _, v := range []uint64{0, 1, 127, 128, 255, 300, 16383, 16384, 1<<21 - 1, 1 << 21, 1<<32 - 1, 1 << 35, 1<<63 - 1, 1 << 63, math.MaxUint64} {
		list = append(list, numberCase{fmt.Sprintf("the number %d", v), "uvarint", binfmt.AppendUvarint(nil, v)})
	}
	for _, c := range []struct{ name, bytes string }{
		{"no number", ""}, {"a number that is cut off", "80"}, {"a needless zero", "8000"}, {"two needless zeros", "ff8000"},
		{"2^64", "80808080808080808002"}, {"eleven bytes", "8080808080808080808001"}, {"a byte behind a number", "0500"},
	} {
		list = append(list, numberCase{c.name, "uvarint", unhex(t, c.bytes)})
	}
	return list
}

func fens() (list []numberCase) {
	for i, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w  KQkq - ",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7",
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 65535 65535",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
		"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
		"4k3/8/8/8/8/8/4K3/R1R2R1R w CF - 0 1",
		"4k3/8/8/8/8/8/4K3/2R2R2 w KQ - 0 1",
		"4k3/8/8/8/8/8/4K3/2R2R2 w FC - 0 1",
		"4k3/8/8/8/8/8/8/2R1KR2 w KQ - 0 1",
		"4k3/8/8/8/8/8/8/1R1RK3 w KQ - 0 1",
		"8/8/8/8/8/8/8/R2KK2R w KQ - 0 1",
		"8/8/8/8/8/8/8/R2KK2R w AH - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0",
		"4k3/8/8/8/8/8/8/4K3 w -",
		"4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
		"4k3/8/8/8/8/8/8/4K3 w - - -1 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 00 01",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 more",
		"4k3/8/8/8/8/8/8 w - - 0 1",
		"4k3/9/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/71/8/8/8/8/8/4K3 w - - 0 1",
		"4k4/8/8/8/8/8/8/4K3 w - - 0 1",
		"4k2/8/8/8/8/8/8/4K3 w - - 0 1",
		"4x3/8/8/8/8/8/8/4K3 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w QQ - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w E - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w I - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w  - 0 1",
	} {
		list = append(list, numberCase{fmt.Sprintf("FEN %d", i+1), "fen", []byte(fen)})
	}
	return list
}

// palettePositions have each scheme, and the trailer's fields at their ends.
func palettePositions(t *testing.T) (list []numberCase) {
	t.Helper()
	at := append(walks(t, 24), fenPositions(t, oddPositions[:20]...)...)
	at = append(at, fenPositions(t, "8/8/8/8/8/8/8/8 w - - 0 1", "kkk5/8/8/8/8/8/8/K7 w - - 254 1", "4k3/8/8/8/8/8/8/4K3 w - - 255 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 0",
		"4k3/8/8/8/8/8/8/4K3 b - - 3 65535", "qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/RNQBK2R w KQ - 0 1")...)
	for i := range at {
		for _, s := range []struct {
			name string
			s    *codec.Palette
		}{{"default", codec.Default()}, {"classic", codec.Classic()}} {
			b, err := s.s.AppendPosition(nil, &at[i])
			require.NoError(t, err)
			list = append(list, numberCase{fmt.Sprintf("position %d, %s", i+1, s.name), s.name, b[1:]})
			if i%10 == 0 {
				list = append(list, numberCase{fmt.Sprintf("position %d, %s, a byte behind it", i+1, s.name), s.name, append(b[1:len(b):len(b)], 0)},
					numberCase{fmt.Sprintf("position %d, %s, without its last byte", i+1, s.name), s.name, b[1 : len(b)-1]})
			}
		}
		if i%3 == 0 {
			b, err := boardmodel.V1.Append(nil, &at[i])
			require.NoError(t, err)
			list = append(list, numberCase{fmt.Sprintf("position %d, learned", i+1), "learned", b[1:]})
		}
		e := gamestate.Essence(&at[i])
		if k, err := codec.KeyOf(&e); err == nil {
			list = append(list, numberCase{fmt.Sprintf("position %d, key", i+1), "key", k[:]})
		}
	}
	for _, p := range fenPositions(t, "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1") {
		n, err := basen.NumberOf(&p)
		require.NoError(t, err)
		k := n.Next().Bytes()
		list = append(list, numberCase{"a key with an en passant square on which no capture is legal", "key", k[:]})
	}
	for _, c := range []struct{ name, key string }{
		{"the zero key", strings.Repeat("00", 20)}, {"the key behind the last", strings.Repeat("ff", 20)},
		{"a key of 19 bytes", strings.Repeat("01", 19)}, {"a key of 21 bytes", strings.Repeat("01", 21)}, {"a key of no byte", ""},
	} {
		list = append(list, numberCase{c.name, "key", unhex(t, c.key)})
	}
	return list
}

func fenPositions(t *testing.T, list ...string) (positions []board.Position) {
	t.Helper()
	for _, fen := range list {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		positions = append(positions, p)
	}
	return positions
}

// TestNumbers checks vectors/layers/numbers.txt.
func TestNumbers(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range append(append(uvarints(t), fens()...), palettePositions(t)...) {
		var lines []string
		var err error
		for _, f := range numberForms {
			if f.name == c.form {
				lines, err = f.read(c.bytes)
			}
		}
		v := vectors.New("%s", c.name)
		v.Add("form", "%s", c.form)
		if c.form == "fen" {
			v.Add("bytes", "%s", vectors.Quote(c.bytes))
		} else {
			v.Add("bytes", "%x", c.bytes)
		}
		if err != nil {
			v.Add("refused", "%s", class(t, err))
		} else {
			for _, line := range lines {
				v.Add("gives", "%s", line)
			}
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/numbers.txt", vectors.File(numbersHeading, list))
}
