package view

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/movegen"
)

// Openings is the opening table of a member. Several goroutines may use it at once if
// they may use its Source.
type Openings struct {
	file   *File
	member *member
	number int // of the member
	frame  int // number of the directory in the member
	table  *index.OpeningTable
}

// Openings returns the opening table of a member, or nil. The error is damage of the
// table, or that of reading.
func (f *File) Openings(ctx context.Context, number int) (*Openings, error) {
	m := &f.members[number]
	m.openings.mu.Lock()
	defer m.openings.mu.Unlock()
	o := m.openings
	if !o.known {
		t, n, err := m.readOpenings(ctx)
		if ctx.Err() != nil || err != nil && !IsDamage(err) {
			return nil, err
		}
		o.known, o.table, o.frame, o.err = true, t, n, err
	}
	if o.table == nil {
		return nil, o.err
	}
	return &Openings{file: f, member: m, number: number, frame: o.frame, table: o.table}, nil
}

// readOpenings reads the directory of the opening table of m, in frame n.
func (m *member) readOpenings(ctx context.Context) (t *index.OpeningTable, n int, err error) {
	if n = m.directory.Note().Openings; n < 0 {
		return nil, n, nil
	}
	f, err := m.Frame(ctx, n)
	if err != nil {
		return nil, n, err
	}
	if t, err = index.ParseOpenings(ctx, m.Source, n, &f, m.Games()); err != nil {
		return nil, n, placed(m.frame+n, err)
	}
	return t, n, nil
}

// Directory returns the directory of the table; frames have their numbers in the member.
func (o *Openings) Directory() *openingtable.Directory { return &o.table.Directory }

// Frame returns the number of the frame of the directory.
func (o *Openings) Frame() int { return o.member.frame + o.frame }

// BlockFrame returns the number of the frame of a block.
func (o *Openings) BlockFrame(block int) int {
	return o.member.frame + o.table.Covers + block
}

// Block reads a block.
func (o *Openings) Block(ctx context.Context, block int) ([]byte, error) {
	f, err := o.file.Frame(ctx, o.BlockFrame(block))
	if err != nil {
		return nil, err
	}
	data, err := o.table.BlockOf(&f)
	return data, placed(o.BlockFrame(block), err)
}

// node returns the node of a position, with game numbers of the file; nil if it is not
// in the table.
func (o *Openings) node(ctx context.Context, p *board.Position) (n *openingtree.Node, err error) {
	essence := gamestate.Essence(p)
	k := openingtable.KeyOf(&essence)
	block := o.table.Directory.Block(k)
	if block < 0 {
		return nil, nil
	}
	f, err := o.file.Frame(ctx, o.BlockFrame(block))
	if err != nil {
		return nil, err
	}
	if n, err = o.table.Find(ctx, &f, k); err != nil || n == nil {
		return nil, placed(o.BlockFrame(block), err)
	}
	shift(&n.Tally, o.member.game)
	for i := range n.Moves {
		shift(&n.Moves[i].Tally, o.member.game)
	}
	return n, nil
}

// shift adds to the numbers of the samples.
func shift(t *openingtree.Tally, by int64) {
	for i := range t.Samples {
		t.Samples[i].Game += by
	}
}

// OpeningNode returns the node of a position in the opening table of a member, and the
// segments of the member whose games the table does not count, which must be searched.
// If the position is not in the table, or if no table can be read, the node is nil, and
// all segments must be searched. The error is that of reading. The table is of the whole
// member: it cannot be used for a part of an archive, or for some games only.
func (f *File) OpeningNode(ctx context.Context, member int, p *board.Position) (n *openingtree.Node, rest []Segment, err error) {
	t, err := f.Openings(ctx, member)
	if err == nil && t != nil {
		if n, err = t.node(ctx, p); err == nil && n != nil {
			return n, t.rest(), nil
		}
	}
	if err != nil && (!IsDamage(err) || ctx.Err() != nil) {
		return nil, nil, err
	}
	return nil, nil, nil
}

// rest returns the segments of the member whose games the table does not count.
func (o *Openings) rest() []Segment {
	kept := o.member.openings
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.rest != nil {
		return kept.rest
	}
	rest := []Segment{}
	o.file.EachSegmentOf(o.number, func(s Segment) {
		n := s.Frame - o.member.frame
		if _, left := slices.BinarySearch(o.table.Left, n); left || n >= o.table.Covers {
			if o.file.Entry(s.Frame).Games > 0 {
				rest = append(rest, s)
			}
		}
	})
	kept.rest = rest
	return rest
}

// FewGames is the most games of a frame that is counted for an opening table although its
// columns are not open.
const FewGames = 63

// Played returns the data of the items for an opening table; first is the number of the
// first item. Ok is false if they are not open, and many, or damaged. The error is that of
// reading, or of the context.
func (v *View) Played(first int64) (g openingtable.Games, ok bool, err error) {
	g, ok, err = v.played(first)
	switch {
	case v.ctx.Err() != nil:
		return g, false, v.ctx.Err()
	case IsDamage(err):
		return g, false, nil
	}
	return g, ok, err
}

func (v *View) played(first int64) (g openingtable.Games, ok bool, err error) {
	columns, err := v.Columns(open.Result, open.WhiteElo, open.BlackElo, open.Day)
	if err != nil {
		return g, false, err
	}
	if columns != nil {
		lines, err := v.Replay()
		if err != nil {
			return g, false, err
		}
		if lines != nil {
			return openingtable.Games{Games: index.GamesOf(columns, first), Each: lines.Each}, true, nil
		}
	}
	if v.Items() > FewGames || v.Huge() {
		return g, false, nil
	}
	items, err := v.Interval(0, v.Items())
	if err != nil {
		return g, false, err
	}
	lines, err := v.MainLines(items)
	if err != nil {
		return g, false, err
	}
	err = v.Tags([]string{"Result", "WhiteElo", "BlackElo", "Date", "UTCDate"}, false, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		g.Games = append(g.Games, index.GameOf(open.ValuesOf(tags, facts), first+int64(item)))
		return true
	})
	g.Each = func(item int, yield func(p *board.Position, m board.Move) bool) error {
		l := &lines[item]
		if !l.Known {
			return nil
		}
		p := l.Start
		more := yield(&p, board.NullMove)
		for _, m := range l.Moves {
			if !more {
				break
			}
			movegen.Make(&p, m)
			more = yield(&p, m)
		}
		return nil
	}
	return g, err == nil && len(g.Games) == len(lines), err
}
