package chesszip

import (
	"iter"

	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Headers returns what the tags of all games say, in their order, up to the
// first error. It decodes tags only.
func (a *Archive) Headers() iter.Seq2[Header, error] { return a.Filter(nil) }

// Filter returns what the tags of the games that q means say, in their order,
// up to the first error. It decodes tags only, and passes over frames of which
// the index says that they hold no such game. The error is ErrQuery for a
// malformed query, or damage.
func (a *Archive) Filter(q *Query) iter.Seq2[Header, error] {
	return func(yield func(Header, error) bool) {
		c, err := q.compile()
		if err != nil {
			yield(Header{}, err)
			return
		}
		pass(a, a.groupsFor(c), func(d *gameframe.Decoder, g group) (found []Header, err error) {
			i := a.inside(g)
			// Only frames that have such a game are worth all their tags.
			which, err := c.which(d, i)
			if err != nil || len(which) == 0 {
				return nil, err
			}
			f, err := i.frame()
			if err != nil {
				return nil, err
			}
			number := a.r.FirstGame(g.frame)
			err = eachTags(d, f, func(game int, tags []tagvalue.Tag, plies int) bool {
				if which[0] == game {
					which = which[1:]
					found = append(found, newHeader(number+int64(game), tags, plies))
				}
				return len(which) > 0
			})
			if err == nil && len(which) > 0 {
				err = errFewer
			}
			return found, frameError(g.frame, err)
		}, yield)
	}
}

// FilterGames returns the texts of the games that q means, as Filter does;
// frames without any are not decoded further than their tags.
func (a *Archive) FilterGames(q *Query) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		c, err := q.compile()
		if err != nil {
			yield(Game{}, err)
			return
		}
		if c.asksNothing() {
			a.All()(yield)
			return
		}
		pass(a, a.groupsFor(c), func(d *gameframe.Decoder, g group) ([]Game, error) { return a.meant(d, a.inside(g), c) }, yield)
	}
}

// FilterCount returns the number of games that q means.
func (a *Archive) FilterCount(q *Query) (n int64, err error) {
	c, err := q.compile()
	if err != nil {
		return 0, err
	}
	if c.asksNothing() {
		for _, g := range a.groups {
			n += a.r.Entry(g.frame).Games
		}
		return n, nil
	}
	pass(a, a.groupsFor(c), func(d *gameframe.Decoder, g group) ([]int64, error) {
		which, err := c.which(d, a.inside(g))
		return []int64{int64(len(which))}, err
	}, func(count int64, e error) bool {
		n, err = n+count, e
		return true
	})
	return n, err
}

// groupsFor returns the groups that may hold games that c means.
func (a *Archive) groupsFor(c *query) (in []group) {
	for _, g := range a.groups {
		if len(c.skips) == 0 || c.mayMean(a.meta(g.frame)) {
			in = append(in, g)
		}
	}
	return in
}

// fewGames returns up to how many games of a frame are decoded one by one: that
// takes a quarter of what all of them take at the fast level, and a 20th at the
// others.
func (a *Archive) fewGames() int {
	if a.level == nil {
		return 3
	}
	return 16
}

// meant returns the games of a group that c means.
func (a *Archive) meant(d *gameframe.Decoder, i *inside, c *query) ([]Game, error) {
	which, err := c.which(d, i)
	if err != nil || len(which) == 0 {
		return nil, err
	}
	return a.texts(d, i, which)
}

// texts returns some games of a group.
func (a *Archive) texts(d *gameframe.Decoder, i *inside, which []int) ([]Game, error) {
	f, err := i.frame()
	if err != nil {
		return nil, err
	}
	games := make([]Game, 0, len(which))
	if len(which) <= a.fewGames() && i.group.more == 0 {
		number := a.r.FirstGame(i.group.frame)
		for _, k := range which {
			text, err := d.Game(nil, f, k)
			if err != nil {
				return nil, frameError(i.group.frame, err)
			}
			games = append(games, Game{number + int64(k), text})
		}
		return games, nil
	}
	all, err := a.games(d, i.group, f)
	if err != nil || len(which) == len(all) {
		return all, err
	}
	for _, k := range which {
		games = append(games, all[k])
	}
	return games, nil
}

// Shard returns the part of number i, from 0, of n parts of about as many
// frames: an archive of those games, under the numbers they have in the whole.
// The parts of all i have each game once, in order. Game, Tags, Range and Copy
// still reach all games.
func (a *Archive) Shard(i, n int) *Archive {
	k := len(a.groups)
	return a.slice(k*i/n, k*(i+1)/n)
}

// Span returns the numbers of the first game and of the one behind the last:
// those of the part where Shard returned it, else 0 and Games.
func (a *Archive) Span() (from, to int64) {
	if len(a.groups) == 0 {
		return 0, 0
	}
	last := a.groups[len(a.groups)-1].frame
	return a.r.FirstGame(a.groups[0].frame), a.r.FirstGame(last) + a.r.Entry(last).Games
}
