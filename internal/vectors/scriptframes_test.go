package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/vectors"
)

// Parts of a departure, games.md, 5.3.
const (
	partGap    = 1
	partNumber = 4
	partSuffix = 8
	partForm   = 32
)

// Steps of games.md, 5.4.
const (
	stepNAG    = 5
	stepResult = 9
	stepEnd    = 11
)

// script is a script of games.md, 5, of games without variations.
type script struct {
	e                                *rangecoder.Encoder
	same                             rangecoder.Bit
	style, wrap, width, dialect, nag rangecoder.Number
	crlf                             rangecoder.Bit
	departures                       [2]rangecoder.Number
	where                            [3]rangecoder.Number
	mask                             [6][2]rangecoder.Bit
	gap, suffix, form                rangecoder.Number
	run                              [4][2]rangecoder.Number // behind a result, and at the beginning
	all                              [12][4][2]rangecoder.Bit
	step                             [16][4]rangecoder.Tree
	result                           rangecoder.Tree
	games, had                       int
}

// unusual is what is unusual in a game.
type unusual struct {
	style, wrap, width, dialect int  // style: how many styles ago, if there is one
	departure, part, value      int  // the step, -1 for none; its parts; the value of one
	nag, op, result             int  // op: in the place of the result
	short                       bool // a move fewer than the game has
}

// usualGame is a game without anything unusual.
var usualGame = unusual{style: -1, departure: -1, nag: -1, op: stepResult, result: 3}

// game writes a game of two moves.
func (s *script) game(g unusual) {
	if s.games++; s.games > 1 {
		if g.style < 0 && g.wrap == 0 && g.dialect == 0 {
			s.same.Encode(s.e, 1)
		} else {
			s.same.Encode(s.e, 0)
			s.style.Encode(s.e, max(g.style, 0))
		}
	}
	if s.games == 1 || g.style == 0 {
		s.wrap.Encode(s.e, g.wrap)
		if g.wrap > 0 {
			s.width.Encode(s.e, g.width)
			s.crlf.Encode(s.e, 0)
		}
		s.dialect.Encode(s.e, g.dialect)
	}
	n := 0
	if g.departure >= 0 {
		n = 1
	}
	s.departures[s.had].Encode(s.e, n)
	if s.had = n; n > 0 {
		s.where[0].Encode(s.e, g.departure)
		before := 0
		for b := range 6 {
			bit := g.part >> b & 1
			s.mask[b][before].Encode(s.e, bit)
			before |= bit
		}
		switch {
		case g.part&partGap != 0:
			s.gap.Encode(s.e, g.value)
		case g.part&partSuffix != 0:
			s.suffix.Encode(s.e, g.value)
		default:
			s.form.Encode(s.e, g.value)
		}
	}
	prev, of, k := stepEnd, 3, 2 // the step before, its tree, and the moves before it
	if g.short {
		s.all[stepEnd][0][0].Encode(s.e, 0)
		s.run[0][stepEnd%2].Encode(s.e, 1)
		of, k = 1, 1
	} else {
		s.all[stepEnd][0][0].Encode(s.e, 1)
	}
	step := func(op int) {
		s.step[prev][of].Encode(s.e, op)
		prev, of = op, 2
	}
	if g.nag >= 0 {
		step(stepNAG)
		s.nag.Encode(s.e, g.nag)
	}
	if step(g.op); g.op == stepResult {
		s.result.Encode(s.e, g.result)
	}
	// Behind the result nothing is of the main line.
	if g.op == stepResult {
		if g.nag >= 0 {
			k = 0
		}
		s.run[k][0].Encode(s.e, 0)
		s.step[prev][0].Encode(s.e, stepEnd)
	} else {
		step(stepEnd)
	}
}

// scripted returns frames of two games with a script that no writer makes.
func scripted(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	const game = "[White \"a\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"
	params, f := frameOf(t, game+game)
	at := slices.IndexFunc(f.Streams, func(s archive.Stream) bool { return s.Kind == 3 })
	require.GreaterOrEqual(t, at, 0)
	for _, c := range []struct {
		name   string
		change func(first, second *unusual)
		taken  bool
	}{
		{"a script of two games", func(_, _ *unusual) {}, true},
		{"a suffix that dictionaries begin with", func(g, _ *unusual) { g.departure, g.part, g.value = 1, partNumber|partSuffix, 3 }, true},
		{"a form of 15 bits that is not used", func(g, _ *unusual) { g.departure, g.part, g.value = 3, partForm, 32767 }, true},
		{"a form of 16 bits", func(g, _ *unusual) { g.departure, g.part, g.value = 3, partForm, 32768 }, false},
		{"a departure of a step behind the last", func(g, _ *unusual) { g.departure, g.part, g.value = 4, partForm, 1 }, false},
		{"a gap beyond the list of gaps", func(g, _ *unusual) { g.departure, g.part, g.value = 3, partGap, 10 }, false},
		{"a NAG of 256", func(g, _ *unusual) { g.nag = 256 }, false},
		{"a move fewer than the game has", func(_, g *unusual) { g.short = true }, false},
		{"a result that is none", func(g, _ *unusual) { g.result = 4 }, false},
		{"step 12", func(g, _ *unusual) { g.op = 12 }, false},
		{"step 0", func(g, _ *unusual) { g.op = 0 }, false},
		{"lines that break in a way that is none", func(g, _ *unusual) { g.wrap, g.width = 3, 80 }, false},
		{"lines of width 4,097", func(g, _ *unusual) { g.wrap, g.width = 1, 4097 }, false},
		{"a dialect of 17 bits", func(g, _ *unusual) { g.dialect = 65536 }, false},
		{"the style of two games before, where there is one", func(_, g *unusual) { g.style = 2 }, false},
		{"the style of one game before, by its number", func(_, g *unusual) { g.style = 1 }, true},
		{"a new style that is as the one before", func(_, g *unusual) { g.style = 0 }, true},
	} {
		s := script{e: rangecoder.NewEncoder(nil)}
		first, second := usualGame, usualGame
		c.change(&first, &second)
		s.game(first)
		s.game(second)
		changed := *f
		changed.Streams = slices.Clone(f.Streams)
		changed.Streams[at].Data = s.e.Finish()
		text := game + game
		switch c.name {
		case "a NAG of 256": // the rest is as if it were taken
			text = strings.Replace(game, "*\n", "$256 *\n", 1) + game
		case "a move fewer than the game has":
			text = game + strings.Replace(game, "e4 e5", "e4", 1)
		case "a suffix that dictionaries begin with":
			text = strings.ReplaceAll(text, " e5", " 1. ... e5")
		}
		changed.Input, changed.Check = int64(len(text)), uint32(xxhash.Sum64String(text))
		if !c.taken {
			list = append(list, refusedFrame(t, c.name, params, &changed))
			continue
		}
		built := frame{games: uint64(f.Games), input: uint64(changed.Input), check: changed.Check}
		for _, s := range changed.Streams {
			built.streams = append(built.streams, stream{uint64(s.Kind), s.Data})
		}
		got, err := unpacked(t, archived(header(2, 0, 0, params), nil, built))
		require.NoError(t, err, c.name)
		require.Equal(t, text, got, c.name)
		list = append(list, frameVector(fmt.Sprintf("%s, which is taken", c.name), params, &changed, text))
	}
	return list
}
