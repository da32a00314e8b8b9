package comments

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// spelling is the notation of the moves of a line.
type spelling uint8

const (
	asSAN  spelling = iota // Nf3, exd5, O-O
	asUCI                  // g1f3
	asLong                 // Ng1-f3, e4xd5
	numSpellings
)

// noMove is not a legal move.
const noMove = board.Move(0)

// speller reads and writes moves of lines. Its position is set by list.
type speller struct {
	legal []board.Move // of the position
	word  []byte
}

// list sets the position whose moves are read and written.
func (s *speller) list(p *board.Position) {
	s.legal = movegen.AppendLegal(s.legal[:0], p)
}

// find returns the legal move of a word and its index, or noMove.
func (s *speller) find(word []byte, p *board.Position, how spelling) (m board.Move, index int) {
	if how == asSAN {
		m, form, err := notation.Standard.ParseSAN(word, p, s.legal)
		if err != nil || form != 0 || m == noMove {
			return noMove, 0
		}
		return m, slices.Index(s.legal, m)
	}
	for i, m := range s.legal {
		if s.word = s.append(s.word[:0], p, m, how); bytes.Equal(s.word, word) {
			return m, i
		}
	}
	return noMove, 0
}

// isLegal reports whether a move is one of the position.
func (s *speller) isLegal(m board.Move) bool {
	return m != noMove && slices.Contains(s.legal, m)
}

// append writes a move.
func (s *speller) append(dst []byte, p *board.Position, m board.Move, how spelling) []byte {
	switch how {
	case asSAN:
		return notation.Standard.AppendSAN(dst, p, m, s.legal)
	case asUCI:
		return notation.AppendUCI(dst, p, m, false)
	}
	k := p.At(m.From()).Kind()
	if k == board.King && p.At(m.To()).Kind() == board.Rook && p.At(m.To()).Color() == p.Turn {
		return notation.Standard.AppendSAN(dst, p, m, s.legal)
	}
	if k != board.Pawn {
		dst = append(dst, " PNBRQK"[k])
	}
	dst = append(dst, m.From().String()...)
	between := byte('-')
	if p.At(m.To()) != 0 {
		between = 'x'
	}
	dst = append(append(dst, between), m.To().String()...)
	if q := m.Promotion(); q != 0 {
		dst = append(dst, '=', " PNBRQK"[q])
	}
	after := *p
	movegen.Make(&after, m)
	if movegen.InCheck(&after) {
		if movegen.CountLegal(&after) == 0 {
			return append(dst, '#')
		}
		return append(dst, '+')
	}
	return dst
}
