package index

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
)

// Known is what an index frame says of the games of its frame, for who decodes them.
type Known struct {
	*TagValues
	replay *Replay // nil for none
}

// NewKnown returns what an index frame says of the games of a frame, whose texts are input
// bytes long. What of it is damaged says nothing. It is read until ctx is done.
func NewKnown(ctx context.Context, f *archive.Frame, games, input int) *Known {
	k := &Known{TagValues: NewTagValues(ctx, f, games, input)}
	if src, ok := f.Stream(KindMoves); ok {
		k.replay, _ = ParseReplay(ctx, src, games, input)
	}
	return k
}

// Line is Replay.Line.
func (k *Known) Line(game, plies int) []board.Move {
	if k.replay == nil {
		return nil
	}
	return k.replay.Line(game, plies)
}

// Knows is Replay.Knows.
func (k *Known) Knows(game int) bool { return k.replay != nil && k.replay.Knows(game) }

// TagValues is what an index frame says of the tags of the games of its frame.
type TagValues struct {
	ctx     context.Context
	frame   *archive.Frame
	games   int
	left    int // bytes that different values may still have: no more than the texts of the games
	players *PlayerNames
}

// NewTagValues returns what an index frame says of the tags of games whose texts are input
// bytes long, until ctx is done.
func NewTagValues(ctx context.Context, f *archive.Frame, games, input int) *TagValues {
	return &TagValues{ctx: ctx, frame: f, games: games, left: input}
}

// Values returns for each game the value of its first tag of a name, as it stands in the
// text, nil where it has none; nil if the index frame does not say them, or more than the
// texts of the games can hold.
func (v *TagValues) Values(tag string) [][]byte {
	if side := slices.Index(players[:], tag); side >= 0 {
		return v.names(side)
	}
	if slices.Contains(spelledTags[:], tag) {
		return v.spellings(tag)
	}
	src, ok := v.frame.Stream(KindTexts)
	if !ok || !SaysTexts(tag) {
		return nil
	}
	t, err := parseTextsOf(v.ctx, src, v.games, textTags[:], tag, v.left)
	if err != nil || t == nil || !v.hold(t.Values) {
		return nil
	}
	all := make([][]byte, v.games)
	for i, n := range t.Games {
		if n > 0 {
			all[i] = t.Values[n-1]
		}
	}
	return all
}

// hold counts different values; false, and nothing is left, if they are too long.
func (v *TagValues) hold(values [][]byte) bool {
	for _, x := range values {
		if v.left -= len(x); v.left < 0 {
			v.left = 0
			return false
		}
	}
	return true
}

func (v *TagValues) spellings(tag string) [][]byte {
	src, says := v.frame.Stream(KindSpellings)
	numbers, has := v.frame.Stream(KindNumbers)
	if !says || !has {
		return nil
	}
	columns, err := ParseColumns(numbers, v.games)
	if err != nil {
		return nil
	}
	other, err := parseTextsOf(v.ctx, src, v.games, spelledTags[:], tag, v.left)
	if err != nil || other == nil || !v.hold(other.Values) {
		return nil
	}
	return spelled(columns, other, tag)
}

func (v *TagValues) names(side int) [][]byte {
	if v.players == nil {
		src, ok := v.frame.Stream(KindPlayers)
		if !ok {
			return nil
		}
		p, err := parsePlayers(v.ctx, src, v.games, v.left)
		if err != nil || !v.hold(p.Names) {
			return nil
		}
		v.players = p
	}
	numbers, err := v.players.Append(nil, side)
	if err != nil || len(numbers) != v.games {
		return nil
	}
	all := make([][]byte, v.games)
	for i, n := range numbers {
		if n > 0 {
			all[i] = v.players.Names[n-1]
		}
	}
	return all
}
