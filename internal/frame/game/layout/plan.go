package layout

// Plan is the layout of one game. It is valid until the Reader reads the next.
type Plan struct {
	Style *Styled
	Steps []Step

	exceptions     []exception
	gaps, suffixes *Dictionary
	branched       bool
}

// Branched reports whether the game has moves outside its main line.
func (p *Plan) Branched() bool { return p.branched }

// Commented reports whether the game has a comment.
func (p *Plan) Commented() bool {
	for i := range p.Steps {
		if p.Steps[i].Op.Comment() {
			return true
		}
	}
	return false
}

// numbers tracks the move numbers through the steps of a game.
type numbers struct {
	counts moveCounts
	state  *state
}

// bears reports whether the next move has a number, after a step of class prev. An
// exception changes the state.
func (n *numbers) bears(x *exception, prev class) bool {
	expect := &n.state.numbered[n.counts.now.turn][prev]
	if x.mask&exceptNumber != 0 {
		*expect = !*expect
	}
	if !*expect {
		return false
	}
	if x.mask&exceptDigits != 0 {
		if v, _, ok := splitNumber(x.digits); ok {
			n.counts.now.number = v
		}
	} else if x.mask&exceptSuffix != 0 {
		n.state.suffix[n.counts.now.turn] = x.suffix
	}
	return true
}
