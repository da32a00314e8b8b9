// Package sheet turns the games of one frame into columns and back: the texts
// of tags, the moves, the comments, and a script of how they were laid out.
// It knows chess and PGN, but no files.
//
// # Columns
//
// Each game is cut into its tags and the steps of its movetext. What a step
// is, what stands between two of them, and how a move is spelled follow habits
// nearly always; the script holds only what departs from them.
//
//	[Event "]Casual game["]\n[Site "]...       literals: script    values: a column for each name
//	1. e4 e5 2. Nf3 {best} Nc6 ... 1-0\n\n     steps: script       moves: moves   text: comments, words
//
// Any bytes can be coded. What comes out of the columns is compared with the
// input; where it differs, or where the columns are larger than the input
// packed as text, the input is kept as text, and where that does not help
// either, as it is.
package sheet

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/column"
	"github.com/chesszip/chesszip/internal/roll"
	"github.com/chesszip/chesszip/movelist/learned"
)

// MaxInput is the largest input of one sheet in bytes.
const MaxInput = 4 << 20

// maxValues is how many values all columns of a sheet may have together. Each
// takes two bytes of the input at least, but for the oddest of inputs, which
// are kept as text.
func maxValues(input int) int { return input/2 + 16 }

// Kinds of streams.
const (
	kindStored   = 1 // the input as it is
	kindPacked   = 2 // the input as one text
	kindScript   = 3
	kindSpelled  = 4  // new texts of the script
	kindWords    = 5  // steps that are spelled out
	kindComments = 6  // new texts of the comments
	kindMoves    = 7  // by the fast level
	kindLearned  = 8  // by a learned level
	kindRemarks  = 9  // comments
	kindHeads    = 10 // literals between tags, and numbers of half-moves
	kindLiterals = 11 // new literals
	kindRolled   = 12 // the input as a list of positions
	kindTags     = 16 // and up: the values of each tag, by first appearance
)

// maxTagColumns is the number of tags with a column of their own; the values
// of all others share the last one.
const maxTagColumns = 64

// ErrCorrupt says that streams are damaged, or were made by no Encoder.
var ErrCorrupt = errors.New("sheet: corrupt input")

// ErrModel says that moves were coded by a learned level that the Decoder does
// not have.
var ErrModel = errors.New("sheet: the moves need a model")

func corrupt(msg string) error { return fmt.Errorf("%w: %s", ErrCorrupt, msg) }

// Counts says what was coded.
type Counts struct {
	Games, Plies int64 // plies of main lines and variations that were coded as moves
	MoveBytes    int64
	// Columns says whether the games were taken apart: if not, the input is
	// kept as text.
	Columns bool
}

// Encoder codes sheets, one after the other. The zero Encoder is ready to use;
// it is not for several goroutines at once.
type Encoder struct {
	// Effort is how hard texts are packed.
	Effort column.Effort
	// Level codes the moves; nil is the fast level.
	Level *learned.Level
	// Unchecked leaves out decoding and comparing what was encoded.
	Unchecked bool

	enc encoder
	dec Decoder
	out []byte
}

// Encode codes src, which holds the given number of games and is at most
// MaxInput bytes long, as a frame. Ends are where each game's text ends in
// src; the last is len(src).
func (e *Encoder) Encode(src []byte, ends []int) (archive.Frame, Counts) {
	f := archive.Frame{Games: int64(len(ends)), Input: int64(len(src))}
	var c Counts
	e.enc.effort = e.Effort
	if e.Level != nil && e.enc.learned == nil {
		e.enc.learned, e.dec.Level = e.Level.NewWriter(), e.Level
	}
	if len(ends) > 0 && e.enc.run(src, ends) {
		f.Streams = e.enc.streams()
		c.Plies, c.MoveBytes, c.Columns = e.enc.plies, int64(e.enc.moveBytes), true
		if !e.Unchecked && !e.check(&f, src) {
			f.Streams = nil
		}
	}
	c.Games = f.Games
	if f.Streams == nil || c.Plies == 0 || size(f.Streams)*worthPacking > len(src) {
		// Columns are worth some bytes, since games can be found in them: text
		// must be half as long to be preferred, or the columns gain nothing.
		if s := e.textStreams(src); f.Streams == nil || 10*size(s) < 9*size(f.Streams) || size(f.Streams) >= len(src) {
			f.Streams = s
			c.Plies, c.MoveBytes, c.Columns = 0, 0, false
		}
	}
	e.enc.noted.note(src, ends, c.Columns)
	return f, c
}

// check reports whether f gives src back.
func (e *Encoder) check(f *archive.Frame, src []byte) bool {
	got, err := e.dec.Decode(e.out[:0], f)
	e.out = got
	return err == nil && bytes.Equal(got, src)
}

// worthPacking is the ratio of input to columns above which packing the input
// as text is not tried: no text coder reaches it on anything that has games. What
// has no moves may be a list of positions.
const worthPacking = 6

// textStreams keeps src as text, or as a list of positions.
func (e *Encoder) textStreams(src []byte) []archive.Stream {
	if rolled, ok := roll.Append(nil, src, e.Effort == column.Thorough); ok {
		f := archive.Frame{Input: int64(len(src)), Streams: []archive.Stream{{Kind: kindRolled, Data: rolled}}}
		if e.Unchecked || e.check(&f, src) {
			return f.Streams
		}
	}
	if packed := column.Append(nil, [][]byte{src}, e.Effort); len(packed) < len(src) {
		return []archive.Stream{{Kind: kindPacked, Data: packed}}
	}
	return []archive.Stream{{Kind: kindStored, Data: src}}
}

func size(streams []archive.Stream) (n int) {
	for _, s := range streams {
		n += len(s.Data) + 4
	}
	return n
}

// Decoder gives the input of sheets back. The zero Decoder is ready to use; it
// is not for several goroutines at once.
type Decoder struct {
	// Level reads the moves that a learned level coded; nil if there are none.
	Level *learned.Level

	dec decoder
}

// Decode appends the input of which f was made to dst. The error is ErrCorrupt
// or one of the columns' own.
func (d *Decoder) Decode(dst []byte, f *archive.Frame) ([]byte, error) {
	if f.Input > MaxInput || f.Games > f.Input {
		return dst, corrupt("the frame claims more than a sheet holds")
	}
	before := len(dst)
	dst, err := d.decode(dst, f)
	if err == nil && int64(len(dst)-before) != f.Input {
		err = corrupt("the frame's input is longer or shorter than it claims")
	}
	return dst, err
}

func (d *Decoder) decode(dst []byte, f *archive.Frame) ([]byte, error) {
	if b, ok := f.Stream(kindStored); ok {
		return append(dst, b...), nil
	}
	if b, ok := f.Stream(kindPacked); ok {
		v, err := column.Decode(b, 1, int(f.Input))
		if err != nil {
			return dst, err
		}
		return append(dst, v[0]...), nil
	}
	if b, ok := f.Stream(kindRolled); ok {
		v, err := roll.Decode(b, int(f.Input))
		if err != nil {
			return dst, corrupt(err.Error())
		}
		return append(dst, v...), nil
	}
	d.dec.level = d.Level
	return d.dec.run(dst, f)
}

// EncodeText keeps src as text, for a piece of a game that is larger than a
// sheet. It counts as the given number of games.
func (e *Encoder) EncodeText(src []byte, games int) (archive.Frame, Counts) {
	f := archive.Frame{Games: int64(games), Input: int64(len(src)), Streams: e.textStreams(src)}
	e.enc.noted.note(src, nil, false)
	return f, Counts{Games: f.Games}
}

// streamNames are what the streams hold, but for those of tags.
var streamNames = map[uint16]string{
	kindStored: "stored", kindPacked: "text", kindRolled: "positions", kindScript: "layout", kindSpelled: "new layout",
	kindWords: "words", kindComments: "new comments", kindRemarks: "comments", kindMoves: "moves", kindLearned: "moves",
	kindHeads: "lengths", kindLiterals: "new tags",
}

// StreamNames says in words what each stream of a frame holds, a tag's being
// its name in brackets; empty for a kind that it does not know.
func (d *Decoder) StreamNames(f *archive.Frame) ([]string, error) {
	names := make([]string, len(f.Streams))
	for i, s := range f.Streams {
		names[i] = streamNames[s.Kind]
	}
	if _, ok := f.Stream(kindHeads); !ok || IsText(f) {
		return names, nil
	}
	if err := d.dec.openHeads(f); err != nil {
		return nil, err
	}
	for i, s := range f.Streams {
		if k := int(s.Kind) - kindTags; k >= 0 && k < len(d.dec.table.Columns) {
			names[i] = "[" + d.dec.table.Columns[k].Name + "]"
		}
	}
	return names, nil
}
