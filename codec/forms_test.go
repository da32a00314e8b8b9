package codec_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// item is what a blob holds, or what its reader must know.
type item struct {
	game  gamestate.Game
	known learned.Known
}

// form is one of the blobs that the library offers.
type form struct {
	name   string
	first  byte // of a plain blob
	plain  func(dst []byte, it *item) ([]byte, error)
	check  func(dst []byte, it *item) ([]byte, error)
	decode func(src []byte, it *item) (gamestate.Game, []byte, error)
	// holds is what the blob itself says; the rest the reader knows.
	holds int
	slow  int // how many times longer than by movelist.Fast
}

// The kinds of content of a blob.
const (
	aPosition = iota
	theMoves
	theMovesKnown // and the reader knows of the game
	aGame
)

// ownLevel and ownScheme are a level and a scheme by models of the caller's.
func ownLevel(t testing.TB) *learned.Level {
	l, err := learned.Parse(learned.V1.Bytes())
	require.NoError(t, err)
	return l
}

func ownScheme(t testing.TB) *boardmodel.Scheme {
	s, err := boardmodel.Parse("own", boards.Data())
	require.NoError(t, err)
	return s
}

type namedLevel struct {
	name  string
	level movelist.Level
	slow  int
}

func namedLevels(t testing.TB) []namedLevel {
	return []namedLevel{
		{"movelist.SAN", movelist.SAN, 2}, {"movelist.FromTo", movelist.FromTo, 1},
		{"movelist.LegalIndex", movelist.LegalIndex, 1}, {"movelist.Fast", movelist.Fast, 1},
		{"learned.V1", learned.V1, 6}, {"learned.V1Max", learned.V1Max, 60}, {"learned.Parse", ownLevel(t), 6},
	}
}

// forms returns every blob that the library offers.
func forms(t testing.TB) (all []form) {
	for _, l := range namedLevels(t) {
		level := l.level
		all = append(all, form{
			l.name, level.Method(),
			func(dst []byte, it *item) ([]byte, error) { return level.Append(dst, &it.game) },
			func(dst []byte, it *item) ([]byte, error) { return level.AppendChecked(dst, &it.game) },
			func(src []byte, it *item) (gamestate.Game, []byte, error) {
				moves, rest, err := level.Decode(src, &it.game.Start)
				return gamestate.Game{Start: it.game.Start, Moves: moves}, rest, err
			}, theMoves, l.slow,
		})
		if deep, ok := level.(*learned.Level); ok {
			all = append(all, form{
				l.name + " with Known", level.Method(),
				func(dst []byte, it *item) ([]byte, error) { return deep.AppendKnown(dst, &it.game, &it.known) },
				func(dst []byte, it *item) ([]byte, error) { return deep.AppendKnownChecked(dst, &it.game, &it.known) },
				func(src []byte, it *item) (gamestate.Game, []byte, error) {
					moves, rest, err := deep.DecodeKnown(src, &it.game.Start, &it.known)
					return gamestate.Game{Start: it.game.Start, Moves: moves}, rest, err
				}, theMovesKnown, l.slow,
			})
		}
		all = append(all, form{
			"codec.AppendGame with " + l.name, 0x10 + level.Method(),
			func(dst []byte, it *item) ([]byte, error) { return codec.AppendGame(dst, &it.game, level) },
			func(dst []byte, it *item) ([]byte, error) { return codec.AppendGameChecked(dst, &it.game, level) },
			func(src []byte, _ *item) (gamestate.Game, []byte, error) { return codec.DecodeGame(src, level) },
			aGame, l.slow,
		})
	}
	all = append(all, form{
		"codec.AppendState", 0x53, // its name when the golden values were made
		func(dst []byte, it *item) ([]byte, error) {
			return codec.AppendGame(dst, &it.game, movelist.LegalIndex)
		},
		func(dst []byte, it *item) ([]byte, error) {
			return codec.AppendGameChecked(dst, &it.game, movelist.LegalIndex)
		},
		func(src []byte, _ *item) (gamestate.Game, []byte, error) { return codec.DecodeGame(src) },
		aGame, 1,
	}, form{
		"codec.StoredGame", 0x54,
		func(dst []byte, it *item) ([]byte, error) { return codec.AppendGame(dst, &it.game, movelist.Fast) },
		func(dst []byte, it *item) ([]byte, error) { return codec.StoredGame{Game: it.game}.AppendBinary(dst) },
		func(src []byte, _ *item) (gamestate.Game, []byte, error) {
			var g codec.StoredGame
			err := g.UnmarshalBinary(src)
			return g.Game, nil, err
		}, aGame, 1,
	})
	own, err := codec.NewPalette(7, "own", codec.Default().Schemes()...)
	require.NoError(t, err)
	for _, p := range []struct {
		name    string
		palette *codec.Palette
		first   byte
	}{
		{"codec.Default", codec.Default(), 0x61}, {"codec.Classic", codec.Classic(), 0x62},
		{"boardmodel.Palette", boardmodel.Palette(), 0x63}, {"a palette of one's own", own, 0x6f},
	} {
		all = append(all, positions(p.name, p.first, p.palette.AppendPosition, p.palette.AppendPositionChecked, p.palette.DecodePosition))
	}
	scheme := ownScheme(t)
	return append(all,
		positions("boardmodel.V1", 0x64, boardmodel.V1.Append, boardmodel.V1.AppendChecked, boardmodel.V1.Decode),
		positions("boardmodel.Parse", 0x6e, scheme.Append, scheme.AppendChecked, scheme.Decode),
		positions("codec.AppendPosition", 0x61, codec.AppendPosition, codec.AppendPositionChecked, codec.DecodePosition),
		positions("codec.StoredPosition", 0x61, codec.AppendPosition, func(dst []byte, p *board.Position) ([]byte, error) {
			return codec.StoredPosition{Position: *p}.AppendBinary(dst)
		}, func(src []byte) (board.Position, []byte, error) {
			var p codec.StoredPosition
			err := p.UnmarshalBinary(src)
			return p.Position, nil, err
		}))
}

type appendPosition = func(dst []byte, p *board.Position) ([]byte, error)

func positions(name string, first byte, plain, check appendPosition, decode func(src []byte) (board.Position, []byte, error)) form {
	return form{
		name, first,
		func(dst []byte, it *item) ([]byte, error) { return plain(dst, &it.game.Start) },
		func(dst []byte, it *item) ([]byte, error) { return check(dst, &it.game.Start) },
		func(src []byte, _ *item) (gamestate.Game, []byte, error) {
			p, rest, err := decode(src)
			return gamestate.Game{Start: p}, rest, err
		}, aPosition, 1,
	}
}

// holds reports whether g is what a blob of the form says of an item.
func (f *form) same(g *gamestate.Game, it *item) bool {
	return g.Start == it.game.Start && (f.holds == aPosition || slices.Equal(g.Moves, it.game.Moves))
}

// items returns real games of at most 80 plies, from the start or from some
// position on.
func items(t testing.TB, n int) (list []item) {
	for rec, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, corpus.Sample)), nil).Games() {
		require.NoError(t, err)
		line, ok := rec.MainLine()
		if !ok || len(line.Moves) < 10 {
			continue
		}
		k := len(list)
		skip := k % 7 * len(line.Moves) / 10
		for _, m := range line.Moves[:skip] {
			movegen.Make(&line.Start, m)
		}
		line.Moves = line.Moves[skip:min(len(line.Moves), skip+80)]
		list = append(list, item{line, learned.Known{Result: gamestate.Result(k % 4), WhiteElo: 1000 + 7*k, BlackElo: 2000 - 5*k, Seconds: 60 * k}})
		if len(list) == n {
			break
		}
	}
	require.Len(t, list, n)
	return list
}
