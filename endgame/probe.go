package endgame

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// source returns the values of positions with White to move. Other values follow from
// these: Black's distance by looking one half-move ahead, a best move of White by
// two.
type source interface {
	// value returns the byte of a Table for a possible placement of e with
	// White to move: 1 + the half-moves to mate, or unknown if drawn.
	value(e ending, p placement) (uint8, error)
}

// whiteValue returns the value of a placement with White to move.
func whiteValue(src source, e ending, p placement) (uint8, error) {
	if e.dead() {
		return unknown, nil
	}
	return src.value(e, p)
}

// blackValue returns the value of a placement with Black to move. It stops and
// returns unknown as soon as the value cannot be in 1 to most.
func blackValue(src source, e ending, p placement, most uint8) (uint8, error) {
	attacked := e.attacked(p)
	steps := bitboard.KingAttacks(p.black) &^ attacked
	if steps == 0 && !attacked.Has(p.black) {
		return unknown, nil // stalemate
	}
	var worst uint8 // of the replies; 0 if there are none
	for ; steps != 0; steps = steps.WithoutFirst() {
		left, next := e.after(p, steps.First())
		v, err := whiteValue(src, left, next)
		if err != nil || v == unknown || v >= most {
			return unknown, err
		}
		worst = max(worst, v)
	}
	return worst + 1, nil
}

// after returns the ending and the placement after Black's king moved to sq, perhaps
// with a capture.
func (e ending) after(p placement, sq board.Square) (ending, placement) {
	p.black = sq
	for i := range e.count {
		if p.pieces[i] == sq {
			return e.without(i, p)
		}
	}
	return e, p
}

// played returns the ending and the placement after the legal move m of the side with
// the pieces.
func (s *setup) played(m board.Move) (ending, placement) {
	from, to := s.square(m.From()), s.square(m.To())
	if from == s.white {
		return s.ending, s.move(s.placement, s.count, to)
	}
	for i := range s.count {
		if s.pieces[i] != from {
			continue
		}
		if k := m.Promotion(); k != board.NoKind {
			return s.promoted(i, k, to, s.placement)
		}
		return s.ending, s.move(s.placement, i, to)
	}
	return s.ending, s.placement
}

// anyValue is above every value of blackValue.
const anyValue = impossible

// value returns the value of the setup with p's side to move.
func (s *setup) value(src source, p *board.Position) (uint8, error) {
	if p.Turn == s.strong {
		return whiteValue(src, s.ending, s.placement)
	}
	return blackValue(src, s.ending, s.placement, anyValue)
}

// outcome converts a value into an Outcome for the side to move, without Late.
func outcome(value uint8, strong bool) Outcome {
	switch {
	case value == unknown:
		return Outcome{}
	case strong:
		return Outcome{Result: Won, Plies: int(value) - 1}
	}
	return Outcome{Result: Lost, Plies: int(value) - 1}
}

func probe(src source, p *board.Position) (Outcome, error) {
	s, err := newSetup(p)
	if err != nil {
		return Outcome{}, err
	}
	v, err := s.value(src, p)
	if err != nil {
		return Outcome{}, err
	}
	o := outcome(v, p.Turn == s.strong)
	o.Late, err = late(src, p, o)
	return o, err
}

func best(src source, p *board.Position) (board.Move, Outcome, error) {
	o, err := probe(src, p)
	if err != nil {
		return board.NullMove, o, err
	}
	m, err := bestMove(src, p)
	return m, o, err
}

// fiftyMoves is the half-move clock at which a player can claim a draw.
const fiftyMoves = 100

// late reports whether the clock reaches fiftyMoves on the line of best moves before
// mate. The hundredth half-move may be the mate itself. A capture or a pawn's move
// resets the clock, and after that no ending of two pieces is long enough.
func late(src source, p *board.Position, o Outcome) (bool, error) {
	if int(p.HalfmoveClock)+o.Plies <= fiftyMoves || o.Plies == 0 {
		return false, nil
	}
	for q := *p; q.HalfmoveClock < fiftyMoves; {
		m, err := bestMove(src, &q)
		if err != nil {
			return false, err
		}
		movegen.Make(&q, m)
		if q.HalfmoveClock == 0 {
			return false, nil
		}
	}
	return true, nil
}

// bestMove returns the first of the best moves of p in the order of movegen,
// or board.NullMove if there is no legal move.
func bestMove(src source, p *board.Position) (board.Move, error) {
	s, err := newSetup(p)
	if err != nil {
		return board.NullMove, err
	}
	var buf [64]board.Move
	legal := movegen.AppendLegal(buf[:0], p)
	if p.Turn != s.strong {
		return s.bestReply(src, legal)
	}
	v, err := whiteValue(src, s.ending, s.placement)
	if err != nil {
		return board.NullMove, err
	}
	for _, m := range legal {
		e, next := s.played(m)
		// A winning move leads to v - 1, and no move to less, so the first reply that
		// delays mate longer refutes a move. If no move wins, every move draws.
		if v == unknown {
			return m, nil
		}
		after, err := blackValue(src, e, next, v-1)
		if err != nil {
			return board.NullMove, err
		}
		if after == v-1 {
			return m, nil
		}
	}
	return board.NullMove, nil
}

// bestReply returns the first of the bare king's moves that draw or, if none does,
// delay mate longest.
func (s *setup) bestReply(src source, legal []board.Move) (best board.Move, err error) {
	longest := uint8(0)
	for _, m := range legal {
		e, next := s.after(s.placement, s.square(m.To()))
		v, err := whiteValue(src, e, next)
		if err != nil {
			return board.NullMove, err
		}
		if v == unknown {
			return m, nil
		}
		if v > longest {
			best, longest = m, v
		}
	}
	return best, nil
}
