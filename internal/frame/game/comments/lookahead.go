package comments

import "github.com/chesszip/chesszip/internal/frame/game/layout"

// lookahead finds the variations that begin after comments. It looks at each step of
// a game once, for any number of comments.
type lookahead struct {
	steps  []layout.Step
	end    int // comments before this step have the same answer
	first  int // that answer
	looked int // steps looked at, for the test
}

func (l *lookahead) begin(steps []layout.Step) { *l = lookahead{steps: steps} }

// variation returns the step of the first move of a variation that begins after the
// comment at step i and any further comments, or 0.
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
