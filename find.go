package chesszip

import (
	"bytes"
	"iter"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/pgn"
)

// Hit is a game that has a pattern on the board.
type Hit struct {
	Game
	Ply int // half-moves before it has, the first time
}

// Find returns the games that q means, nil for all, and that have a pattern on
// the board, in their order, up to the first error. Moves are replayed as far
// as the pattern may still come: those of the index, if there is one, see
// IndexPositions, or those of the frames. The error is ErrQuery for a malformed
// pattern or query, or damage.
func (a *Archive) Find(p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		want, c, err := compile(p, q)
		if err != nil {
			yield(Hit{}, err)
			return
		}
		// Where most frames have many of the games, texts are decoded at once,
		// instead of moves first.
		var many atomic.Bool
		pass(a, a.groupsFor(c), func(d *gameframe.Decoder, g group) (found []Hit, err error) {
			i := a.inside(g)
			if many.Load() || g.more > 0 {
				tracks, err := i.stream(kindTracks)
				if err != nil {
					return nil, err
				}
				if tracks == nil || g.more > 0 {
					found, err := a.findInTexts(d, i, want, c)
					many.Store(len(found) > a.fewGames())
					return found, err
				}
			}
			places, err := a.places(d, i, want, c)
			if err != nil || len(places) == 0 {
				return nil, err
			}
			which := make([]int, len(places))
			for k, at := range places {
				which[k] = at.game
			}
			games, err := a.texts(d, i, which)
			if err != nil {
				return nil, err
			}
			many.Store(len(games) > a.fewGames())
			for k, game := range games {
				found = append(found, Hit{game, places[k].ply})
			}
			return found, nil
		}, yield)
	}
}

// FindCount returns the number of games that Find would give, without decoding
// their texts.
func (a *Archive) FindCount(p *Pattern, q *Query) (n int64, err error) {
	want, c, err := compile(p, q)
	if err != nil {
		return 0, err
	}
	pass(a, a.groupsFor(c), func(d *gameframe.Decoder, g group) ([]int, error) {
		i := a.inside(g)
		if g.more > 0 {
			found, err := a.findInTexts(d, i, want, c)
			return []int{len(found)}, err
		}
		places, err := a.places(d, i, want, c)
		return []int{len(places)}, err
	}, func(count int, e error) bool {
		n, err = n+int64(count), e
		return true
	})
	return n, err
}

func compile(p *Pattern, q *Query) (*pattern, *query, error) {
	want, err := p.compile()
	if err != nil {
		return nil, nil, err
	}
	c, err := q.compile()
	return want, c, err
}

// findInTexts returns the games of a group that c means and that have a
// pattern, by their texts.
func (a *Archive) findInTexts(d *gameframe.Decoder, i *inside, want *pattern, c *query) (found []Hit, err error) {
	games, err := a.meant(d, i, c)
	if err != nil {
		return nil, err
	}
	s := search{pattern: want}
	var line pgn.Line
	for _, game := range games {
		if ply, ok := s.inText(&line, game.Text); ok {
			if i.group.more == 0 {
				game.Text = bytes.Clone(game.Text) // not to keep its whole frame
			}
			found = append(found, Hit{game, ply})
		}
	}
	return found, nil
}

// places returns which games of a group c means and have a pattern, and where.
func (a *Archive) places(d *gameframe.Decoder, i *inside, want *pattern, c *query) (found []place, err error) {
	s := search{pattern: want}
	packed, err := i.stream(kindTracks)
	if err != nil {
		return nil, err
	}
	if packed == nil {
		// Tags are cheaper than moves.
		which, err := c.which(d, i)
		if err != nil || len(which) == 0 {
			return nil, err
		}
		f, err := i.frame()
		if err != nil {
			return nil, err
		}
		found, err = s.inMoves(d, f, marked(which, int(f.Games)))
		return found, frameError(i.group.frame, err)
	}
	wanted, left, err := c.byNumbers(i)
	if err != nil {
		return nil, err
	}
	tracks, err := i.decodeTracks(packed)
	if err == nil {
		found, err = s.inTracks(tracks, wanted)
	}
	if err != nil {
		return nil, frameError(i.group.index, err)
	}
	if len(found) == 0 || len(left) == 0 {
		return found, nil
	}
	f, err := i.frame()
	if err != nil {
		return nil, err
	}
	which := make([]int, len(found))
	for k, at := range found {
		which[k] = at.game
	}
	meant, err := c.byTags(d, f, left, marked(which, int(f.Games)))
	if err != nil {
		return nil, frameError(i.group.frame, err)
	}
	kept := found[:0]
	for _, at := range found {
		if len(meant) > 0 && meant[0] == at.game {
			meant, kept = meant[1:], append(kept, at)
		}
	}
	return kept, nil
}

// marked returns a set of games of a frame; nil if it has all.
func marked(which []int, games int) []bool {
	if len(which) == games {
		return nil
	}
	set := make([]bool, games)
	for _, i := range which {
		set[i] = true
	}
	return set
}
