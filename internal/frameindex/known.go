package frameindex

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
)

// Known is what an index frame says of the games of its frame, for who decodes them.
type Known struct {
	ctx    context.Context
	frame  *archive.Frame
	games  int
	replay *Replay // nil for none
}

// NewKnown returns what an index frame says of the games of a frame, whose texts are input
// bytes long. What of it is damaged says nothing. It is read until ctx is done.
func NewKnown(ctx context.Context, f *archive.Frame, games, input int) *Known {
	k := &Known{ctx: ctx, frame: f, games: games}
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

// Values returns for each game the value of its first tag of a name, as it stands in the
// text, nil where it has none; nil if the index frame does not say them.
func (k *Known) Values(tag string) [][]byte { return Values(k.ctx, k.frame, k.games, tag) }

// Values is Known.Values of an index frame of so many games.
func Values(ctx context.Context, f *archive.Frame, games int, tag string) [][]byte {
	for black, name := range players {
		if src, ok := f.Stream(KindPlayers); ok && tag == name {
			return playersOf(ctx, src, games, black)
		}
	}
	if slices.Contains(spelledTags[:], tag) {
		return spellingsOf(ctx, f, games, tag)
	}
	src, ok := f.Stream(KindTexts)
	if !ok || !SaysTexts(tag) {
		return nil
	}
	t, err := ParseTexts(ctx, src, games, tag)
	if err != nil || t == nil {
		return nil
	}
	all := make([][]byte, games)
	for i, n := range t.Games {
		if n > 0 {
			all[i] = t.Values[n-1]
		}
	}
	return all
}

func spellingsOf(ctx context.Context, f *archive.Frame, games int, tag string) [][]byte {
	src, says := f.Stream(KindSpellings)
	numbers, has := f.Stream(KindNumbers)
	if !says || !has {
		return nil
	}
	columns, err := ParseColumns(numbers, games)
	if err != nil {
		return nil
	}
	all, err := ParseSpellings(ctx, src, columns, games, tag)
	if err != nil {
		return nil
	}
	return all
}

func playersOf(ctx context.Context, src []byte, games, black int) [][]byte {
	p, err := ParsePlayers(ctx, src, games)
	if err != nil {
		return nil
	}
	numbers, err := p.Append(nil, black)
	if err != nil || len(numbers) != games {
		return nil
	}
	all := make([][]byte, games)
	for i, n := range numbers {
		if n > 0 {
			all[i] = p.Names[n-1]
		}
	}
	return all
}
