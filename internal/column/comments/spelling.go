package comments

import (
	"bytes"

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

// speller reads and writes moves of lines.
type speller struct{ word []byte }

// find returns the legal move of a word, or noMove.
func (s *speller) find(word []byte, p *board.Position, how spelling) (m board.Move) {
	var err error
	if how == asUCI {
		m, err = notation.ParseUCI(string(word), p)
	} else {
		m, err = notation.ParseSAN(word, p)
	}
	if err != nil || m == noMove {
		return noMove
	}
	if s.word = appendMove(s.word[:0], p, m, how); !bytes.Equal(s.word, word) {
		return noMove
	}
	return m
}

// appendMove writes a move.
func appendMove(dst []byte, p *board.Position, m board.Move, how spelling) []byte {
	switch how {
	case asSAN:
		return notation.Standard.AppendSAN(dst, p, m)
	case asUCI:
		return notation.AppendUCI(dst, p, m, false)
	}
	k := p.At(m.From()).Kind()
	if k == board.King && p.At(m.To()).Kind() == board.Rook && p.At(m.To()).Color() == p.Turn {
		return notation.Standard.AppendSAN(dst, p, m)
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
		if !movegen.HasLegal(&after) {
			return append(dst, '#')
		}
		return append(dst, '+')
	}
	return dst
}
