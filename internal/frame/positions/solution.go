package positions

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// solutions codes moves from the position of a line, such as solutions of puzzles.
type solutions struct {
	writing bool
	order   *positions.Moves
	model   *contextmix.Model
	count   int64        // number of the last moves minus one
	moves   []board.Move // of this cell
	facts   facts
	text    []byte
}

// facts holds properties of the last moves.
type facts struct {
	count    uint32 // number of moves, at most 15
	mate     uint32 // 1 if they end with mate
	promoted uint32 // 1 if one of them promotes
	taken    uint32 // the kind that the second move captures
}

// maxMoves is the most moves of a cell that is coded as moves.
const maxMoves = 64

func newSolutions(m *positions.Models, order *positions.Moves) *solutions {
	return &solutions{writing: m.Coder.Writing(), order: order, model: m.New(moveContexts, modelSize)}
}

// parse reads a cell of moves from p; it returns false if the cell has anything else.
func (s *solutions) parse(cell []byte, p board.Position) bool {
	s.moves = s.moves[:0]
	start := p
	for word := range bytes.SplitSeq(cell, []byte(" ")) {
		if len(s.moves) == maxMoves || len(word) < 4 || word[0] < 'a' || word[0] > 'h' || word[1] < '1' || word[1] > '8' {
			return false
		}
		m, err := notation.ParseUCI(string(word), &p)
		if err != nil {
			return false
		}
		legal := s.order.Legal(&p)
		i := movegen.Index(&p, m, legal)
		if i < 0 {
			return false
		}
		m = legal[i]
		s.moves = append(s.moves, m)
		movegen.Make(&p, m)
	}
	s.text = s.append(s.text[:0], start)
	return bytes.Equal(s.text, cell)
}

// append appends the moves of a cell from p.
func (s *solutions) append(dst []byte, p board.Position) []byte {
	for i, m := range s.moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = notation.AppendUCI(dst, &p, m, false)
		movegen.Make(&p, m)
	}
	return dst
}

// code codes n moves from p.
func (s *solutions) code(p board.Position, n int) error {
	if !s.writing {
		s.moves = append(s.moves[:0], make([]board.Move, n)...)
	}
	now := positions.State{Pos: p}
	s.facts = facts{count: uint32(min(n, 15))}
	target := board.Square(0) // of the last move
	for i := range n {
		m, ok := s.move(&now, i, n, target)
		if !ok {
			return corrupt.Newf("a cell has %d moves, after %d none is legal", n, i)
		}
		if i == 1 {
			s.facts.taken = uint32(now.Pos.KindAt(m.To()))
		}
		s.facts.promoted |= positions.Bit(m.Promotion() != board.NoKind)
		s.moves[i], target = m, m.To()
		s.order.Make(&now, m)
	}
	s.facts.mate = positions.Bit(movegen.InCheck(&now.Pos) && !movegen.HasLegal(&now.Pos))
	return nil
}

// move codes the i-th of n moves; target is the previous move's target.
func (s *solutions) move(now *positions.State, i, n int, target board.Square) (board.Move, bool) {
	p := &now.Pos
	// The first move is often a mistake, and every second one after it is good.
	role := uint32(min(i, 1) + i&1)
	coming := uint32(min(n-i, 7))
	return s.order.Choose(s.model, now, s.moves[i], nil, func(x positions.Candidate) {
		m := x.Move
		check := positions.Bit(movegen.GivesCheck(p, m))
		s.model.Use(0, x.Likelihood, role, check, x.Place, x.Left, uint32(p.KindAt(m.To())), uint32(p.KindAt(m.From())),
			positions.Bit(i > 0 && m.To() == target), coming, positions.SeenFrom(p, m))
	})
}
