package vectors_test

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

var schemesHeading = `More positions, docs/spec/positions.md, also by each scheme alone.
form     ` + strings.Join(schemeNames, ", ") + `
                   6: by a palette whose four schemes are all this one, without first byte
         default, classic, mixed, learned, key, packed
                   as in numbers.txt and codes.txt
bytes    hexadecimal
gives    the FEN
refused  the class of refusal (SPEC.md, 5)`

// schemeNames are all schemes except huffman-counted, which has the codes of huffman.
var schemeNames = slices.DeleteFunc(codec.Names(), func(name string) bool { return name == "huffman-counted" })

// aloneID is the id of the palettes of alone.
const aloneID = 1

// alone returns the palette of one scheme.
func alone(name string) *codec.Palette {
	s, _ := codec.ByName(name)
	alone, err := codec.NewPalette(aloneID, "alone-"+name, s)
	if err != nil {
		panic(err)
	}
	return alone
}

// schemeForms are the forms of schemes.txt.
func schemeForms() (list []form) {
	for _, name := range schemeNames {
		s := alone(name)
		list = append(list, form{name, func(b []byte) ([]string, error) {
			p, rest, err := s.DecodePosition(append([]byte{0x6f, aloneID}, b...))
			if err == nil && len(rest) > 0 {
				err = errLeftOver
			}
			return []string{p.String()}, err
		}})
	}
	return append(append(list, codeForms...), numberForms...)
}

// trailerPositions have counters, rights and en passant squares of each kind.
var trailerPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 1 3", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 2 4",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 65535", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 0", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 40",
	"rnbqkbnr/pppp1p1p/8/4p1p1/8/8/PPPPPPPP/RNBQKBNR w KQkq g6 0 3", "rnbqkbnr/pppp1p1p/8/4p1p1/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3", "rnbqkbnr/pppppppp/8/8/P1P1P1PP/8/1P1P1P2/RNBQKBNR b KQkq h3 0 9",
	"rnbqkbnr/8/8/pppppppp/8/8/8/RNBQKBNR w KQkq h6 0 9", "rnbqkbnr/8/8/pppppppp/8/8/8/RNBQKBNR w KQkq a6 0 9", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 1 2",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 49", "4k3/8/8/8/8/8/8/4K3 w - - 0 47", "4k3/8/8/8/8/8/8/4K3 b - - 15 92", "4k3/8/8/8/8/8/8/4K3 b - - 16 93", "4k3/8/8/8/8/8/8/4K3 b - - 254 94", "4k3/8/8/8/8/8/8/4K3 b - - 255 95",
	"8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 12 1", "8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 12 0", "8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 62 41", "8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 63 42", "8/5k2/3p4/8/1K1P4/8/8/6R1 b - - 64 200",
	"rrr1k1rr/pppppppp/8/8/8/8/PPPPPPPP/R1R1KRRR w HAha - 0 1", "rrr1k1rr/pppppppp/8/8/8/8/PPPPPPPP/R1R1KRRR w FCgc - 0 1", "rrr1k1rr/pppppppp/8/8/8/8/PPPPPPPP/R1R1KRRR b GAb - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K1R1 w GQkq - 0 1", "r3k2r/8/8/8/8/8/8/1R2K2R b Bq - 0 1", "rk5r/8/8/8/8/8/8/6KR w Hh - 3 30", "k6r/8/8/8/8/8/8/K6R w Hh - 3 30", "r6k/8/8/8/8/8/8/R6K b Aa - 3 30",
	"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/RK2K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 31", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 31", "4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 31", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 31", "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 31",
	"4k3/8/8/3p1p2/8/8/8/4K3 w - f6 0 31", "4k3/8/8/8/P6P/8/8/4K3 b - h3 0 31", "4k3/8/8/8/P6P/8/8/4K3 b - a3 0 31",
}

// boardPositions have boards at the limits of their schemes.
var boardPositions = []string{
	"qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1", "qqqqkqqq/qqqqqqqq/8/8/8/8/8/4K3 w - - 0 1", "qqqqkqqq/qqqqqqqq/q7/8/8/8/8/4K3 w - - 0 1", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
	"4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1", "4k3/7P/pppppppp/PPPPPPP1/8/8/8/4K3 b - - 0 1", "4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1",
	"kkk5/8/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/8 w - - 0 1", "pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP w - - 0 1",
	"kqrbnkqr/pppppppp/KQRBNKQR/PPPPPPPP/kqrbnkqr/pppppppp/KQRBNKQR/PPPPPPPP b - - 0 1", "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk w - - 0 1", "kqrbnqrn/KQRBNBNQ/8/8/8/8/kqrbnqrn/KQRBNBNQ w - - 0 1",
	"qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/RNQBK2R w KQ - 0 1", "qnbrqrnk/pppppppp/nbrqbnrq/q1nrbqnp/RQNBRpBQ/QRNBQNRB/PPPPPPPP/RNQBK2R w KQ - 0 1", "qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRPBQ/QRNBQ1RB/PPPPP1PP/RNQBK2R b KQ f3 0 1",
	"qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/R1QBKR1R w FQ - 0 1", "qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/R1QB1R1R w FQ - 0 1", "rnbrkrnr/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/R1QBKR1R b HAfd - 9 1",
	"rqqqkqqr/1ppppppp/8/8/8/8/1PPPPPPP/RQQQKQQR w KQkq - 0 60", "rqqqkqqr/2pppppp/8/8/8/8/2PPPPPP/RQQQKQQR w KQkq - 0 60", "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 60",
	"qrbnkq2/p1pppppp/8/8/8/8/P1PPPPPP/QRBNKQ2 w - - 0 60", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2p b - - 0 1", "nnnnkbbb/8/ppp5/8/5PPP/8/8/RRRRKQQQ w - - 0 60", "bbbbkbbb/8/pppp4/4PPPP/8/8/8/RRRRKRRR w - - 0 60",
}

// moreSchemes are the cases of schemes.txt that are positions.
func moreSchemes(t *testing.T) (list []numberCase) {
	t.Helper()
	add := func(name, form string, b []byte) { list = append(list, numberCase{name, form, b}) }
	at := append(fenPositions(t, trailerPositions...), fenPositions(t, boardPositions...)...)
	at = append(at, fenPositions(t, oddPositions[20:]...)...)
	// Rights of no file, with a rook where file 9 of rank 1 and of rank 8 would be.
	odd := fenPositions(t, "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	odd[0].Castling, odd[1].Castling, odd[2].EnPassant = 9, 0xfa9e, 1
	at = append(at, odd...)
	b, err := alone("nibble").AppendPosition(nil, &odd[0])
	require.NoError(t, err)
	add("rights of no file, nibble", "nibble", b[2:])
	for i, p := range walks(t, 224)[24:] {
		if i%4 == 0 {
			at = append(at, p)
		}
	}
	for i, fen := range []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 ", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 ",
		"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 ", "8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 12 "} {
		for n := range 12 {
			at = append(at, fenPositions(t, fen+strconv.Itoa(n*(1+i/4*8)))...)
		}
	}
	for i := range at {
		for k, name := range schemeNames {
			s := alone(name)
			// Later positions have two schemes each; the others are decoded alike.
			if i < 70 && name != "base13" && name != "variable" || (i+k)%7 == 0 || name == "huffman" && i%2 == 0 || name == "xor-diff" && i > 170 {
				if b, err := s.AppendPosition(nil, &at[i]); err == nil {
					add(fmt.Sprintf("position %d, %s", i+1, name), name, b[2:])
				}
			}
		}
		for _, s := range []struct {
			name string
			s    *codec.Palette
		}{{"default", codec.Default()}, {"classic", codec.Classic()}, {"mixed", boardmodel.Palette()}} {
			if i < 70 || (i+len(s.name))%3 == 0 {
				b, err := s.s.AppendPosition(nil, &at[i])
				require.NoError(t, err)
				add(fmt.Sprintf("position %d, %s", i+1, s.name), s.name, b[1:])
			}
		}
		if b, err := boardmodel.V1.Append(nil, &at[i]); err == nil {
			add(fmt.Sprintf("position %d, learned", i+1), "learned", b[1:])
		}
		if b, err := codec.AppendPacked(nil, &at[i]); err == nil && i%2 == 0 {
			add(fmt.Sprintf("position %d, packed", i+1), "packed", b)
		}
		e := gamestate.Essence(&at[i])
		if k, err := codec.KeyOf(&e); err == nil {
			add(fmt.Sprintf("position %d, key", i+1), "key", k[:])
		}
	}
	return list
}

// moreKeys are keys of numbers of each size, from the first and from the last.
func moreKeys(t *testing.T) (list []numberCase) {
	t.Helper()
	bound, ok := new(big.Int).SetString("9397911554460210677743466108859721835550091104", 10)
	require.True(t, ok)
	r := numbers(77)
	for bits := range 153 {
		for _, last := range []bool{false, true} {
			for range 12 {
				n := big.NewInt(1)
				for range bits {
					n.Lsh(n, 1).Add(n, big.NewInt(int64(r(2))))
				}
				if n.Cmp(bound) > 0 {
					continue
				}
				if last {
					n.Sub(bound, n).Add(n, big.NewInt(1))
				}
				var k codec.Key
				n.FillBytes(k[:])
				_, err := k.Position()
				if err == nil || bits == 40 {
					list = append(list, numberCase{fmt.Sprintf("a key of %d bits, from the last: %v", bits, last), "key", k[:]})
					break
				}
			}
		}
	}
	for i, d := range []int64{0, 1} {
		b := make([]byte, 20)
		new(big.Int).Add(bound, big.NewInt(d)).FillBytes(b)
		list = append(list, numberCase{[]string{"the last key", "the key behind it"}[i], "key", b})
	}
	return list
}

// flips are codes with each of their last bits flipped.
func flips(t *testing.T) (list []numberCase) {
	t.Helper()
	for i, c := range []struct {
		form, fen string
		bits      int
	}{
		{"xor-diff", board.Start().String(), 16}, {"xor-diff", "rnbqkbnr/pppp1p1p/8/4p1p1/8/8/PPPPPPPP/RNBQKBNR w KQkq g6 0 3", 24},
		{"piece-list", "4k1r1/8/8/8/8/8/8/R3K1R1 w GQk - 3 9", 90}, {"numbered", "r1r1k3/1ppppppp/8/8/8/8/PPPPPPP1/R3KR2 b Fc - 0 1", 40},
		{"piece-list", "r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300", 80}, {"nibble", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 9", 272}, {"nibble", "r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300", 80},
		{"variable", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 9", 40}, {"base13", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 9", 24}, {"huffman", "4k3/8/8/8/8/8/8/4K3 b - - 9 20", 90},
	} {
		p := fenPositions(t, c.fen)[0]
		s := alone(c.form)
		b, err := s.AppendPosition(nil, &p)
		require.NoError(t, err)
		b = b[2:]
		for bit := max(8*len(b)-c.bits, 0); bit < 8*len(b); bit++ {
			f := append([]byte(nil), b...)
			f[bit/8] ^= 128 >> (bit % 8)
			list = append(list, numberCase{fmt.Sprintf("code %d, %s, bit %d flipped", i+1, c.form, bit), c.form, f})
		}
	}
	for i, c := range []struct {
		form string
		bits uint
	}{{"base13", 237}, {"variable", 233}} {
		// The largest boards, and one more than the number of the last.
		p := fenPositions(t, "kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk w - - 0 1")[0]
		s := alone(c.form)
		b, err := s.AppendPosition(nil, &p)
		require.NoError(t, err)
		b = b[2:]
		list = append(list, numberCase{fmt.Sprintf("the last board, %d", i+1), c.form, b})
		n := new(big.Int).SetBytes(b)
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), 8*uint(len(b))-2-c.bits))
		list = append(list, numberCase{fmt.Sprintf("the board behind the last, %d", i+1), c.form, n.FillBytes(make([]byte, len(b)))})
	}
	for i, fen := range []string{"r3k2r/8/8/3pP3/8/8/8/R3K2R b Kq - 300 9", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"} {
		p := fenPositions(t, fen)[0]
		b, err := codec.AppendPacked(nil, &p)
		require.NoError(t, err)
		for bit := range 8 * len(b) {
			f := append([]byte(nil), b...)
			f[bit/8] ^= 128 >> (bit % 8)
			list = append(list, numberCase{fmt.Sprintf("packed %d, bit %d flipped", i+1, bit), "packed", f})
		}
	}
	for _, c := range []struct{ name, bytes string }{
		{"a clock of 65535", "1000000000000010 ab ffff03"}, {"a ply of 131069", "1000000000000010 ab 00 fdff07"}, {"variant 1", "1000000000000010 ab 00 00 01"}, {"variant 3", "1000000000000010 ab 00 00 03"},
		{"variant 4", "1000000000000010 ab 00 00 04"}, {"variant 255", "1000000000000010 ab 00 00 ff01"}, {"variant 256", "1000000000000010 ab 00 00 8002"}, {"a clock of ten bytes", "1000000000000010 ab 80808080808080808000 02"},
		{"a clock of eleven bytes", "1000000000000010 ab 8080808080808080808000 02"}, {"a clock of 2^63", "1000000000000010 ab 80808080808080808001"}, {"a variant of 2^64", "1000000000000010 ab 00 00 80808080808080808002"}, {"a clock that is cut off", "1000000000000010 ab 80"},
		{"no piece", "0000000000000000"}, {"a king without the other", "0000000000000010 0a"}, {"rights of all kinds", "9100000000000091 bdaddece"}, {"a black rook with a right on rank 7", "10a0000000000010 eabe"},
		{"rooks with rights beside no king", "8100000000000081 ddee"}, {"a pawn that has jumped on rank 6", "0000800000000000 0c"},
		{"two kings on a home rank", "0000000000000099 aadd"}, {"a king above the home rank", "0000000000001080 ad"},
	} {
		list = append(list, numberCase{"packed, " + c.name, "packed", unhex(t, c.bytes)})
	}
	return list
}

// TestSchemes checks vectors/layers/schemes.txt.
func TestSchemes(t *testing.T) {
	list, taken := codeVectors(t, schemeForms(), slices.Concat(moreSchemes(t), moreKeys(t), flips(t), closeCalls(t), numberedCalls(t), written(t)))
	require.Greater(t, taken, 900)
	require.Greater(t, len(list)-taken, 300)
	golden.Equal(t, "../../../vectors/layers/schemes.txt", vectors.File(schemesHeading, list))
}
