package comments

import "github.com/chesszip/chesszip/internal/frame/game/layout"

// lookahead finds the variations that begin behind comments. It looks at each
// step of a game once, however many comments there are.
type lookahead struct {
	steps  []layout.Step
	end    int // the comments before this step have the same answer
	first  int // which is this
	looked int // steps looked at, for the test
}

func (l *lookahead) begin(steps []layout.Step) { *l = lookahead{steps: steps} }

// variation returns the step of the first move of a variation that begins
// behind the comment at step i, and comments after it; 0 if there is none.
func (l *lookahead) variation(i int) int {
	if i >= l.end {
		l.end = i + 1
		for l.looked++; l.steps[l.end].Op == layout.OpComment; l.looked++ {
			l.end++
		}
		l.first = 0
		if l.steps[l.end].Op == layout.OpOpen && l.steps[l.end+1].Op.Numbered() {
			l.first = l.end + 1
		}
	}
	return l.first
}
