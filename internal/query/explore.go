package query

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
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

// explore counts the items of a view that match f. It replays moves as long as a
// position can still be reached: the replay moves of the index, if it has any, or those
// of the frame. Of an item that is larger than the memory limit, it examines the
// beginning.
func (e *explorer) explore(v *view.View, f *Filter) (*Explored, error) {
	x := &Explored{Nodes: make([]openingtree.Node, len(e.targets.each))}
	w := &visitor{targets: e.targets, on: none}
	var games *view.Replay
	if !v.Huge() {
		var err error
		if games, err = v.Replay(); err != nil {
			return nil, err
		}
	}
	var left []terms.Condition
	var err error
	if games != nil {
		left, x.Indexed, err = e.inReplay(w, v, f, games)
	} else {
		x.Decoded, err = e.inItems(w, v, f)
	}
	if err != nil || len(w.visits) == 0 {
		return x, err
	}
	if err := x.count(v, left, w.visits); err != nil {
		return nil, err
	}
	return x, nil
}

// inReplay examines replay moves, which are cheaper than tags that are not in numeric
// columns. It returns the conditions that are not yet evaluated.
func (e *explorer) inReplay(w *visitor, v *view.View, f *Filter, games *view.Replay) (left []terms.Condition, looked int64, err error) {
	may, left, err := f.byColumns(v)
	if err != nil {
		return nil, 0, err
	}
	signatures, err := v.Signatures()
	if err != nil {
		return nil, 0, err
	}
	for item := range games.Games() {
		if may != nil && !may[item] {
			continue
		}
		looked++
		if signatures != nil && !e.targets.admits(&signatures[item]) {
			continue
		}
		if !v.Step() {
			break // the context is done
		}
		w.begin()
		if err := games.Each(item, func(p *board.Position, m board.Move) bool { return w.see(item, p, m) && v.Step() }); err != nil {
			return nil, 0, err
		}
		w.end(item)
	}
	return left, looked, nil
}

// inItems examines the moves of the items that match f.
func (e *explorer) inItems(w *visitor, v *view.View, f *Filter) (looked int64, err error) {
	items, err := f.Items(v)
	if err != nil || len(items) == 0 {
		return 0, err
	}
	looked = int64(len(items))
	if v.Huge() {
		text, err := v.Head()
		if err != nil {
			return 0, err
		}
		var line pgn.Line
		w.begin()
		line.Each(text, func(p *board.Position, m board.Move) bool { return w.see(0, p, m) && v.Step() })
		w.end(0)
		return looked, nil
	}
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

// gameColumns are the columns, and gameTags the tags, of the counted facts of a game.
var (
	gameColumns = [...]open.Column{open.Result, open.WhiteElo, open.BlackElo, open.Day}
	gameTags    = []string{"Result", "WhiteElo", "BlackElo", "Date", "UTCDate"}
)

// count counts visits, in the order of the items, of those that meet conditions.
func (x *Explored) count(v *view.View, conditions []terms.Condition, visits []visit) error {
	columns, err := v.Columns(open.AllColumns()...)
	if err != nil {
		return err
	}
	c := counter{nodes: x.Nodes, visits: visits}
	if columns != nil {
		err = c.byColumns(v, columns, conditions)
	} else {
		err = c.byTags(v, conditions)
	}
	for i := range x.Nodes {
		x.Nodes[i].Sort()
	}
	return err
}

// counter counts visits, item by item.
type counter struct {
	nodes  []openingtree.Node
	visits []visit // of the items still to come
	moves  []board.Move
}

// byColumns counts the visits of items that meet conditions, by numeric columns.
func (c *counter) byColumns(v *view.View, columns *open.Columns, conditions []terms.Condition) error {
	if len(conditions) > 0 {
		came := make([]bool, v.Items())
		for _, at := range c.visits {
			came[at.item] = true
		}
		meant, err := new(Filter).byTags(v, conditions, came)
		if err != nil {
			return err
		}
		kept := marked(meant, v.Items())
		if kept != nil {
			c.visits = slices.DeleteFunc(c.visits, func(at visit) bool { return !kept[at.item] })
		}
	}
	var values [len(gameColumns)][]uint64
	for k, column := range gameColumns {
		values[k] = columns.Append(nil, column)
	}
	for len(c.visits) > 0 {
		i := c.visits[0].item
		c.add(&openingtree.Game{
			Number: v.First() + int64(i), Result: tagvalue.Result(values[0][i] - 1),
			WhiteElo: open.RatingOf(values[1][i]), BlackElo: open.RatingOf(values[2][i]), Year: tagvalue.Days{First: values[3][i]}.Year(),
		})
	}
	return nil
}

// byTags counts the visits of items that meet conditions, by their tags.
func (c *counter) byTags(v *view.View, conditions []terms.Condition) error {
	names, count := slices.Clone(gameTags), false
	for i := range conditions {
		names = append(append(names, conditions[i].Names...), conditions[i].More...)
		count = count || conditions[i].Counts
	}
	return v.Tags(names, count, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		switch {
		case int(c.visits[0].item) != item:
		case met(conditions, tags, facts):
			g := openingtree.Game{Number: v.First() + int64(item), Result: facts.Result, Year: open.DaysOf(tags).Year()}
			g.WhiteElo, _ = tagvalue.ParseRating(tagvalue.First(tags, "WhiteElo"))
			g.BlackElo, _ = tagvalue.ParseRating(tagvalue.First(tags, "BlackElo"))
			c.add(&g)
		default:
			c.next()
		}
		return len(c.visits) > 0
	})
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
