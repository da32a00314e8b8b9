package tagsection

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
)

// opened fills the columns of tags that stand in open columns.
type opened struct {
	source  open.Source
	numbers *open.Columns // nil if there are none
	players *open.Listed  // once they are read
	plies   []uint64      // of each game, from the numbers
	results []uint64
}

// begin reads the numbers that all games need.
func (o *opened) begin(s open.Source) error {
	*o = opened{source: s}
	if s.Frame == nil || !open.HasColumns(s.Frame) {
		return nil
	}
	o.numbers = open.NewColumns(s)
	if err := o.numbers.Load(open.Plies, open.Result); err != nil {
		return err
	}
	o.plies, o.results = o.numbers.Append(nil, open.Plies), o.numbers.Append(nil, open.Result)
	for g, n := range o.plies {
		wrong := open.NumColumns
		switch {
		case s.Lost != nil && s.Lost[g]:
		case n < 1 || n > layout.MaxSteps+1:
			wrong = open.Plies
		case o.results[g] < 1 || o.results[g] > uint64(tagvalue.NumResults):
			wrong = open.Result
		}
		if wrong != open.NumColumns {
			return corrupt.In(open.Name(open.KindNumbers+uint16(wrong)), corrupt.AtGame(g, corrupt.New("the column does not have the number of the game")))
		}
	}
	return nil
}

// texts returns for each game the value of a tag, or nil if no open column gives it.
func (o *opened) texts(tag string) ([][]byte, error) {
	if o.source.Frame == nil || !open.Gives(tag) {
		return nil, nil
	}
	if o.numbers != nil {
		if all, err := o.numbers.Texts(tag); all != nil || err != nil {
			return all, err
		}
	}
	l, side, err := o.list(tag)
	if l == nil || err != nil {
		return nil, err
	}
	return l.Texts(side), nil
}

func (o *opened) list(tag string) (l *open.Listed, side int, err error) {
	if tag != "White" && tag != "Black" {
		return open.ReadTag(o.source, tag)
	}
	if o.players == nil {
		if o.players, err = open.ReadPlayers(o.source); err != nil {
			return nil, 0, err
		}
	}
	if tag == "Black" {
		side = 1
	}
	return o.players, side, nil
}

// fill fills the k-th column, if it is an open one.
func (r *Reader) fill(k int) (bool, error) {
	c := r.table.Columns[k]
	if c.Name == Shared {
		return false, nil
	}
	all, err := r.opened.texts(c.Name)
	if err != nil || all == nil {
		return false, err
	}
	if r.column(k) != nil {
		return false, corrupt.New("the column stands twice, packed and open")
	}
	values := make([][]byte, len(c.Rows))
	length := 0
	lost := r.opened.source.Lost
	for i, game := range c.Rows {
		v := all[game]
		if v == nil && (lost == nil || !lost[game]) || i > 0 && game <= c.Rows[i-1] {
			return false, corrupt.AtGame(int(game), corrupt.New("the open column does not have the value"))
		}
		values[i] = v
		length += len(v)
	}
	if err := r.table.Charge(length, r.limit); err != nil {
		return false, err
	}
	c.Fill(func() [][]byte { return values })
	return true, nil
}

// Counted reports whether the half-moves of games are those of an open column.
func (r *Reader) Counted() bool { return r.opened.numbers != nil }
