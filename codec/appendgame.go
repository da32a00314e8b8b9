package codec

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/movelist"
)

// AppendGame appends a whole game: its start position by the default palette, and its
// moves by the given level.
//
//	| 0x10 + the level's byte | start position | moves |
//
// It fails for a move that is not legal, with a *movelist.IllegalError.
func AppendGame(dst []byte, g *gamestate.Game, level movelist.Level) ([]byte, error) {
	return appendGame(dst, g, level, false)
}

// AppendGameChecked appends g as AppendGame does, with a checksum of two bytes.
// DecodeGame detects altered bytes, and a model other than the writer's, except for
// one case in 65,536.
func AppendGameChecked(dst []byte, g *gamestate.Game, level movelist.Level) ([]byte, error) {
	return appendGame(dst, g, level, true)
}

func appendGame(dst []byte, g *gamestate.Game, level movelist.Level, checked bool) ([]byte, error) {
	at := len(dst)
	out, err := defaultPalette.appendBody(blob.Begin(dst, blob.Method(level.Method()).Game(), checked), &g.Start)
	if err != nil {
		return dst, err
	}
	if out, err = level.AppendMoves(out, g); err != nil {
		return dst, err
	}
	blob.Finish(out[at:], 0, &g.Start, g.Moves)
	return out, nil
}

// DecodeGame reads a game of AppendGame, AppendGameChecked or StoredGame
// by a level of package movelist or by one of those given, such as learned.V1, and
// returns the bytes after it. It fails with ErrMethod for a blob of another method or
// level, with ErrCorrupt, or with io.ErrUnexpectedEOF where the start position ends
// too early.
func DecodeGame(src []byte, levels ...movelist.Level) (g gamestate.Game, rest []byte, err error) {
	return AppendDecodeGame(nil, src, levels...)
}

// AppendDecodeGame is DecodeGame with memory for the moves: it appends them to dst, and
// the result is g.Moves. So one slice serves for many games, of which each is read
// before the next is decoded.
func AppendDecodeGame(dst []board.Move, src []byte, levels ...movelist.Level) (g gamestate.Game, rest []byte, err error) {
	m, _, err := blob.Of(src)
	if err != nil {
		return gamestate.Game{}, src, headError(err)
	}
	// If the caller gives two models, one may refuse what the other wrote.
	for _, l := range levels {
		if blob.Method(l.Method()).Game() == m {
			if g, rest, err = decodeGame(dst, src, l); !errors.Is(err, ErrMethod) {
				return g, rest, err
			}
		}
	}
	if err != nil {
		return gamestate.Game{}, src, err
	}
	level := movelist.Fast
	for _, l := range [...]movelist.Level{movelist.SAN, movelist.FromTo, movelist.LegalIndex} {
		if blob.Method(l.Method()).Game() == m {
			level = l
		}
	}
	return decodeGame(dst, src, level)
}

// decodeGame reads a game of appendGame with the same level.
func decodeGame(dst []board.Move, src []byte, level movelist.Level) (g gamestate.Game, rest []byte, err error) {
	h, body, err := blob.Open(src, blob.Method(level.Method()).Game())
	if err != nil {
		return gamestate.Game{}, src, headError(err)
	}
	c := defaultPalette.coder()
	defer defaultPalette.free(c)
	start := &c.game.Start
	*start, rest, err = defaultPalette.decodeBody(body)
	if err != nil {
		return gamestate.Game{}, src, err
	}
	bit := 8 * (len(src) - len(rest))
	moves, rest, err := level.DecodeMoves(dst, rest, start)
	if err != nil {
		if errors.Is(err, ErrMethod) {
			return gamestate.Game{}, src, fmt.Errorf("codec: read game: %w", err)
		}
		return gamestate.Game{}, src, &CorruptError{Bit: bit, Err: err}
	}
	if err := h.Verify(0, body[:len(body)-len(rest)], start, moves[len(dst):]); err != nil {
		return gamestate.Game{}, src, headError(err)
	}
	return gamestate.Game{Start: *start, Moves: moves}, rest, nil
}
