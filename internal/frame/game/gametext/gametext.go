// Package gametext reads games from their text: their ends, tags, and main lines.
package gametext

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/pgn"
)

// Ends returns the ends of the games of a text: so many, or fewer if it has fewer.
// The last is the end of the text.
func Ends(text []byte, games int) (ends []int) {
	if games == 0 {
		return nil
	}
	var s pgn.Splitter
	n := 0
	for len(ends) < games-1 {
		k, ok := s.Next(text[n:], true)
		if !ok {
			break
		}
		n += k
		ends = append(ends, n)
	}
	if n == len(text) && n > 0 { // one more game would have no bytes
		return ends
	}
	return append(ends, len(text))
}

// EachTags calls yield with the tags of each game of a text in order, and its facts,
// until it returns false or the context of b is done. The number of half-moves is 0
// unless count is set, and the result is OtherResult unless names has Result. Games
// are scanned, not parsed, which is fast and takes little memory.
func EachTags(text []byte, ends []int, names []string, count bool, b *budget.Budget, yield func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool) {
	var tags []tagvalue.Tag
	line := pgn.Line{Anyway: true}
	results := Asks(names, "Result")
	start := 0
	for i, end := range ends {
		tags = appendTags(tags[:0], text[start:end], names)
		facts := tagvalue.Facts{Result: tagvalue.OtherResult}
		if count {
			facts.Plies = CountPlies(&line, text[start:end], b)
		}
		if results {
			facts.Result = ResultOf(&line, tags, text[start:end])
		}
		if !b.Step(budget.Game) || !yield(i, tags, facts) {
			return
		}
		start = end
	}
}

// Asks reports whether a tag is among names, in any letter case; nil means all.
func Asks[T string | []byte](names []string, tag T) bool {
	return names == nil || slices.ContainsFunc(names, func(name string) bool { return tagvalue.SameName(tag, name) })
}

// ResultOf returns the result of the game of a text with these tags.
func ResultOf(line *pgn.Line, tags []tagvalue.Tag, text []byte) tagvalue.Result {
	said := tagvalue.First(tags, "Result")
	if r := tagvalue.ParseAnyResult(said); r < tagvalue.Unfinished {
		return r
	}
	return tagvalue.ResultOf(said, tagvalue.ParseAnyResult(line.Result(text)))
}

// CountPlies returns the number of half-moves of the main line of the game of a
// text, as far as line plays them.
func CountPlies(line *pgn.Line, text []byte, b *budget.Budget) int {
	plies := -1 // for the start position
	line.Each(text, func(*board.Position, board.Move) bool {
		plies++
		return b.Step(budget.FastPly)
	})
	return max(plies, 0)
}

// AppendTags appends the tags of the game of a text to dst, at most layout.MaxTags.
func AppendTags(dst []tagvalue.Tag, text []byte) []tagvalue.Tag {
	return appendTags(dst, text, nil)
}

// appendTags is AppendTags of the tags with some names, in any letter case; nil means
// all. It stops when it has read each name as it is given, since tagvalue.First then
// returns no later tag.
func appendTags(dst []tagvalue.Tag, text []byte, names []string) []tagvalue.Tag {
	if names != nil && len(names) == 0 {
		return dst
	}
	var s pgn.Scanner
	s.Reset(text)
	if at, ok := pgn.Begin(text); ok {
		s.Seek(at)
	}
	first, left := len(dst), len(names)
	t, ok := s.NextTag()
	for most := layout.MaxTags; ok && most > 0; most-- {
		if name, value := t.Tag(); Asks(names, name) {
			if names != nil && slices.Contains(names, string(name)) && !slices.ContainsFunc(dst[first:], func(t tagvalue.Tag) bool { return string(t.Name) == string(name) }) {
				left--
			}
			dst = append(dst, tagvalue.Tag{Name: name, Value: value})
			if names != nil && left == 0 {
				break
			}
		}
		t, ok = s.NextTag()
	}
	return dst
}

// EachMove calls yield with the positions of the main lines of the games of a text:
// for each game with ply 0, the start position and NullMove, then with each position
// and the move that led to it, until yield returns false, which ends only that game.
// Wanted selects the games, nil means all.
func EachMove(text []byte, ends []int, wanted []bool, b *budget.Budget, yield func(game, ply int, p *board.Position, m board.Move) bool) {
	var line pgn.Line
	start := 0
	for game, end := range ends {
		if !b.Step(budget.Game) {
			return
		}
		if wanted == nil || wanted[game] {
			ply := -1
			line.Each(text[start:end], func(p *board.Position, m board.Move) bool {
				ply++
				return b.Step(budget.FastPly) && yield(game, ply, p, m)
			})
		}
		start = end
	}
}
