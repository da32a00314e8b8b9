package layout

// gapColumn is the place of a gap: the bytes since the last line break, and the
// length of the word after it, up to the next gap that is not empty.
type gapColumn struct{ column, word int32 }

// appendColumns appends the place of each gap of a game's steps, two for each step.
func appendColumns(dst []gapColumn, g *Game) []gapColumn {
	column := g.column
	start, length := len(dst), 0 // gaps whose following word is not complete yet, and its length so far
	gap := func(space []byte) {
		if len(space) > 0 {
			for ; start < len(dst); start++ {
				dst[start].word = int32(length) - dst[start].word
			}
			length = 0
		}
		// Until the word is complete, word holds the length before it.
		dst = append(dst, gapColumn{int32(column), int32(length)})
		column = columnAfter(column, space)
	}
	text := func(t []byte) {
		length += len(t)
		column = columnAfter(column, t)
	}
	for i := range g.Steps {
		gap(g.gap(i))
		text(g.number(i))
		gap(g.inner(i))
		text(g.Steps[i].Text)
	}
	for ; start < len(dst); start++ {
		dst[start].word = int32(length) - dst[start].word
	}
	return dst
}
