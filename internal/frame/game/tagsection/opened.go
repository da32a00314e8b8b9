package tagsection

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
)

// opened fills the columns of tags that stand in open columns.
type opened struct {
	source  open.Source
	numbers *open.Columns // nil if there are none
	players *open.Listed  // once they are read
	plies   []uint64      // of each game, from the numbers
	results []uint64
	// With a source that marks lost games: whether the half-moves of a game are not known.
	uncounted []bool
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
	if s.Lost != nil {
		if err := o.recount(); err != nil {
			return err
		}
	}
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

// recount counts the half-moves of the games of damaged blocks in their lines.
func (o *opened) recount() error {
	games := len(o.plies)
	counts := open.Source{Frame: o.source.Frame, Lost: make([]bool, games), Budget: o.source.Budget}
	moves := open.Source{Frame: o.source.Frame, Lost: make([]bool, games), Budget: o.source.Budget}
	if err := open.NewColumns(counts).Load(open.Plies); err != nil {
		return err
	}
	lines, err := open.ReadMoves(moves)
	if err != nil {
		return err
	}
	o.uncounted = counts.Lost
	for g, lost := range counts.Lost {
		if !lost || lines == nil {
			continue
		}
		codes, err := lines.Game(g)
		if err != nil {
			return err
		}
		if len(codes) > 0 && codes[0] == open.Elsewhere {
			codes = codes[1:]
		}
		if o.uncounted[g] = moves.Lost[g] || len(codes) > 0 && codes[0] == open.Unplayed; !o.uncounted[g] {
			o.plies[g] = uint64(replay.Count(codes)) + 1
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

// Uncounted reports whether the half-moves of a game are lost.
func (r *Reader) Uncounted(game int) bool {
	return r.opened.uncounted != nil && r.opened.uncounted[game]
}

// Counted reports whether the half-moves of games are those of an open column.
func (r *Reader) Counted() bool { return r.opened.numbers != nil }
