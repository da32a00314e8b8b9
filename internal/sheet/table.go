package sheet

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags"
	"github.com/chesszip/chesszip/internal/positionlist"
)

// tagTable gathers the tags of games by name.
type tagTable struct {
	names   map[string]int
	columns []*tags.Column
	plies   []int32
	values  int // in all columns
}

func (t *tagTable) reset() { *t = tagTable{names: map[string]int{}} }

// column returns the number of the column of a name, opening it for a new one.
// All names beyond the last column share it.
func (t *tagTable) column(name []byte) int {
	i, ok := t.names[string(name)]
	if !ok {
		i = min(len(t.names), maxTagColumns-1)
		t.names[string(name)] = i
		switch {
		case i == len(t.columns):
			t.columns = append(t.columns, &tags.Column{Name: string(name)})
		default:
			t.columns[i].Name = ""
		}
	}
	return i
}

// add adds a value of the current game.
func (t *tagTable) add(name, value []byte) {
	c := t.columns[t.column(name)]
	c.Rows = append(c.Rows, int32(len(t.plies)))
	c.Values = append(c.Values, value)
	t.values++
}

// end ends the current game.
func (t *tagTable) end(plies int) { t.plies = append(t.plies, int32(plies)) }

func (t *tagTable) table(room *contextmix.Room) *tags.Table {
	return &tags.Table{Room: room, Games: len(t.plies), Columns: t.columns, Plies: t.plies, Lists: rolls{}}
}

// rolls are the lists of positions that columns of tags may be.
type rolls struct{}

func (rolls) Append(dst, lines []byte, thorough bool) ([]byte, bool) {
	return positionlist.Append(dst, lines, thorough)
}

func (rolls) Decode(src []byte, limit int) ([]byte, error) { return positionlist.Decode(src, limit) }

// movesLeft counts how many half-moves of a game are left.
type movesLeft struct{ plies, depth int }

// now is negative in a variation.
func (l *movesLeft) now() int {
	if l.depth != 0 {
		return -1
	}
	return l.plies
}

// pass passes moves.
func (l *movesLeft) pass(moves int) {
	if l.depth == 0 {
		l.plies -= moves
	}
}

// step passes a step that is no move.
func (l *movesLeft) step(o op) {
	switch o {
	case opOpen:
		l.depth++
	case opClose:
		l.depth--
	case opNull:
		l.pass(1)
	}
}
