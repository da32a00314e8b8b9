package view

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/pgn"
)

// AnnotatedLine is the main line of an item with its tags, and with the glyphs and
// comments of its moves.
type AnnotatedLine struct {
	MainLine
	Tags []pgn.Tag
	// Plies are the moves again, with glyphs, clocks and scores; nil if there are none.
	Plies []pgn.Ply
}

// AnnotatedLines returns items, given in increasing order, with the lines of MainLines.
// The frame is decoded once for all of them or, if they are many and the moves are open,
// for those with remarks. A text is made only for games with words that may be moves.
func (v *View) AnnotatedLines(items []int) ([]AnnotatedLine, error) {
	columns, err := v.columns()
	if err != nil {
		return nil, err
	}
	if !columns {
		return v.annotatedTexts(items)
	}
	lines, places := make([]AnnotatedLine, len(items)), make(map[int]int, len(items))
	for place, item := range items {
		places[item] = place
	}
	if !v.Few(len(items)) {
		indexed, err := v.Replay()
		if err == nil && indexed != nil {
			items, err = v.replayed(items, places, lines)
		}
		if err != nil {
			return nil, err
		}
	}
	var unread []int // items whose moves only the text has
	err = v.decoding(func(d *game.Decoder, f *archive.Frame) error {
		return d.Annotated(f, items, func(item int, a *game.Annotated) {
			if a.Read {
				lines[places[item]] = newAnnotatedLine(a)
			} else {
				unread = append(unread, item)
			}
		})
	})
	if err != nil {
		return nil, err
	}
	texts, err := v.Some(unread)
	for i, text := range texts {
		lines[places[unread[i]]] = v.annotatedText(text)
	}
	return lines, err
}

// replayed fills lines with the open moves of items, and their tags. It returns the items
// with remarks; if these are many, it returns all and fills nothing.
func (v *View) replayed(items []int, places map[int]int, lines []AnnotatedLine) (remarked []int, err error) {
	err = v.decoding(func(d *game.Decoder, f *archive.Frame) (err error) {
		remarked, err = d.Remarked(f)
		return err
	})
	if err != nil {
		return nil, err
	}
	remarked = slices.DeleteFunc(remarked, func(item int) bool {
		_, wanted := places[item]
		return !wanted
	})
	if len(remarked) > len(items)/4 {
		return items, nil
	}
	main, err := v.MainLines(items)
	if err != nil {
		return nil, err
	}
	last := items[len(items)-1]
	return remarked, v.Tags(nil, false, func(item int, tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		if place, ok := places[item]; ok {
			lines[place] = AnnotatedLine{MainLine: main[place], Tags: CopyTags(tags)}
		}
		return item < last
	})
}

func newAnnotatedLine(a *game.Annotated) AnnotatedLine {
	l := AnnotatedLine{MainLine: MainLine{Known: a.Known}, Tags: CopyTags(a.Tags)}
	if a.Known {
		l.Start, l.Moves = a.Start, slices.Clone(a.Moves)
		l.Plies = pliesOf(l.Moves, a.Said)
	}
	return l
}

// pliesOf returns moves with their remarks, nil if none is a glyph, a clock or a score.
func pliesOf(moves []board.Move, said []game.Said) (plies []pgn.Ply) {
	says := false
	for i, m := range moves {
		p := pgn.Ply{Move: m}
		for ; len(said) > 0 && said[0].Move == i; said = said[1:] {
			if said[0].Comment == nil {
				p = withGlyph(p, &said[0])
			} else {
				p = withComment(p, string(said[0].Comment))
			}
		}
		if !says && (p.HasClock || p.HasEval || p.NAGs != nil) {
			says, plies = true, make([]pgn.Ply, i, len(moves))
			for k := range plies {
				plies[k] = pgn.Ply{Move: moves[k]}
			}
		}
		if says {
			plies = append(plies, p)
		}
	}
	return plies
}

func withGlyph(p pgn.Ply, s *game.Said) pgn.Ply {
	nags := append(p.NAGs, s.NAG)
	if s.Glyph != nil {
		n, ok := pgn.Token{Kind: pgn.NAG, Text: s.Glyph}.NAG()
		if !ok {
			return p
		}
		nags[len(nags)-1] = n
	}
	return pgn.Ply{Move: p.Move, NAGs: nags, Clock: p.Clock, Eval: p.Eval, HasClock: p.HasClock, HasEval: p.HasEval}
}

// withComment adds to p what a comment has and no earlier one had.
func withComment(p pgn.Ply, text string) pgn.Ply {
	clock, hasClock := p.Clock, p.HasClock
	if !hasClock {
		clock, hasClock = pgn.ClockOf(text)
	}
	score, hasScore := p.Eval, p.HasEval
	if !hasScore {
		score, hasScore = pgn.EvalOf(text)
	}
	return pgn.Ply{Move: p.Move, NAGs: p.NAGs, Clock: clock, Eval: score, HasClock: hasClock, HasEval: hasScore}
}

// CopyTags returns tags with escapes resolved.
func CopyTags(tags []tagvalue.Tag) []pgn.Tag {
	all := make([]pgn.Tag, len(tags))
	for i, t := range tags {
		all[i] = pgn.Tag{Name: string(t.Name), Value: string(pgn.Unescape(nil, t.Value))}
	}
	return all
}

// annotatedTexts is AnnotatedLines by the texts of the items; of one larger than the
// memory limit, by its beginning.
func (v *View) annotatedTexts(items []int) ([]AnnotatedLine, error) {
	var texts [][]byte
	if v.Huge() && len(items) > 0 {
		text, err := v.Head()
		if err != nil {
			return nil, err
		}
		texts = [][]byte{text}
	} else {
		var err error
		if texts, err = v.Some(items); err != nil {
			return nil, err
		}
	}
	lines := make([]AnnotatedLine, len(texts))
	for i, text := range texts {
		if !v.steps.Step(budget.Game) {
			return nil, budget.ErrStopped
		}
		lines[i] = v.annotatedText(text)
	}
	return lines, nil
}

// annotatedText parses a text.
func (v *View) annotatedText(text []byte) AnnotatedLine {
	var line pgn.Line
	var l AnnotatedLine
	gametext.EachTags(text, []int{len(text)}, nil, false, v.steps, func(_ int, tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		l.Tags = CopyTags(tags)
		return true
	})
	line.Each(text, func(p *board.Position, m board.Move) bool {
		if !l.Known {
			l.Known, l.Start = true, *p
			return true
		}
		l.Moves = append(l.Moves, m)
		return v.Step()
	})
	if len(l.Moves) == 0 {
		return l
	}
	plies, _ := pgn.ParseGame(string(text)).Plies()
	plies = plies[:min(len(plies), len(l.Moves))]
	if slices.ContainsFunc(plies, func(p pgn.Ply) bool { return p.HasClock || p.HasEval || p.NAGs != nil }) {
		l.Plies = plies
	}
	return l
}
