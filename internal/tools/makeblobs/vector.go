package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// vector is a blob, the parameters of its reader, and the decoded value.
type vector struct {
	name    string
	method  byte // first byte of the plain form for the reader
	game    gamestate.Game
	known   *learned.Known
	blob    []byte
	refused string // why, empty if the reader accepts the blob
	class   string // of refusal
}

// level returns the level of the lower four bits of a method, or nil.
func level(method byte) movelist.Level {
	if method&15 == 15 {
		return ownLevel
	}
	for _, l := range append(movelist.Levels(), learned.V1, learned.V1Max) {
		if l.Method()&15 == method&15 {
			return l
		}
	}
	return nil
}

// The high bits of methods, which select the kind of a blob.
const (
	kindBits  = 0xf0
	moves     = 0x40
	wholeGame = 0x50
)

// learnedCode is the method of positions without a palette.
const learnedCode = byte(blob.PositionV1)

// A user's models and palette: the models are those of chesszip, read as a user's.
var (
	ownLevel  = must(learned.Parse(learned.V1.Bytes()))
	ownBoards = must(boardmodel.Parse("own", boards.Data()))
	ownNames  = []string{"nibble", "base13", "variable", "numbered"}
)

// must returns a value whose error must be nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// ownID is the id of ownPalette.
const ownID = 7

// ownPalette returns the palette of ownNames.
func ownPalette() (*codec.Palette, error) {
	var schemes []codec.Scheme
	for _, name := range ownNames {
		s, _ := codec.ByName(name)
		schemes = append(schemes, s)
	}
	return codec.NewPalette(ownID, "own", schemes...)
}

// own names the user's model or palette of a vector, empty for the others.
func (v *vector) own() string {
	switch blob.Method(v.method) {
	case blob.MovesOwn, 0x5f:
		return "default.czm"
	case blob.PositionOwn:
		return "squares.czs"
	case blob.PositionOwnPalette:
		return fmt.Sprint(ownID, " ", strings.Join(ownNames, " "))
	}
	return ""
}

// boards returns the scheme of the learned code for the method of a vector; false if
// there is none.
func (v *vector) boards() (*boardmodel.Scheme, bool) {
	if blob.Method(v.method) == blob.PositionOwn {
		return ownBoards, true
	}
	return boardmodel.V1, v.method == learnedCode
}

// write returns the blob of a vector by its method.
func (v *vector) write(checked bool) (blob []byte, err error) {
	l := level(v.method)
	switch v.method & kindBits {
	case moves:
		if deep, ok := l.(*learned.Level); ok && v.known != nil {
			if checked {
				return deep.AppendKnownChecked(nil, &v.game, v.known)
			}
			return deep.AppendKnown(nil, &v.game, v.known)
		}
		if checked {
			return l.AppendChecked(nil, &v.game)
		}
		return l.Append(nil, &v.game)
	case wholeGame:
		if checked {
			return codec.AppendGameChecked(nil, &v.game, l)
		}
		return codec.AppendGame(nil, &v.game, l)
	}
	if s, ok := v.boards(); ok {
		if checked {
			return s.AppendChecked(nil, &v.game.Start)
		}
		return s.Append(nil, &v.game.Start)
	}
	s, err := v.palette()
	if err != nil {
		return nil, err
	}
	if checked {
		return s.AppendPositionChecked(nil, &v.game.Start)
	}
	return s.AppendPosition(nil, &v.game.Start)
}

func (v *vector) palette() (*codec.Palette, error) {
	for _, s := range append(codec.Palettes(), boardmodel.Palette()) {
		if s.Method() == v.method {
			return s, nil
		}
	}
	if blob.Method(v.method) == blob.PositionOwnPalette {
		return ownPalette()
	}
	return nil, fmt.Errorf("%s: no palette has the method %#02x", v.name, v.method)
}

// classOf returns the class of refusal of an error, section 5 of SPEC.md.
func classOf(err error) string {
	switch {
	case errors.Is(err, blob.ErrMethod):
		return "method"
	case errors.Is(err, blob.ErrChecksum):
		return "checksum"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "truncated"
	}
	return "damaged"
}

// read returns what the reader for a vector's method decodes from its blob.
func (v *vector) read() (g gamestate.Game, err error) {
	var rest []byte
	l := level(v.method)
	switch v.method & kindBits {
	case moves:
		g.Start = v.game.Start
		if deep, ok := l.(*learned.Level); ok && v.known != nil {
			g.Moves, rest, err = deep.DecodeKnown(v.blob, &g.Start, v.known)
		} else {
			g.Moves, rest, err = l.Decode(v.blob, &g.Start)
		}
	case wholeGame:
		g, rest, err = codec.DecodeGame(v.blob, l)
	default:
		if s, ok := v.boards(); ok {
			g.Start, rest, err = s.Decode(v.blob)
			break
		}
		var s *codec.Palette
		if s, err = v.palette(); err == nil {
			g.Start, rest, err = s.DecodePosition(v.blob)
		}
	}
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes after it", len(rest))
	}
	return g, err
}

// says describes a game by a method, in the form of a vector: the position, the moves,
// or both.
func (v *vector) says(g *gamestate.Game) string {
	var parts []string
	if v.method&kindBits != moves {
		parts = append(parts, g.Start.String())
	}
	if v.method&kindBits == moves || v.method&kindBits == wholeGame {
		var words []string
		for _, m := range g.Moves {
			words = append(words, strings.ReplaceAll(m.String(), "-", ""))
		}
		parts = append(parts, strings.Join(words, " "))
	}
	return strings.Join(parts, " | ")
}

// text returns a vector as a block of lines.
func (v *vector) text() string {
	var s strings.Builder
	fmt.Fprintf(&s, "name: %s\nmethod: %02x\n", v.name, v.method)
	if v.method&kindBits == moves {
		start := v.game.Start.String()
		if v.game.Start == board.Start() {
			start = "startpos"
		}
		fmt.Fprintf(&s, "start: %s\n", start)
	}
	if k := v.known; k != nil {
		fmt.Fprintf(&s, "known: %d %d %d %d %d\n", k.Result, k.Ending, k.WhiteElo, k.BlackElo, k.Seconds)
	}
	if own := v.own(); own != "" {
		fmt.Fprintf(&s, "own: %s\n", own)
	}
	fmt.Fprintf(&s, "blob: %s\n", hex.EncodeToString(v.blob))
	if v.refused != "" {
		fmt.Fprintf(&s, "refused: %s\nwhy: %s\n", v.class, v.refused)
	} else {
		fmt.Fprintf(&s, "gives: %s\n", v.says(&v.game))
	}
	return s.String()
}
