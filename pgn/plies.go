package pgn

import (
	"encoding/json"
	"time"

	"github.com/chesszip/chesszip/board"
)

// Ply is a half-move of a main line, with the annotations between it and the next,
// outside variations. Its JSON has the members nags, clock in seconds and eval, as "0.35"
// or "#3", those that are known; the move is not among them, as its text depends on the
// position: see gamestate.Game.
type Ply struct {
	Move board.Move
	// NAGs are the numbers of the glyphs, or nil. A glyph without a valid number,
	// such as $999, is left out.
	NAGs []uint8
	// Clock is the time left by the first comment that has one, see ClockOf. Eval is
	// White's score by the first comment that has one, see EvalOf.
	Clock             time.Duration
	Eval              Score
	HasClock, HasEval bool
}

// MarshalJSON returns what the move is annotated with.
func (p Ply) MarshalJSON() ([]byte, error) {
	var out struct {
		NAGs  []int    `json:"nags,omitempty"`
		Clock *float64 `json:"clock,omitempty"`
		Eval  string   `json:"eval,omitempty"`
	}
	for _, n := range p.NAGs {
		out.NAGs = append(out.NAGs, int(n))
	}
	if left := p.Clock.Seconds(); p.HasClock {
		out.Clock = &left
	}
	if p.HasEval {
		out.Eval = p.Eval.String()
	}
	return json.Marshal(&out)
}

// Plies returns the half-moves of the main line with their glyphs, clocks and scores.
// ok is false if it ends before an unknown move, as in MainLine.
func (g *ParsedGame) Plies() (plies []Ply, ok bool) {
	depth := 0
	for i := range g.Movetext {
		e := &g.Movetext[i]
		switch {
		case e.Kind == Open:
			depth++
		case e.Kind == Close:
			depth = max(depth-1, 0)
		case depth > 0:
		case e.Kind == Move && !e.Known:
			return plies, false
		case e.Kind == Move:
			plies = append(plies, Ply{Move: e.Move})
		case len(plies) > 0:
			plies[len(plies)-1].add(e)
		}
	}
	return plies, true
}

// add adds an annotation after the move.
func (p *Ply) add(e *Element) {
	switch e.Kind {
	case NAG:
		if v, ok := e.glyph(); ok {
			p.NAGs = append(p.NAGs, v)
		}
	case Comment, OpenComment, LineComment:
		text := e.Comment()
		if !p.HasClock {
			p.Clock, p.HasClock = ClockOf(text)
		}
		if !p.HasEval {
			p.Eval, p.HasEval = EvalOf(text)
		}
	}
}
