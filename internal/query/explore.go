package query

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
)

// explorer searches games for positions, and counts the moves played there.
type explorer struct{ targets *targets }

// newExplorer returns an explorer of positions, compared by the rule of repetition. All
// should be different.
func newExplorer(positions []board.Position) *explorer { return &explorer{newTargets(positions)} }

// Explored is the moves and results from positions.
type Explored struct {
	Nodes []openingtree.Node // one for each position
	// Numbers of games that were examined: by an opening table, by the replay moves of
	// the index, and by the moves of their frames.
	Stored, Indexed, Decoded int64
}

// add adds the counts of y, which are for the positions with the indexes of.
func (x *Explored) add(y *Explored, of []int) {
	for k, i := range of {
		if y.Nodes[k].Games() > 0 {
			x.Nodes[i].Merge(&y.Nodes[k])
		}
	}
	x.addLooked(y)
}

// addLooked adds the numbers of games examined.
func (x *Explored) addLooked(y *Explored) {
	x.Stored += y.Stored
	x.Indexed += y.Indexed
	x.Decoded += y.Decoded
}

// explore counts candidates that match. It replays moves as long as a position can still
// be reached: open moves, if there are any, or those of the frame. Of an item that is
// larger than the memory limit, it examines the beginning.
func (e *explorer) explore(c *candidates) (*Explored, error) {
	x := &Explored{Nodes: make([]openingtree.Node, len(e.targets.each))}
	if c.none {
		return x, nil
	}
	games, err := c.view.Replay()
	if err != nil {
		return nil, err
	}
	w := &visitor{targets: e.targets, on: none}
	if games != nil {
		x.Indexed, err = e.inReplay(w, c, games)
	} else {
		x.Decoded, err = e.inItems(w, c)
	}
	if err != nil || len(w.visits) == 0 {
		return x, err
	}
	return x, x.count(c, w.visits)
}

// inReplay examines replay moves, which are cheaper than tags that no column has.
func (e *explorer) inReplay(w *visitor, c *candidates, games *view.Replay) (looked int64, err error) {
	return c.replay(games, e.targets.admits, func(item int, start *board.Position, codes []byte) error {
		w.begin()
		err := replay.Each(start, codes, func(p *board.Position, m board.Move) bool { return w.see(item, p, m) && c.view.Step() })
		if err == nil {
			w.end(item)
		}
		return err
	})
}

// inItems examines the moves of the candidates that match.
func (e *explorer) inItems(w *visitor, c *candidates) (looked int64, err error) {
	v := c.view
	items, err := c.matching()
	if err != nil || len(items) == 0 {
		return 0, err
	}
	c.left = nil // decided
	c.Forget()
	looked = int64(len(items))
	kept, going := 0, false // visits of previous games, and whether the game continues
	err = v.Search(marked(items, v.Items()), &view.Walk{
		See: func(item, ply int, p *board.Position, m board.Move) bool {
			if ply == 0 {
				if going { // it starts again later
					w.visits = w.visits[:kept]
				}
				kept = len(w.visits)
				w.begin()
			}
			going = w.see(item, p, m)
			return going
		},
		End: func(item int) {
			w.end(item)
			going = false
		},
	})
	slices.SortStableFunc(w.visits, func(a, b visit) int { return cmp.Compare(a.item, b.item) })
	return looked, err
}

// count counts visits, in the order of the items, of those that match.
func (x *Explored) count(c *candidates, visits []visit) error {
	last := visits[len(visits)-1].item
	came, meets, games := make([]bool, last+1), make([]bool, last+1), make([]openingtree.Game, last+1)
	for _, at := range visits {
		came[at.item] = true
	}
	c.Every(func() { c.played(0) })
	err := c.Each(len(came), func(item int) bool { return came[item] }, func(item int) facts.Truth {
		games[item] = c.played(item)
		known := facts.TruthOf(c.Known())
		is := terms.All(c.left, c.Games, false)
		if is == facts.Yes {
			is, meets[item] = known, true
		}
		return is
	})
	if err != nil {
		return err
	}
	for n := (&counter{nodes: x.Nodes, visits: visits}); len(n.visits) > 0; {
		if item := n.visits[0].item; meets[item] {
			n.add(&games[item])
		} else {
			n.next()
		}
	}
	for i := range x.Nodes {
		x.Nodes[i].Sort()
	}
	return nil
}

// played returns the counted facts of a game.
func (c *candidates) played(item int) openingtree.Game {
	return openingtree.Game{
		Number: c.view.First() + int64(item), Result: c.Result(), Year: c.Date().Year(),
		WhiteElo: c.Rating(open.WhiteElo), BlackElo: c.Rating(open.BlackElo),
	}
}

// counter counts visits, item by item.
type counter struct {
	nodes  []openingtree.Node
	visits []visit // of the items still to come
	moves  []board.Move
}

// next takes the visits of the next item.
func (c *counter) next() (of []visit) {
	n := 1
	for n < len(c.visits) && c.visits[n].item == c.visits[0].item {
		n++
	}
	of, c.visits = c.visits[:n], c.visits[n:]
	return of
}

// add counts the visits of the next item, game g: each position once, with all moves
// played there.
func (c *counter) add(g *openingtree.Game) {
	of := c.next()
	for i, at := range of {
		if slices.ContainsFunc(of[:i], func(u visit) bool { return u.target == at.target }) {
			continue
		}
		c.moves = c.moves[:0]
		for _, u := range of[i:] {
			if u.target == at.target && u.move != board.NullMove && !slices.Contains(c.moves, u.move) {
				c.moves = append(c.moves, u.move)
			}
		}
		c.nodes[at.target].AddGame(g, c.moves...)
	}
}
