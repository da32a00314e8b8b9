package tags

import "github.com/chesszip/chesszip/internal/column/boards"

// Boards are positions of FENs, square by square, with the previous position as the
// pattern:
//
//	| exceptions: length uvarint, column of texts | string of the range coder |

// leastBoards is the least number of values for boards.
const leastBoards = 4

// codeBoards codes a column of positions. Of many, a list of positions is shorter.
func codeBoards(c *coding) bool {
	if n := len(c.column.Values); c.writing() && (n < leastBoards || n >= listLength && c.listed || !boards.AreFENs(c.column.Values)) {
		return false
	}
	if !c.beginWith(len(c.column.Rows)) {
		return false
	}
	f := boards.NewFENs(c.table.Room, c.coder)
	c.each(func(k int, _ int32) (text []byte, ok bool) {
		if c.writing() {
			text = c.column.Values[k]
			return text, f.Write(text)
		}
		at := len(c.room)
		if c.room, ok = f.Append(c.room); ok {
			text = c.built(at)
		}
		return text, ok
	})
	f.Free(c.table.Room)
	c.end(true)
	return true
}
