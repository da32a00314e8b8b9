package vectors_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
)

// randomPositions are positions of games, and boards with any pieces.
func randomPositions(t *testing.T) []board.Position {
	t.Helper()
	list := walks(t, 3000)
	r := numbers(5)
	for i := range 3000 {
		p := board.Position{FullmoveNumber: uint16(1 + r(60)), HalfmoveClock: uint16(r(4))}
		p.Put(board.Square(r(64)), board.WhiteKing)
		for p.Kind(board.King).Count() < 2 {
			if s := board.Square(r(64)); p.At(s) == board.Empty {
				p.Put(s, board.BlackKing)
			}
		}
		for range 1 + i%62*(1+i%3) {
			s, piece := board.Square(r(64)), board.PieceOf(board.Color(r(2)), board.Pawn+board.Kind(r(uint32(2+i%4))))
			if p.At(s) == board.Empty && (piece != board.WhitePawn && piece != board.BlackPawn || s >= 8 && s < 56) {
				p.Put(s, piece)
			}
		}
		// Explicit trailers, at least for the other schemes.
		if i%3 == 1 {
			p.HalfmoveClock = 300
		}
		for f := range 8 {
			if p.At(board.SquareAt(f, 3)) == board.WhitePawn && i%3 == 2 {
				p.Turn, p.HalfmoveClock, p.EnPassant = board.Black, 3, board.SquareAt(f, 2)
			}
		}
		list = append(list, p)
	}
	return list
}

// closeCalls are positions by palettes, coded by a second scheme that takes as many bits
// as the right one, or one more; they are refused.
func closeCalls(t *testing.T) (list []numberCase) {
	t.Helper()
	seen := map[string]int{}
	for i, p := range randomPositions(t) {
		for _, s := range []struct {
			name string
			s    *codec.Palette
		}{{"default", codec.Default()}, {"classic", codec.Classic()}, {"mixed", boardmodel.Palette()}} {
			if s.name == "mixed" && i >= 3000 && i%20 > 0 {
				continue // measuring takes long
			}
			best, n, err := s.s.Best(&p)
			require.NoError(t, err)
			for k, other := range s.s.Schemes() {
				m, err := other.BitLen(&p)
				over, clock := m+2-n, uint16(0)
				if i >= 3000 && p.HalfmoveClock > 2 {
					clock = p.HalfmoveClock // explicit
				}
				call := fmt.Sprintf("%s, %s before %s, %d bits over, clock %d", s.name, s.s.Schemes()[best].Name(), other.Name(), over, clock)
				if s.name == "mixed" && p.Castling != 0 {
					call += ", with rights"
				}
				if s.name == "mixed" && p.EnPassant != 0 {
					call += ", with an en passant square"
				}
				if err != nil || k == best || over > 1 || seen[call] == 5 {
					continue
				}
				seen[call]++
				b, err := s.s.AppendPosition(nil, &p)
				require.NoError(t, err)
				list = append(list, numberCase{fmt.Sprintf("random position %d, %s", i, call), s.name, b[1:]})
				list = append(list, numberCase{fmt.Sprintf("random position %d, %s, the other way", i, call), s.name, byScheme(t, k, other, &p)})
			}
		}
	}
	require.Greater(t, len(list), 100)
	return list
}

// byScheme returns a position in the k-th scheme of a palette.
func byScheme(t *testing.T, k int, s codec.Scheme, p *board.Position) []byte {
	t.Helper()
	var b bytes.Buffer
	w := bitio.NewWriter(&b)
	require.NoError(t, w.WriteBits(uint64(k), 2))
	require.NoError(t, s.Write(w, p))
	require.NoError(t, w.Close())
	return b.Bytes()
}

// margins are by how much a board exceeds the rules 1 and 2 of docs/spec/positions.md,
// 3.1; it has a number if neither is above 0.
func margins(p *board.Position) (one, two int) {
	two = -8 - (32 - p.Occupied().Count())
	opposed := 0
	for c := range board.Color(2) {
		n := p.Pieces(board.PieceOf(c, board.Pawn)).Count()
		for k := board.Knight; k <= board.Queen; k++ {
			most := 2
			if k == board.Queen {
				most = 1
			}
			n += max(p.Pieces(board.PieceOf(c, k)).Count()-most, 0)
		}
		one = max(one, n)
		two += n
	}
	for f := range 8 {
		below, above := 8, -1
		for r := range 8 {
			switch p.At(board.SquareAt(f, r)) {
			case board.WhitePawn:
				below = min(below, r)
			case board.BlackPawn:
				above = r
			}
		}
		if below < above {
			opposed++
		}
	}
	return one - 8, two - opposed
}

// crowded returns a board with about as many pieces as a numbered one may have.
func crowded(r func(uint32) uint32) board.Position {
	p := board.Position{FullmoveNumber: 30}
	put := func(piece board.Piece, n int) {
		for n > 0 {
			s := board.Square(r(64))
			switch {
			case piece.Kind() == board.Pawn && r(6) == 0:
				s = 8 + s%48
			case piece.Kind() == board.Pawn: // most pawns are opposed
				s = board.SquareAt(n%8, 1+int(r(3))+3*int(piece.Color()))
			}
			if p.At(s) == board.Empty {
				p.Put(s, piece)
				n--
			}
		}
	}
	for c := range board.Color(2) {
		promoted := int(r(4))
		put(board.PieceOf(c, board.Pawn), 8-promoted+int(r(8)/6))
		put(board.PieceOf(c, board.King), 1)
		put(board.PieceOf(c, board.Queen), 1)
		for k := board.Knight; k <= board.Rook; k++ {
			put(board.PieceOf(c, k), 2-int(r(5)/4))
		}
		put(board.PieceOf(c, board.Knight+board.Kind(r(4))), promoted)
	}
	return p
}

// numberedCalls are boards that have a number, or fail to have one by one pawn or one
// file, for which the number would be the shortest code.
func numberedCalls(t *testing.T) (list []numberCase) {
	t.Helper()
	r := numbers(152)
	seen := map[string]int{}
	s := codec.Default()
	for i := range 40000 {
		p := crowded(r)
		one, two := margins(&p)
		what := fmt.Sprintf("over by %d and %d", max(one, -1), max(two, -1))
		best, n, err := s.Best(&p)
		require.NoError(t, err)
		least := 2 + 152 + 1 + 1 + 6
		if max(one, two) > 1 || seen[what] == 12 || n < least && best != 3 {
			continue
		}
		seen[what]++
		b, err := s.AppendPosition(nil, &p)
		require.NoError(t, err)
		require.False(t, best == 3 && max(one, two) > 0)
		list = append(list, numberCase{fmt.Sprintf("crowded board %d, %s", i, what), "default", b[1:]})
	}
	require.Greater(t, len(seen), 5)
	return list
}

// written are codes that no writer makes, bit by bit.
func written(t *testing.T) (list []numberCase) {
	t.Helper()
	p := board.Start()
	b, err := alone("xor-diff").AppendPosition(nil, &p)
	require.NoError(t, err)
	begin := fmt.Sprintf("%08b", b[2])[:7] // two bits for the scheme, and the run to the end
	for _, c := range []struct{ name, bits string }{
		{"START", "0 1 1 1111"}, {"move number 65535", "0 1 0000000000000000 1 0000000000000000 1111"}, {"move number 65536", "0 1 0000000000000000 1 0000000000000001 1111"},
		{"move number 65537", "0 1 0000000000000000 1 0000000000000010 1111"}, {"seventeen zeros", "0 1 00000000000000000 1 00000000000000000 1111"}, {"a clock of 254", "0 00000001 1111111 1 1111"},
		{"a clock of 255 written out", "0 00000000 0000000011111111 0000000000000001 0001100000011000 000000"}, {"a clock of 254 written out", "0 00000000 0000000011111110 0000000000000001 0001100000011000 000000"},
		{"START written out", "0 00000000 0000000000000000 0000000000000001 0001100000011000 000000"}, {"rights of file h, written out", "0 00000000 0000000000000000 0000000000000001 0000000000000111 000000"},
		{"an en passant square without a pawn, written out", "0 00000000 0000000000000000 0000000000000001 0000000000000000 101000"}, {"an en passant square a1, written out", "0 00000000 0000000000000000 0000000000000001 0000000000000000 000001"},
	} {
		bits := begin + strings.ReplaceAll(c.bits, " ", "")
		bits += strings.Repeat("0", -len(bits)&7)
		n, ok := new(big.Int).SetString(bits, 2)
		require.True(t, ok)
		list = append(list, numberCase{"written bit by bit: " + c.name, "xor-diff", n.FillBytes(make([]byte, len(bits)/8))})
	}
	return list
}
