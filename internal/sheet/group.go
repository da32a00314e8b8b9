package sheet

import (
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/comments"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Moves are coded in groups of games, and comments in groups of such groups, so
// that one game can be read without those far before it.
const groupGames = learned.GroupGames

// remarkGroup is the length of comments, in bytes, from which on the next
// group of games begins a new group of comments.
const remarkGroup = 256 << 10

// fastGroups writes the moves of games by the fast level:
//
//	| size uvarint | bit string | ... |
type fastGroups struct {
	w     movelist.FastWriter
	out   []byte
	games int
	any   bool // whether there is a move
}

func (g *fastGroups) reset() { *g = fastGroups{w: g.w, out: g.out[:0]}; g.w.Reset() }

// begin begins a game.
func (g *fastGroups) begin() {
	if g.games == groupGames {
		g.end()
	}
	g.games++
}

func (g *fastGroups) end() {
	b := g.w.AppendTo(nil)
	g.any = g.any || len(b) > 0
	g.out = binfmt.AppendBytes(g.out, b)
	g.w.Reset()
	g.games = 0
}

// finish returns the groups, none if they hold no moves.
func (g *fastGroups) finish() []byte {
	g.end()
	if !g.any {
		return nil
	}
	return g.out
}

// fastReader reads what fastGroups wrote.
type fastReader struct {
	movelist.FastReader
	rest  []byte
	games int
	begun bool
}

func (r *fastReader) reset(src []byte) { *r = fastReader{rest: src}; r.Reset(nil) }

// begin begins a game.
func (r *fastReader) begin() error {
	if r.games == groupGames || !r.begun {
		if err := r.close(); err != nil {
			return err
		}
		var b []byte
		if len(r.rest) > 0 {
			var err error
			if b, r.rest, err = binfmt.Bytes(r.rest); err != nil {
				return corrupt("a group of moves is cut off")
			}
		}
		r.Reset(b)
		r.games, r.begun = 0, true
	}
	r.games++
	return nil
}

// skip passes a group that has not begun.
func (r *fastReader) skip() (err error) {
	if len(r.rest) > 0 {
		_, r.rest, err = binfmt.Bytes(r.rest)
	}
	return err
}

// close returns an error unless all moves of the group were read.
func (r *fastReader) close() error {
	if !r.AtEnd() {
		return corrupt("something is left over in a group of moves")
	}
	return nil
}

// remarkGroups writes the comments of games:
//
//	| games / 32 uvarint | texts uvarint | size uvarint | string of package remark | ... |
//
// the texts being so many of the column of new texts. The last group has all
// games that are left, and says 0.
type remarkGroups struct {
	c      *comments.Coder // nil until there is a comment
	out    []byte
	texts  [][]byte
	games  int // since the group began
	length int // of the comments since then
}

func (g *remarkGroups) reset() { *g = remarkGroups{} }

// begin begins a game.
func (g *remarkGroups) begin() {
	if g.games%groupGames == 0 && g.length >= remarkGroup {
		g.end(g.games / groupGames)
	}
	g.games++
	if g.c != nil {
		g.c.Begin()
	}
}

func (g *remarkGroups) write(text []byte, at *comments.At) {
	if g.c == nil {
		g.c = comments.NewWriter()
	}
	g.length += len(text)
	g.c.Write(text, at)
}

func (g *remarkGroups) end(games int) {
	data, texts := g.c.Finish()
	g.out = binfmt.AppendUvarint(g.out, uint64(games))
	g.out = binfmt.AppendUvarint(g.out, uint64(len(texts)))
	g.out = binfmt.AppendBytes(g.out, data)
	g.texts = append(g.texts, texts...)
	g.c, g.games, g.length = nil, 0, 0
}

// finish returns the groups and the new texts.
func (g *remarkGroups) finish() (data []byte, texts [][]byte) {
	if g.c != nil {
		g.end(0)
	}
	return g.out, g.texts
}

// remarkReader reads what remarkGroups wrote.
type remarkReader struct {
	c     *comments.Coder // nil before the first group
	rest  []byte
	texts [][]byte
	left  int // games of the group that have not begun; negative for all
}

// next starts the next group; to pass it is to say so instead of reading it.
func (r *remarkReader) next(pass bool) error {
	if r.c != nil {
		if err := r.c.Done(); err != nil {
			return corrupt(err.Error())
		}
		r.c = nil
	}
	if len(r.rest) == 0 {
		r.left = -1
		return nil
	}
	games, rest, err := binfmt.Uvarint(r.rest)
	if err != nil || games > MaxInput {
		return corrupt("a group of comments is malformed")
	}
	texts, rest, err := binfmt.Uvarint(rest)
	if err != nil || texts > uint64(len(r.texts)) {
		return corrupt("a group of comments has too few texts")
	}
	data, rest, err := binfmt.Bytes(rest)
	if err != nil {
		return corrupt("a group of comments is cut off")
	}
	if !pass {
		r.c = comments.NewReader(data, r.texts[:texts])
	}
	r.rest, r.texts = rest, r.texts[texts:]
	if r.left = int(games) * groupGames; games == 0 {
		r.left = -1
	}
	return nil
}

// begin begins a game.
func (r *remarkReader) begin() error {
	if r.left == 0 {
		if err := r.next(false); err != nil {
			return err
		}
	}
	if r.left > 0 {
		r.left--
	}
	if r.c != nil {
		r.c.Begin()
	}
	return nil
}

// close returns an error unless all comments were read.
func (r *remarkReader) close() error {
	if err := r.next(false); err != nil {
		return err
	}
	if r.c != nil || len(r.texts) > 0 {
		return corrupt("something is left over of the comments")
	}
	return nil
}
