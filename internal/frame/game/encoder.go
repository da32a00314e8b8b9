// Package game turns the games of one frame into streams and back: which
// tags they have, the tags' values, how the text is laid out, the moves, the
// comments. It knows chess and PGN, but no files.
//
//	[Event "]Casual["]\n[Site "]...     literals: lengths  values: a stream each
//	1. e4 e5 2. Nf3 {best} ... 1-0\n\n  steps: layout  moves: moves  texts: comments
//
// The rooms below know one of these each: tagsection, package tags, layout, moves,
// commentgroups; gamelog keeps main lines, streams knows what each stream is, dependent which values of tags
// wait for the moves. A frame is read by reading the plan of each game (its tags,
// style, exceptions and steps), and then rendering it with its moves and comments,
// or following its moves or comments only, or learning its style only.
//
// Any bytes can be coded. What comes out of the columns is compared with the input;
// where it differs, or where the columns are larger than the input packed as text,
// the input is kept whole. Its games are then read from the text, by gametext.
package game

import (
	"bytes"
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/movelist/learned"
)

// What one frame holds at most: bytes of input, and games.
const (
	MaxInput = streams.MaxInput
	MaxGames = streams.MaxGames
)

// Game is what an Encoder knows of a game.
type Game = gametext.Game

// Counts says what was coded.
type Counts struct {
	Games, Plies int64 // plies of main lines and variations that were coded as moves
	MoveBytes    int64
	Columns      bool // whether the games were taken apart: if not, the input is kept as text
}

// Encoder codes frames, one after the other. The zero Encoder is ready to use;
// it is not for several goroutines at once.
type Encoder struct {
	Effort    text.Effort    // how hard texts are packed
	Level     *learned.Level // codes the moves, and lists of positions; nil is the fast level
	Unchecked bool           // leaves out decoding and comparing what was encoded
	Full      bool           // makes the check decode all of a frame as any Decoder does

	ctx      context.Context
	splitter splitter
	split    bool // whether the splitter has all games of the frame
	src      []byte
	ends     []int
	decoder  Decoder
	out      []byte
	tamper   func(f *archive.Frame) // of tests: plants a fault in a frame before its check
}

// Until makes ctx end what is done from now on: once it is done, Encode and
// EncodeText return soon, and what they return is of no use, which the caller must
// look for. A nil ctx ends nothing.
func (e *Encoder) Until(ctx context.Context) { e.ctx = ctx }

// Encode codes src, which holds the given number of games and is at most
// MaxInput bytes long, as a frame. Ends are where each game's text ends in
// src; the last is len(src).
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
	if f.Streams == nil || c.Plies == 0 || streams.Size(f.Streams)*worthPacking > len(src) {
		// Columns are worth some bytes, since games can be found in them: text
		// must be a tenth shorter to be preferred, or the columns gain nothing.
		if s := e.textStreams(src, len(ends)); f.Streams == nil || 10*streams.Size(s) < 9*streams.Size(f.Streams) || streams.Size(f.Streams) >= len(src) {
			f.Streams = s
			c.Plies, c.MoveBytes, c.Columns = 0, 0, false
		}
	}
	return f, c
}

// columns makes the streams of f of columns, if it can, with one of openings or without.
// It returns what is left of what the reader of f has.
func (e *Encoder) columns(f *archive.Frame, c *Counts, openings bool) *budget.Budget {
	b := budget.New(len(e.src)).Until(e.ctx)
	e.split = len(e.ends) > 0 && e.splitter.split(e.src, e.ends, e.Level, openings, !e.Unchecked && !e.Full, b)
	if !e.split {
		e.splitter = splitter{} // what does not become columns may have taken much memory
	}
	if !e.split || b.Stopped() {
		return b
	}
	f.Streams = e.splitter.streams(len(e.src), e.Effort, e.lists(), len(e.ends) == 1)
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
	return lists.From(e.Level)
}

// checkGames is check for games that the splitter has split, whose moves it remembers.
func (e *Encoder) checkGames(f *archive.Frame, src []byte) bool {
	if !e.Full {
		e.decoder.writers = writers{&e.splitter.moves, &e.splitter.first}
		defer func() { e.decoder.writers = writers{} }()
	}
	return e.check(f, src)
}

// check reports whether f gives src back.
func (e *Encoder) check(f *archive.Frame, src []byte) bool {
	e.decoder.Level, e.decoder.ctx = e.Level, e.ctx
	got, err := e.decoder.Decode(e.out[:0], f)
	e.out = got
	return err == nil && bytes.Equal(got, src)
}

// worthPacking is the ratio of input to columns above which packing the input
// as text is not tried: no text coder reaches it on anything that has games.
const worthPacking = 6

// textStreams keeps src as text or, if it holds no games, as a list of positions.
func (e *Encoder) textStreams(src []byte, games int) []archive.Stream {
	e.out, e.decoder = nil, Decoder{} // lists take memory themselves
	b := (&budget.Budget{}).Until(e.ctx)
	var list func(list []archive.Stream) bool
	if games == 0 {
		list = func(list []archive.Stream) bool {
			return e.Unchecked || e.check(&archive.Frame{Input: int64(len(src)), Check: Check(src), Streams: list}, src)
		}
	}
	return whole.Encode(src, e.Effort, e.lists(), b, list)
}

// EncodeText keeps src as text, for a piece of a game that is larger than a
// frame. It counts as the given number of games.
func (e *Encoder) EncodeText(src []byte, games int) (archive.Frame, Counts) {
	e.src, e.ends, e.split = src, gametext.Ends(src, games), false
	f := archive.Frame{Games: int64(games), Input: int64(len(src)), Check: Check(src), Streams: e.textStreams(src, games)}
	return f, Counts{Games: f.Games}
}

// EachGame calls yield with what is known of each game of the frame that was
// encoded last, of whatever kind it became, until it returns false. The input of
// that frame must still be there. A Game is valid until yield returns.
//
// The frame is not decoded. Movetexts are parsed only where the games could not
// be taken apart.
func (e *Encoder) EachGame(yield func(g *Game) bool) {
	if e.split {
		e.splitter.log.Each(e.src, e.ends, &e.splitter.game, yield)
		return
	}
	gametext.EachGame(e.src, e.ends, (&budget.Budget{}).Until(e.ctx), yield)
}
