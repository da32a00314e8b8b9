package vectors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/vectors"
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
	stepOpen   = 7
	stepClose  = 8
	stepResult = 9
	stepEnd    = 11
)

// script is a script of games.md, 5, for games without variations.
type script struct {
	e                    *rangecoder.Encoder
	same                 rangecoder.Bit
	style, wrap, dialect rangecoder.Number
	departures           [2]rangecoder.Number
	where                [3]rangecoder.Number
	mask                 [6][2]rangecoder.Bit
	gap, suffix, form    rangecoder.Number
	run                  [4][2]rangecoder.Number // after a result, and at the beginning
	all                  [12][4][2]rangecoder.Bit
	step                 [16][4]rangecoder.Tree
	result               rangecoder.Tree
	games, had           int
}

// unusual is the unusual parts of a game.
type unusual struct {
	style                  int  // distance in styles, -1 for the same
	departure, part, value int  // the step, or -1; its parts; the value of one
	op, result             int  // op replaces the result
	short                  bool // a move less than the game has
}

// usualGame is a game with nothing unusual.
var usualGame = unusual{style: -1, departure: -1, op: stepResult, result: 3}

// game encodes a game of two moves.
func (s *script) game(g unusual) {
	if s.games++; s.games > 1 {
		if g.style < 0 {
			s.same.Encode(s.e, 1)
		} else {
			s.same.Encode(s.e, 0)
			s.style.Encode(s.e, g.style)
		}
	}
	if s.games == 1 || g.style == 0 {
		s.wrap.Encode(s.e, 0)
		s.dialect.Encode(s.e, 0)
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
	of, k := 3, 2 // the tree of the step after the moves, and the moves before it
	if g.short {
		s.all[stepEnd][0][0].Encode(s.e, 0)
		s.run[0][stepEnd%2].Encode(s.e, 1)
		of, k = 1, 1
	} else {
		s.all[stepEnd][0][0].Encode(s.e, 1)
	}
	s.step[stepEnd][of].Encode(s.e, g.op)
	if g.op == stepResult { // nothing of the main line follows
		s.result.Encode(s.e, g.result)
		s.run[k][0].Encode(s.e, 0)
		s.step[g.op][0].Encode(s.e, stepEnd)
	} else {
		s.step[g.op][2].Encode(s.e, stepEnd)
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
		{"a move fewer than the game has", func(_, g *unusual) { g.short = true }, false},
		{"a result that is none", func(g, _ *unusual) { g.result = 4 }, false},
		{"step 12", func(g, _ *unusual) { g.op = 12 }, false},
		{"step 0", func(g, _ *unusual) { g.op = 0 }, false},
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
		list = append(list, takenFrame(t, c.name+", which is taken", params, &changed, text))
	}
	return list
}
