package game

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	names "github.com/chesszip/chesszip/internal/model/openings"
)

// leastOpen is the least number of games of a frame with open columns: for fewer they
// cost more than they save.
const leastOpen = 64

// openWriter collects the open columns of a frame while its games are split.
type openWriter struct {
	set        open.Set
	effort     text.Effort // of packing moves
	values     []open.Values
	codes      []byte // of all main lines, concatenated
	ends       []int
	branches   [][]byte
	branch     []byte // of the game
	signatures []signature.Signature
	list       open.List
}

// reset begins a frame. Plain is as in Encoder.
func (w *openWriter) reset(set open.Set, plain bool) {
	w.set, w.effort = set, text.Quick
	if plain {
		w.effort = text.Swift
	}
	w.values, w.codes, w.ends, w.branches, w.signatures = w.values[:0], w.codes[:0], w.ends[:0], nil, w.signatures[:0]
}

// opens reports whether columns of a kind are open.
func (w *openWriter) opens(set open.Set) bool { return w.set&set != 0 }

// branchMove adds a move of p outside the game's main line.
func (w *openWriter) branchMove(p *board.Position, m board.Move) {
	w.branch = replay.AppendMove(w.branch, p, m)
}

// begin begins a game, or begins it again.
func (w *openWriter) begin() { w.branch = w.branch[:0] }

// end ends a game with some tags. Its main line is not played if playable is false, and
// begins with the position of the tag FEN if start is not the usual one.
func (w *openWriter) end(written []tagvalue.Tag, facts tagvalue.Facts, playable bool, start *board.Position, moves []board.Move) {
	if w.opens(open.Numbers) {
		w.values = append(w.values, open.ValuesOf(written, facts))
	}
	if !w.opens(open.Moves) {
		return
	}
	switch {
	case !playable:
		w.codes, start = append(w.codes, open.Unplayed), nil
	default:
		if *start != board.Start() {
			w.codes = append(w.codes, open.Elsewhere)
		}
		w.codes = replay.Append(w.codes, start, moves)
	}
	w.ends = append(w.ends, len(w.codes))
	w.signatures = append(w.signatures, signature.Of(start, moves))
	if len(w.branch) > 0 {
		w.branches = append(w.branches, bytes.Clone(w.branch))
	}
}

// lines returns the codes of each game.
func (w *openWriter) lines() [][]byte {
	all, from := make([][]byte, len(w.ends)), 0
	for i, end := range w.ends {
		all[i], from = w.codes[from:end], end
	}
	return all
}

// lastNamed returns the last named positions of the games.
func (w *openWriter) lastNamed() ([]names.Last, error) {
	all := make([]names.Last, 0, len(w.ends))
	for _, codes := range w.lines() {
		all = append(all, openings.LastOf(codes))
	}
	return all, nil
}

// columns returns the streams of the open columns, and whether a column of tags is one
// of them.
func (w *openWriter) columns(section *tagsection.Writer) (all []archive.Stream, opens func(c *tags.Column) bool) {
	given := map[string]bool{}
	if w.opens(open.Numbers) {
		all = w.numbers(section, given)
	}
	if w.opens(open.Names) {
		all = append(all, w.lists(section, given)...)
	}
	if w.opens(open.Moves) {
		all = open.AppendMoves(all, w.lines(), w.effort)
		all = open.AppendSignatures(all, w.signatures)
	}
	slices.SortFunc(all, func(a, b archive.Stream) int { return int(a.Kind) - int(b.Kind) })
	return all, func(c *tags.Column) bool { return given[c.Name] }
}

func (w *openWriter) numbers(section *tagsection.Writer, given map[string]bool) []archive.Stream {
	texts := map[string][][]byte{}
	for _, tag := range open.NumberTags() {
		c, may := section.Has(tag)
		if c == nil || !may || slices.ContainsFunc(c.Values, Is) {
			continue
		}
		given[tag] = true
		texts[tag] = make([][]byte, section.Games())
		for i, game := range c.Rows {
			texts[tag][game] = tagvalue.NotNil(c.Values[i])
		}
	}
	return open.AppendColumns(nil, w.values, func(tag string) bool { return given[tag] }, func(game int, tag string) []byte { return texts[tag][game] })
}

func (w *openWriter) lists(section *tagsection.Writer, given map[string]bool) (all []archive.Stream) {
	for kind, names := range open.Lists {
		w.list.Reset()
		columns, may := make([]*tags.Column, len(names)), true
		for side, tag := range names {
			var ok bool
			columns[side], ok = section.Has(tag)
			may = may && ok
			may = may && (columns[side] == nil || !slices.ContainsFunc(columns[side].Values, Is))
		}
		if !may {
			continue
		}
		for side, c := range columns {
			if c == nil {
				c = &tags.Column{}
			}
			w.list.Add(side, section.Games(), c.Rows, c.Values)
		}
		if kind != open.KindPlayers && !w.list.Worthwhile() {
			continue
		}
		for side, tag := range names {
			if columns[side] != nil {
				given[tag] = true
			}
		}
		all = append(all, w.list.Stream(kind, len(names)))
	}
	return all
}

// variations returns the stream of the moves outside main lines, if there are any.
func (w *openWriter) variations() []archive.Stream {
	if len(w.branches) == 0 {
		return nil
	}
	return []archive.Stream{{Kind: streams.KindBranches, Data: text.Append(nil, w.branches, text.Quick, nil)}}
}
