package index

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
)

// Known is the data of an index frame that a decoder of the games can use.
type Known struct {
	*TagValues
	replay *Replay // or nil
}

// NewKnown returns the data of an index frame for games whose texts are input bytes
// long. Damaged parts are treated as missing. Ctx limits later reads too.
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

// TagValues are the values of tags in an index frame.
type TagValues struct {
	ctx     context.Context
	frame   *archive.Frame
	games   int
	left    int // bytes that different values may still have; the texts of the games bound them
	players *PlayerNames
}

// NewTagValues returns the values of tags of games whose texts are input bytes long.
// Reads end when ctx is done.
func NewTagValues(ctx context.Context, f *archive.Frame, games, input int) *TagValues {
	return &TagValues{ctx: ctx, frame: f, games: games, left: input}
}

// Values returns for each game the value of its first tag with a name, as written in the
// text, or nil if it has none. It returns nil if the index frame does not have the tag,
// or has more bytes than the texts of the games can hold.
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

// hold counts different values. If they are too long, it returns false, and all later
// calls do.
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
