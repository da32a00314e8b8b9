package tagsection

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/model/lists"
)

// Reader reads the tags of a frame. It decodes columns on demand. Its zero value is
// ready for Open.
type Reader struct {
	literals literals
	chains   []*chain // of the games
	table    *tags.Table
	room     contextmix.Memory
	column   func(k int) []byte // the stream of a column
	limit    int                // of the length of a column
	upto     int                // number of games whose values are read
	known    *Values            // or nil
	opened   opened
	data     []byte            // the stream of results, empty for none
	results  []tagvalue.Result // of games, read on demand

	next int   // the game of the next Next
	used []int // number of values of each column in earlier games
}

// chain is the numbers of a game's literals, the last one without a value, and the
// columns of its tags.
type chain struct{ literals, columns []int }

// in adds the name of the stream of lengths to an error, unless it has one.
func in(err error) error { return corrupt.In("lengths", err) }

// Limits are the limits of the tags of a frame, and data for reading them.
type Limits struct {
	Games  int
	Upto   int // first games, whose values are read
	Values int // in all columns
	Bytes  int // of all columns' values
	Budget *budget.Budget
	Lists  lists.Source // for columns that are lists of positions
	// Openings are for columns that name openings.
	Openings Openings
	Known    *Values     // the values of as many games from an earlier read, or nil
	Open     open.Source // the open columns; its Frame is nil if there are none
	Results  []byte      // the stream of results, or nil
}

// valueBytes is the memory of a tag's value besides its bytes: its row, its slice,
// and its numbers if it recurs.
const valueBytes = 104

// Open reads which tags the games of a frame have, and their numbers of half-moves.
// Column returns the stream of a column by number, or nil.
func (r *Reader) Open(data []byte, spelled *layout.Texts, column func(k int) []byte, l Limits) error {
	if err := l.Budget.Hold(l.Bytes); err != nil { // memory of values that are built
		return in(err)
	}
	if err := r.opened.begin(l.Open); err != nil {
		return err
	}
	h := newCoder(&r.room, contextmix.Coder{Dec: rangecoder.NewDecoder(data)}, spelled, r.opened.numbers == nil, l.Budget)
	defer func() {
		if h.plies != nil {
			r.room.Free(h.plies)
		}
	}()
	var cols columns
	cols.reset()
	r.chains = r.chains[:0]
	const unknownColumn = -1
	var columnOf []int // of the tag after each literal
	var last *chain
	for game := range l.Games {
		ids, same, err := h.codeChain(nil)
		if err != nil {
			return in(corrupt.AtGame(game, err))
		}
		if !same {
			last = &chain{literals: slices.Clone(ids)}
			for _, id := range ids[:len(ids)-1] {
				for len(columnOf) <= id {
					columnOf = append(columnOf, unknownColumn)
				}
				if columnOf[id] == unknownColumn {
					columnOf[id] = cols.number(h.literals.name(id))
				}
				last.columns = append(last.columns, columnOf[id])
			}
		}
		r.chains = append(r.chains, last)
		if err := l.Budget.HoldEach(len(last.columns), valueBytes); err != nil {
			return in(corrupt.AtGame(game, err))
		}
		for _, k := range last.columns {
			cols.addRow(k)
		}
		plies := 0
		if r.opened.numbers != nil {
			plies = int(max(r.opened.plies[game], 1) - 1)
		}
		cols.end(h.countPlies(plies))
		if cols.values > l.Values {
			return in(corrupt.AtGame(game, corrupt.New("the columns have more values than their frame's input can")))
		}
		if h.c.Dec.Err() != nil {
			return in(corrupt.AtGame(game, h.c.Dec.Err()))
		}
	}
	if !h.c.Dec.AtEnd() {
		return in(corrupt.New("something is left over"))
	}
	if err := spelled.Close(); err != nil {
		return err
	}
	r.literals = h.literals
	r.table = cols.table(&r.room, l.Budget, l.Lists, l.Openings)
	r.table.Filled = r.fill
	if l.Upto < l.Games {
		r.table.Upto = l.Upto
	}
	r.column, r.limit, r.next = column, l.Bytes, 0
	r.used, r.upto = make([]int, len(cols.list)), l.Upto
	r.data, r.results = l.Results, nil
	if r.known = nil; r.fits(l.Known) {
		r.known = l.Known
	}
	return nil
}

// Columns returns the number of columns.
func (r *Reader) Columns() int { return len(r.table.Columns) }

// Values returns the number of values in all columns.
func (r *Reader) Values() (n int) {
	for _, c := range r.table.Columns {
		n += len(c.Rows)
	}
	return n
}

// ColumnName returns the name of the tag of a column, "" for the column of many
// names.
func (r *Reader) ColumnName(k int) string { return r.table.Columns[k].Name }

// Plies returns the number of half-moves of a game's main line.
func (r *Reader) Plies(game int) int { return int(r.table.Plies[game]) }

// Decode decodes the values of a column, and those that it depends on.
func (r *Reader) Decode(k int) error {
	if r.known != nil {
		r.table.Columns[k].Fill(r.known.columns[k].all)
		return nil
	}
	err := r.table.Decode(k, r.limit, r.column)
	return corrupt.In(StreamName(r.ColumnName(k)), err)
}

// Kept returns a copy of the values of all columns, which must have been decoded; ok
// is false if a column has too many different ones.
func (r *Reader) Kept() (v *Values, ok bool) {
	v = &Values{games: r.upto, columns: make([]values, r.Columns())}
	for k := range v.columns {
		if v.columns[k], ok = newValues(r.ColumnValues(k)); !ok {
			return nil, false
		}
	}
	return v, true
}

// fits reports whether v fits the columns.
func (r *Reader) fits(v *Values) bool {
	if v == nil || v.games < r.upto || len(v.columns) != r.Columns() {
		return false
	}
	for k := range v.columns {
		if wanted, _ := slices.BinarySearch(r.Rows(k), int32(r.upto)); len(v.columns[k].places) < wanted {
			return false
		}
	}
	return true
}

// DecodeAll decodes the wanted columns, nil means all.
func (r *Reader) DecodeAll(wanted []bool) error {
	for k := range r.table.Columns {
		if wanted == nil || wanted[k] {
			if err := r.Decode(k); err != nil {
				return err
			}
		}
	}
	return nil
}

// Needed reports for each column whether tags of its name are needed.
func (r *Reader) Needed(by func(name string) bool) []bool {
	needed := make([]bool, r.Columns())
	for k := range needed {
		needed[k] = by(r.ColumnName(k))
	}
	return needed
}

// ColumnValues returns the values of a column that was decoded.
func (r *Reader) ColumnValues(k int) [][]byte { return r.table.Columns[k].Values }

// Rows returns the games of a column's values.
func (r *Reader) Rows(k int) []int32 { return r.table.Columns[k].Rows }

// StreamName returns the name of the stream of a tag's values.
func StreamName(tag string) string { return "[" + tag + "]" }

// Next appends the tags of the next game in the wanted columns to dst; nil means all
// columns. These must have been decoded.
func (r *Reader) Next(dst []tagvalue.Tag, wanted []bool) []tagvalue.Tag {
	c := r.chains[r.next]
	r.next++
	for i, k := range c.columns {
		if wanted == nil || wanted[k] {
			dst = append(dst, tagvalue.Tag{Name: r.literals.name(c.literals[i]), Value: r.table.Columns[k].Values[r.used[k]]})
		}
		r.used[k]++
	}
	return dst
}

// Rewind makes the first game the next one.
func (r *Reader) Rewind() {
	r.next = 0
	clear(r.used)
}

// Aside makes the first game the next one, until back restores the current one.
func (r *Reader) Aside() (back func()) {
	next, used := r.next, slices.Clone(r.used)
	r.Rewind()
	return func() { r.next, r.used = next, used }
}

// Of appends the tags of a game to dst, and does not change Next. All columns must
// have been decoded.
func (r *Reader) Of(dst []tagvalue.Tag, game int) []tagvalue.Tag {
	c := r.chains[game]
	var taken [MaxColumns]int // values of the game
	for i, k := range c.columns {
		col := r.table.Columns[k]
		at, _ := slices.BinarySearch(col.Rows, int32(game))
		dst = append(dst, tagvalue.Tag{Name: r.literals.name(c.literals[i]), Value: col.Values[at+taken[k]]})
		taken[k]++
	}
	return dst
}

// Room returns the bytes of memory that the Reader keeps for the models of other
// columns; Trim releases them.
func (r *Reader) Room() int { return r.room.Size() }

// Trim releases the memory that Room counts.
func (r *Reader) Trim() { r.room = contextmix.Memory{} }

// Tags returns the number of tags of a game.
func (r *Reader) Tags(game int) int { return len(r.chains[game].columns) }

// Literal returns the text before the i-th tag of a game, or after the last.
func (r *Reader) Literal(game, i int) []byte { return r.literals.Text(r.chains[game].literals[i]) }
