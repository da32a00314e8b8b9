package codec

import (
	"fmt"
	"reflect"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/internal/model/trailer"
	"github.com/chesszip/chesszip/piecelist"
)

// Explanation lists the bits that one scheme takes for a position, by part.
type Explanation struct {
	Scheme string `json:"scheme"` // the scheme's name
	Err    error  `json:"-"`      // why the scheme cannot hold the position, or nil
	Bits   int    `json:"bits"`   // all bits of the position, 0 if it cannot be held
	// Board is the number of bits for the board; the others are for turn, castling,
	// en passant and counters.
	Board int `json:"board"`
	// Parts are the parts of Bits, in the order of writing.
	Parts []Part `json:"parts"`
	// Others and Rights are other ways to write the board and the rights, for
	// comparison. The scheme does not use them, and Bits does not count them.
	Others []Part `json:"others"`
	Rights []Part `json:"rights"`
}

// Part is a number of bits and their purpose.
type Part struct {
	Name string `json:"name"`
	Bits int    `json:"bits"`
	Note string `json:"note"` // a few words more, or empty
}

// explainer returns the parts of a scheme's code of p, which takes the given number
// of bits.
type explainer func(p *board.Position, bits int) spending

// spending is the parts of a scheme's code of a position.
type spending struct {
	board   []Part
	marks   []Part          // bits of the rights before the trailer
	trailer trailer.Trailer // the rights after the board
	others  []Part          // as Explanation.Others
	whole   bool            // the board has the rights, too, and no trailer follows
}

// Explain returns the size of p in every scheme, in the order of Names. The
// selector's two bits are not counted.
func Explain(p *board.Position) []Explanation {
	var all []Explanation
	for _, s := range schemes() {
		all = append(all, s.of(p))
	}
	return all
}

// Explain returns the size of p in every scheme of the palette, in their order. A
// scheme that this package does not know is one part, or two if it is of WithTrailer.
// The selector's two bits are not counted; Best tells the scheme that is used.
func (s *Palette) Explain(p *board.Position) []Explanation {
	known := schemes()
	var all []Explanation
	for _, scheme := range s.schemes {
		e := entry{scheme, explainUnknown}
		if _, ok := scheme.(trailed); ok {
			e.explain = explainNumber("by a board scheme of the caller's")
		}
		for _, k := range known {
			if reflect.ValueOf(scheme).Comparable() && scheme == k.Scheme {
				e = k
			}
		}
		all = append(all, e.of(p))
	}
	return all
}

// of returns the size of p in a scheme.
func (s entry) of(p *board.Position) Explanation {
	e := Explanation{Scheme: s.Name()}
	if e.Bits, e.Err = s.BitLen(p); e.Err != nil {
		return e
	}
	spent := s.explain(p, e.Bits)
	for _, part := range spent.board {
		e.Board += part.Bits
	}
	e.Parts, e.Others = append(spent.board, spent.marks...), spent.others
	if !spent.whole {
		var note string
		note, e.Rights = trailerParts(p, spent.trailer)
		e.Parts = append(e.Parts, Part{"rights trailer", spent.trailer.BitLen(p), note})
	}
	return e
}

// explainUnknown explains a scheme of which only the size is known.
func explainUnknown(_ *board.Position, bits int) spending {
	return spending{board: []Part{{"position", bits, "board and rights"}}, whole: true}
}

func explainNibble(p *board.Position, _ int) spending {
	m, ok := marks(p)
	note, flag := "castling and en passant ride on its three spare codes", "0, they say it all"
	if !ok {
		note, flag = "without marks", "1, they cannot say these rights"
	}
	if ok && m != 0 {
		note = fmt.Sprintf("%d marked pieces: castling and en passant ride for free", m.Count())
	}
	return spending{board: []Part{{"board", nibbleBits, note}}, marks: []Part{{"marks", 1, flag}}, trailer: trailerAfter(ok)}
}

// explainNumber explains a board that is one number.
func explainNumber(note string) explainer {
	return func(p *board.Position, bits int) spending {
		return spending{board: []Part{{"board", bits - wholeTrailer.BitLen(p), note}}}
	}
}

func explainDiff(p *board.Position, _ int) spending {
	s := huffman.Diff{}.Stats(&p.Board)
	return spending{board: []Part{
		{"runs", s.RunBits, "where the board differs from the start position"},
		{"differences", s.DifferenceBits, fmt.Sprintf("%d squares differ, %d pieces on the board", s.Differences, p.Occupied().Count())},
	}}
}

// explainHuffman splits a Huffman board by kinds of piece.
func explainHuffman(t huffman.Board) explainer {
	return func(p *board.Position, _ int) (s spending) {
		code := t.Code()
		names := [...]string{"empty squares", "pawns", "knights", "bishops", "rooks", "queens", "kings"}
		for k, name := range names {
			n, bits := 0, 0
			for c := board.White; c <= board.Black; c++ {
				if k == 0 && c == board.Black {
					break
				}
				piece := board.PieceOf(c, board.Kind(k))
				count := p.Pieces(piece).Count()
				n, bits = n+count, bits+count*code.Len(int(piece))
			}
			if n > 0 {
				s.board = append(s.board, Part{name, bits, fmt.Sprintf("%d of them", n)})
			}
		}
		return s
	}
}

// explainPieceList splits a piece list by field, with the bits of the pawns in the
// other layouts.
func explainPieceList(p *board.Position, _ int) (e spending) {
	sides, _ := piecelist.Combinations.Sides(&p.Board)
	for c := board.White; c <= board.Black; c++ {
		s := sides[c]
		pieces := s.Pieces / 8
		e.board = append(e.board,
			Part{fmt.Sprintf("%v king", c), s.King, "its square"},
			Part{fmt.Sprintf("%v pawns", c), s.HasPawns + s.PawnCount + s.Pawns, fmt.Sprintf("any? %d, how many %d, where %d", s.HasPawns, s.PawnCount, s.Pawns)},
			Part{fmt.Sprintf("%v pieces", c), s.PieceCount + s.Pieces, fmt.Sprintf("how many %d, kind and square of %d", s.PieceCount, pieces)},
		)
	}
	for l := piecelist.Combinations; l <= piecelist.SkippingPicks; l++ {
		s, err := l.Sides(&p.Board)
		if err != nil {
			continue
		}
		white, black := s[board.White].Pawns, s[board.Black].Pawns
		note := fmt.Sprintf("white %d, black %d", white, black)
		if l == piecelist.Combinations {
			note += "; the one in use"
		}
		e.others = append(e.others, Part{"pawns as " + l.String(), white + black, note})
	}
	return e
}
