package comments

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
)

// Place follows a game and returns the places of its comments. The zero Place is
// ready for Begin.
type Place struct {
	steps   []layout.Step
	ahead   lookahead
	last    int    // step of the last move outside brackets
	turn    int    // 1 if Black begins
	control uint32 // distinguishes time controls
	added   int64  // to the clock with each move, in seconds
	result  tagvalue.Result
	names   [comments.NumNames][]byte
	mark    uint32 // of the glyphs after the last move
	nth     int    // comments since the last move
}

// nameTags are the tags whose values comments may hold.
var nameTags = [comments.NumNames]string{
	comments.NameECO: "ECO", comments.NameOpening: "Opening", comments.NameVariation: "Variation",
	comments.NameWhite: "White", comments.NameBlack: "Black",
}

// Begin begins a game.
func (p *Place) Begin(tags []tagvalue.Tag, start *board.Position, steps []layout.Step) {
	*p = Place{steps: steps, last: layout.LastMove(steps), turn: int(start.Turn), result: tagvalue.OtherResult}
	p.ahead.begin(steps)
	for _, t := range tags {
		switch string(t.Name) {
		case "TimeControl":
			for _, c := range t.Value {
				p.control = (p.control ^ uint32(c)) * 16777619
			}
			_, added, _ := bytes.Cut(t.Value, []byte("+"))
			p.added = int64(tagvalue.ParseNumber(added))
		case "Result":
			p.result = tagvalue.ParseResult(t.Value)
		default:
			for i, name := range nameTags {
				if string(t.Name) == name {
					p.names[i] = t.Value
				}
			}
		}
	}
}

// Needs reports whether comments depend on the tags of a name that moves do not
// depend on.
func Needs(name string) bool { return name == "White" || name == "Black" }

// Pass passes a step.
func (p *Place) Pass(s *layout.Step) {
	switch s.Op {
	case layout.OpComment, layout.OpLineComment:
		p.nth++
	case layout.OpNAG, layout.OpGlyph:
		p.mark = uint32(s.Arg)
		if s.Op == layout.OpGlyph {
			for _, c := range s.Text {
				p.mark = p.mark*5 + uint32(c)
			}
		}
		p.mark = p.mark&63 | 1
	case layout.OpResult, layout.OpText, layout.OpEnd:
	default:
		p.mark, p.nth = 0, 0
	}
}

// At returns the place of the comment at step i, after the last move of a line.
// Variation is the step of the first move of a variation on that move, if one begins
// after the comment, or 0.
func (p *Place) At(i int, line *moves.Line) (at comments.At, variation int) {
	now := line.Now()
	at = comments.At{
		Side: (p.turn + now.Ply + 1) & 1, Ply: now.Ply,
		Control: p.control, Added: p.added, Mark: p.mark, Nth: p.nth, Last: i > p.last, Result: uint32(p.result), Names: &p.names,
	}
	if now.Lost {
		return at, 0
	}
	at.Now = &now.Position
	if before := line.Before(); before.Ply == now.Ply-1 {
		at.Before, at.Move = &before.Position, now.Move
		if earlier := line.Earlier(); earlier.Ply == now.Ply-2 {
			at.Earlier = &earlier.Position
		}
		variation = p.ahead.variation(i)
	}
	return at, variation
}
