package openingtable

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/movegen"
)

const (
	maxMoves = 512            // of a position
	maxGames = 1 << 40        // of a move
	maxSum   = maxGames << 16 // greatest value of any number of a position
)

// row is a position of a table. Moves are coded by their index among the legal moves;
// decoding a row does not look them up.
type row struct {
	key   Key
	node  openingtree.Node
	index []int // of each move among the legal moves
}

// resolve looks up the moves of a decoded row.
func (r *row) resolve() error {
	p, ok := r.key.Position()
	if !ok {
		return corrupt.New("the opening table has a key that is no position")
	}
	var room [320]board.Move
	legal := movegen.AppendLegal(room[:0], &p)
	moves := r.node.Moves
	for i, at := range r.index {
		if at >= len(legal) {
			return corrupt.Newf("the opening table has move %d of %d", at+1, len(legal))
		}
		moves[i].Move = legal[at]
		if i > 0 && moves[i-1].Games() == moves[i].Games() && moves[i-1].Move >= moves[i].Move {
			return corrupt.New("the opening table has moves out of order")
		}
	}
	return nil
}

// newRow returns the row of a position, whose Moves are in their order. Moves that are
// not legal, such as null moves, are left out: a damaged index may hold any.
func newRow(k Key, n *openingtree.Node) *row {
	r := &row{key: k, node: openingtree.Node{Tally: n.Tally}}
	p, ok := k.Position()
	if !ok {
		return r
	}
	legal := movegen.AppendLegal(make([]board.Move, 0, 64), &p)
	for i := range n.Moves {
		if at := slices.Index(legal, n.Moves[i].Move); at >= 0 {
			r.node.Moves = append(r.node.Moves, n.Moves[i])
			r.index = append(r.index, at)
		}
	}
	return r
}

// row codes a row.
func (c *coder) row(r *row) {
	r.key = c.position(r.key)
	m, n := &c.plain, &r.node
	count := int(c.number(&m.moves, int64(len(n.Moves))))
	if count > maxMoves {
		c.broken = true
		return
	}
	if c.e == nil && count > 0 {
		n.Moves, r.index = make([]openingtree.Move, count), make([]int, count)
	}
	year, games := c.lastYear, int64(0)
	before := c.means
	c.means = [2]openingtree.Mean{c.rounded(0), c.rounded(1)}
	for i := range n.Moves {
		t := &n.Moves[i]
		games = c.gamesOf(i, games, t.Games())
		r.index[i] = int(c.number(&m.index, int64(r.index[i])))
		if games < 1 || games > maxGames {
			c.broken = true
		}
		if c.broken || c.d != nil && c.d.Err() != nil {
			return
		}
		c.tallyOf(&t.Tally, games, year)
		if c.broken {
			return
		}
		if i == 0 {
			year, c.means = t.LastYear, [2]openingtree.Mean{}
		}
		c.means[0].Sum, c.means[0].N = c.means[0].Sum+t.WhiteElo.Sum, c.means[0].N+t.WhiteElo.N
		c.means[1].Sum, c.means[1].N = c.means[1].Sum+t.BlackElo.Sum, c.means[1].N+t.BlackElo.N
		if max(c.means[0].Sum, c.means[1].Sum) > maxSum {
			c.broken = true
			return
		}
	}
	for side := range c.means {
		if c.means[side].N == 0 {
			c.means[side] = before[side]
		}
	}
	c.whole(n)
}

// rounded returns the mean of a side as the mean of one game.
func (c *coder) rounded(side int) openingtree.Mean {
	if m := c.mean(side); m > 0 {
		return openingtree.Mean{Sum: m, N: 1}
	}
	return openingtree.Mean{}
}

// gamesOf codes the number of games of move i, which is at most that of the previous
// move.
func (c *coder) gamesOf(i int, before, games int64) int64 {
	switch {
	case i == 0:
		return c.number(&c.plain.first, games-1) + 1
	case before == 1:
		return 1
	}
	return before - c.number(&c.plain.fewer[class(before)], before-games)
}

// whole codes the tally of a position whose moves are known. It codes the difference
// from the sum of the moves: more for games that end there, less for games that played
// several of them.
func (c *coder) whole(n *openingtree.Node) {
	sum := sumOf(n.Moves)
	m := &c.plain
	if c.bit(&m.sum, equal(&n.Tally, &sum)) {
		n.Tally = sum
		return
	}
	for i, v := range fields(&n.Tally) {
		of := fields(&sum)
		*v = *of[i] + c.signed(&m.differs[i], *v-*of[i])
		if *v < 0 || *v > maxSum {
			c.broken = true
			return
		}
	}
	n.LastYear = sum.LastYear + int(c.signed(&m.years, int64(n.LastYear-sum.LastYear)))
	if n.LastYear < 0 {
		c.broken = true
	}
	if c.e == nil {
		n.Samples = make([]openingtree.Sample, min(max(n.Games(), 0), openingtree.MaxSamples))
	}
	for i := range n.Samples {
		s := &n.Samples[i]
		if c.bit(&m.merged, i < len(sum.Samples) && *s == sum.Samples[i]) {
			if i >= len(sum.Samples) {
				c.broken = true
				return
			}
			*s = sum.Samples[i]
			continue
		}
		s.Rating = int(c.signed(&m.rating, int64(s.Rating)))
		s.Game = c.raw(s.Game, c.gameBits)
		c.broken = c.broken || s.Rating < 0
	}
}

// fields are the numbers of a tally except its last year and samples.
func fields(t *openingtree.Tally) [8]*int64 {
	return [8]*int64{&t.White, &t.Draws, &t.Black, &t.Open, &t.WhiteElo.N, &t.BlackElo.N, &t.WhiteElo.Sum, &t.BlackElo.Sum}
}

// sumOf returns the sum of the tallies of moves, each sample game once.
func sumOf(moves []openingtree.Move) (sum openingtree.Tally) {
	for i := range moves {
		t := moves[i].Tally
		for k := len(sum.Samples) - 1; k >= 0 && len(t.Samples) > 0; k-- {
			if i := slices.Index(t.Samples, sum.Samples[k]); i >= 0 {
				t.Samples = slices.Delete(slices.Clone(t.Samples), i, i+1)
			}
		}
		sum.Merge(&t)
	}
	return sum
}

func equal(t, u *openingtree.Tally) bool {
	a, b := fields(t), fields(u)
	for i := range a {
		if *a[i] != *b[i] {
			return false
		}
	}
	return t.LastYear == u.LastYear && slices.Equal(t.Samples, u.Samples)
}
