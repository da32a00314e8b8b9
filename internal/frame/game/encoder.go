// Package game turns the games of one frame into streams and back: the tags they
// have, the tags' values, the layout of the text, the moves, the comments.
//
//	[Event "]Casual["]\n[Site "]...     literals: lengths  values: a stream each
//	1. e4 e5 2. Nf3 {best} ... 1-0\n\n  steps: layout  moves: moves  texts: comments
//
// Each of these has a package below: tagsection, tags, layout, moves, comments;
// package streams lists the streams. A Decoder reads the plan of each game (its tags,
// style, exceptions and steps), and then renders the game with its moves and
// comments, or follows only its moves or comments, or learns only its style.
//
// Any bytes can be coded. The encoder decodes the columns and compares the result
// with the input. If they differ, or if the columns are larger than the input packed
// as text, it stores the input whole, and package gametext reads its games from the
// text.
package game

import (
	"bytes"
	"cmp"
	"context"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/movelist/learned"
)

// The most bytes of input, and games, of one frame.
const (
	MaxInput = streams.MaxInput
	MaxGames = streams.MaxGames
)

// Game is an Encoder's data of a game.
type Game = gametext.Game

// Counts are the numbers of the coded things.
type Counts struct {
	Games, Plies int64 // plies: those of main lines and variations, coded as moves
	MoveBytes    int64
	Columns      bool // whether the games were split into columns; if not, the input is stored as text
}

// Encoder codes frames, one after the other. The zero Encoder is ready to use; it
// must not be used by several goroutines at once.
type Encoder struct {
	Effort    text.Effort    // effort of packing texts
	Level     *learned.Level // codes the moves, and lists of positions; nil means the fast level
	Open      open.Set       // the columns that are open; Moves needs Numbers
	Plain     bool           // predicts nothing: texts and columns are packed by zstd
	LeastOpen int            // least number of games of a frame with open columns; 0 means 64
	Unchecked bool           // skips decoding and comparing the result
	Full      bool           // makes the check decode the whole frame without recall

	ctx      context.Context
	splitter splitter
	split    bool // whether the splitter has all games of the frame
	src      []byte
	ends     []int
	decoder  Decoder
	out      []byte
	tamper   func(f *archive.Frame) // for tests: damages a frame before its check
}

// Until sets the context of later calls. Once ctx is done, Encode and EncodeText
// return soon with meaningless results, so the caller must check ctx. A nil ctx is
// never done.
func (e *Encoder) Until(ctx context.Context) { e.ctx = ctx }

// Encode codes src, at most MaxInput bytes, as a frame. Ends are the ends of the
// games' texts in src; the last is len(src).
func (e *Encoder) Encode(src []byte, ends []int) (archive.Frame, Counts) {
	f := archive.Frame{Games: int64(len(ends)), Input: int64(len(src)), Check: Check(src)}
	c := Counts{Games: f.Games}
	e.src, e.ends = src, ends
	b := e.columns(&f, &c, true)
	if b.Spent() { // the column of openings takes the most memory of all
		b = e.columns(&f, &c, false)
	}
	if !b.Look() {
		return f, c
	}
	if f.Streams == nil || streams.Size(f.Streams)*worthPacking > len(src) {
		// Columns are worth some bytes, since games can be found in them: text is
		// preferred only if it is a tenth shorter and no column is open, or if the columns
		// save nothing.
		opened := c.Plies > 0 && open.SetOf(&f) != 0
		if s := e.textStreams(src, len(ends)); f.Streams == nil || !opened && 10*streams.Size(s) < 9*streams.Size(f.Streams) || streams.Size(f.Streams) >= len(src) {
			f.Streams = s
			c.Plies, c.MoveBytes, c.Columns = 0, 0, false
		}
	}
	return f, c
}

// columns sets the streams of f to columns, if possible, with or without one of
// openings. It returns the budget that the reader of f has left.
func (e *Encoder) columns(f *archive.Frame, c *Counts, openings bool) *budget.Budget {
	b := budget.New(len(e.src)).Until(e.ctx)
	o := splitting{level: e.Level, openings: openings, remember: !e.Unchecked && !e.Full}
	if len(e.ends) >= cmp.Or(e.LeastOpen, leastOpen) {
		o.open, o.plain = e.Open, e.Plain
	}
	e.split = len(e.ends) > 0 && e.splitter.split(e.src, e.ends, o, b)
	if !e.split {
		e.splitter = splitter{} // a failed split may have taken much memory
	}
	if !e.split || b.Stopped() {
		return b
	}
	f.Streams = e.splitter.streams(len(e.src), e.Effort, e.lists(), o, len(e.ends) == 1)
	c.Plies, c.MoveBytes, c.Columns = e.splitter.coded.plies, int64(e.splitter.coded.bytes), true
	if e.tamper != nil {
		e.tamper(f)
	}
	if b.Spent() || !e.Unchecked && !e.checkGames(f, e.src) {
		f.Streams, e.split = nil, false
	}
	return b
}

// lists returns the source of the models of lists.
func (e *Encoder) lists() lists.Source {
	if e.Level == nil {
		return nil
	}
	return (*level.Level)(e.Level).Lists
}

// checkGames is check for games of the splitter, with its stored moves.
func (e *Encoder) checkGames(f *archive.Frame, src []byte) bool {
	if !e.Full {
		e.decoder.writers = writers{&e.splitter.moves, &e.splitter.first}
		defer func() { e.decoder.writers = writers{} }()
	}
	return e.check(f, src)
}

// check reports whether f decodes to src.
func (e *Encoder) check(f *archive.Frame, src []byte) bool {
	e.decoder.Level, e.decoder.ctx = e.Level, e.ctx
	got, err := e.decoder.Decode(e.out[:0], f)
	e.out = got
	return err == nil && bytes.Equal(got, src)
}

// worthPacking is the ratio of input to columns above which the input is not packed
// as text: no text coder reaches it on games.
const worthPacking = 6

// textStreams stores src as text or, if it holds no games, as a list.
func (e *Encoder) textStreams(src []byte, games int) []archive.Stream {
	e.out, e.decoder = nil, Decoder{} // lists also take memory
	b := (&budget.Budget{}).Until(e.ctx)
	var list func(list []archive.Stream) bool
	if games == 0 {
		list = func(list []archive.Stream) bool {
			return e.Unchecked || e.check(&archive.Frame{Input: int64(len(src)), Check: Check(src), Streams: list}, src)
		}
	}
	return whole.Encode(src, e.Effort, e.lists(), b, list)
}

// EncodeText stores src as text, for a piece of a game that is larger than a frame.
// It counts as the given number of games.
func (e *Encoder) EncodeText(src []byte, games int) (archive.Frame, Counts) {
	e.src, e.ends, e.split = src, gametext.Ends(src, games), false
	f := archive.Frame{Games: int64(games), Input: int64(len(src)), Check: Check(src), Streams: e.textStreams(src, games)}
	return f, Counts{Games: f.Games}
}

// EachGame calls yield with the data of each game of the last encoded frame, of any
// kind, until it returns false. The input of that frame must be unchanged. A Game is
// valid until yield returns.
//
// The frame is not decoded. Movetexts are parsed only if the games could not be
// split.
func (e *Encoder) EachGame(yield func(g *Game) bool) {
	if e.split {
		e.splitter.log.Each(e.src, e.ends, &e.splitter.game, yield)
		return
	}
	gametext.EachGame(e.src, e.ends, (&budget.Budget{}).Until(e.ctx), yield)
}
