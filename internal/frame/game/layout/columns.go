package layout

// gapColumn is the place of a gap: the bytes since the last line break, and the
// length of the word after it, up to the next gap that is not empty.
type gapColumn struct{ column, word int32 }

// end is where the word after the gap ends if the gap is one space.
func (g gapColumn) end() int { return int(g.column + 1 + g.word) }

// places are the places of a game's gaps: two for each step, and those in its comments
// where these are broken like lines.
type places struct{ steps, comments []gapColumn }

// stepPlaces returns the places of the gaps between the game's steps.
func (g *Game) stepPlaces() []gapColumn {
	if len(g.places.steps) == 0 {
		g.places.find(g, wrapGreedy)
	}
	return g.places.steps
}

// find sets p to the places of a game's gaps for a way to break lines.
func (p *places) find(g *Game, way wrap) {
	*p = places{p.steps[:0], p.comments[:0]}
	column := g.column
	var steps, comments, length int // places whose following word is not complete yet, and its length so far
	complete := func() {
		for ; steps < len(p.steps); steps++ {
			p.steps[steps].word = int32(length) - p.steps[steps].word
		}
		for ; comments < len(p.comments); comments++ {
			p.comments[comments].word = int32(length) - p.comments[comments].word
		}
		length = 0
	}
	gap := func(to *[]gapColumn, space []byte) {
		if len(space) > 0 {
			complete()
		}
		// Until the word is complete, word holds the length before it.
		*to = append(*to, gapColumn{int32(column), int32(length)})
		column = columnAfter(column, space)
	}
	text := func(t []byte) {
		length += len(t)
		column = columnAfter(column, t)
	}
	for i := range g.Steps {
		gap(&p.steps, g.gap(i))
		text(g.number(i))
		gap(&p.steps, g.inner(i))
		st := &g.Steps[i]
		switch {
		case way == wrapBase && st.Op == OpComment:
			text(st.Text[:1])
			complete()
			text(st.Text[1:])
			continue
		case way != wrapComments || st.Op != OpComment:
			text(st.Text)
			continue
		}
		for word, space, rest := cutWord(st.Text); ; word, space, rest = cutWord(rest) {
			text(word)
			if space == nil {
				break
			}
			gap(&p.comments, space)
		}
	}
	complete()
}
