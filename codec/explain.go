package codec

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/piecelist"
)

// Explanation says how many bits one scheme spends on a position, and on what.
type Explanation struct {
	Scheme string // the scheme's name
	Err    error  // why the scheme cannot hold the position, nil if it can
	Bits   int    // all bits of the position, 0 if it cannot be held
	// Board is how many of them say where the pieces stand; the others are for the
	// rights: turn, castling, en passant and counters.
	Board int
	// Parts are what Bits is made of, in the order of writing.
	Parts []Part
	// Others and Rights are ways to write the board, or the rights, that the scheme
	// does not use, for comparison; their bits are not in Bits.
	Others, Rights []Part
}

// Part is a number of bits and what they are spent on.
type Part struct {
	Name string
	Bits int
	Note string // a few words more, or empty
}

// Explain returns what p costs by every scheme, in the order of Names. The
// selector's two bits are not part of a scheme.
func Explain(p *board.Position) []Explanation {
	var all []Explanation
	for _, name := range Names() {
		s, _ := ByName(name)
		e := Explanation{Scheme: name}
		if e.Bits, e.Err = s.BitLen(p); e.Err == nil {
			e.Parts, e.Others, e.Rights = parts(name, e.Bits, p)
			for _, part := range e.Parts[:len(e.Parts)-1] {
				if part.Name != marksPart {
					e.Board += part.Bits
				}
			}
		}
		all = append(all, e)
	}
	return all
}

// marksPart is the part of the rights that stands before the trailer.
const marksPart = "marks"

// parts returns what a scheme spends total bits on, the rights trailer last, and other
// ways to write board and rights.
func parts(name string, total int, p *board.Position) (parts, others, rights []Part) {
	b := &p.Board
	pieces := b.Occupied().Count()
	switch name {
	case "nibble":
		m, ok := marks(p)
		note, flag := "castling and en passant ride on its three spare codes", "0, they say it all"
		if !ok {
			note, flag = "without marks", "1, they cannot say these rights"
		}
		if ok && m != 0 {
			note = fmt.Sprintf("%d marked pieces: castling and en passant ride for free", m.Count())
		}
		parts = []Part{{"board", nibbleBits, note}, {marksPart, 1, flag}}
	case "base13":
		parts = []Part{{"board", total - wholeTrailer.BitLen(p), "one integer below 13^64"}}
	case "variable":
		parts = []Part{{"board", total - wholeTrailer.BitLen(p), "one integer below 11^16 * 13^48"}}
	case "numbered":
		parts = []Part{{"board", numberedBits, "its number among all boards with feasible promotions"}}
	case "huffman":
		parts = huffmanParts(b, huffman.Classic)
	case "huffman-counted":
		parts = huffmanParts(b, huffman.Counted)
	case "xor-diff":
		s := huffman.Diff{}.Stats(b)
		parts = []Part{
			{"runs", s.RunBits, "where the board differs from the start position"},
			{"differences", s.DifferenceBits, fmt.Sprintf("%d squares differ, %d pieces on the board", s.Differences, pieces)},
		}
	case "piece-list":
		parts, others = pieceListParts(b)
	}
	spent := 0
	for _, part := range parts {
		spent += part.Bits
	}
	_, ok := marks(p)
	trailer, ways := trailerParts(p, trailerAfter(name == "nibble" && ok))
	rest := Part{"rights trailer", total - spent, trailer}
	return append(parts, rest), others, ways
}

// huffmanParts splits a Huffman board by kinds of piece.
func huffmanParts(b *board.Board, t huffman.Board) (parts []Part) {
	code := t.Code()
	names := [...]string{"empty squares", "pawns", "knights", "bishops", "rooks", "queens", "kings"}
	for k, name := range names {
		n, bits := 0, 0
		for c := board.White; c <= board.Black; c++ {
			if k == 0 && c == board.Black {
				break
			}
			p := board.PieceOf(c, board.Kind(k))
			count := b.Pieces(p).Count()
			n, bits = n+count, bits+count*code.Len(int(p))
		}
		if n > 0 {
			parts = append(parts, Part{name, bits, fmt.Sprintf("%d of them", n)})
		}
	}
	return parts
}

// pieceListParts splits a piece list by field, and gives what the pawns would
// cost in the other layouts.
func pieceListParts(b *board.Board) (parts, others []Part) {
	sides, err := piecelist.Combinations.Sides(b)
	if err != nil {
		return nil, nil
	}
	for c := board.White; c <= board.Black; c++ {
		s := sides[c]
		pieces := s.Pieces / 8
		parts = append(parts,
			Part{fmt.Sprintf("%v king", c), s.King, "its square"},
			Part{fmt.Sprintf("%v pawns", c), s.HasPawns + s.PawnCount + s.Pawns, fmt.Sprintf("any? %d, how many %d, where %d", s.HasPawns, s.PawnCount, s.Pawns)},
			Part{fmt.Sprintf("%v pieces", c), s.PieceCount + s.Pieces, fmt.Sprintf("how many %d, kind and square of %d", s.PieceCount, pieces)},
		)
	}
	for l := piecelist.Combinations; l <= piecelist.SkippingPicks; l++ {
		s, err := l.Sides(b)
		if err != nil {
			continue
		}
		white, black := s[board.White].Pawns, s[board.Black].Pawns
		note := fmt.Sprintf("white %d, black %d", white, black)
		if l == piecelist.Combinations {
			note += "; the one in use"
		}
		others = append(others, Part{"pawns as " + l.String(), white + black, note})
	}
	return parts, others
}
