package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// maxCount limits the learning of models of numbers.
const maxCount = 200

// fewValues: columns with fewer values may be texts, others only if all are the same.
const fewValues = 200

// packing holds the functions that pack values as texts, and as a list of positions.
// Programs that only read need not link them.
type packing struct {
	texts func(values [][]byte) []byte
	list  func(lines []byte) ([]byte, bool) // or nil
}

// coding codes a column, in both directions: its methods write the given value and
// return it, or return the value read. The first error stays; values read after it
// are zero.
type coding struct {
	table  *Table
	column *Column
	at     int    // number of the column
	head   []byte // bytes written, or left to read
	coder  *contextmix.Coder
	// exceptions are the values that do not fit the method: all so far in writing,
	// those left in reading.
	exceptions [][]byte
	room       []byte // buffer to build values that are read

	// In writing.
	packing
	settled bool // whether no other method is tried
	listed  bool // whether the column can be a list of positions
	rival   dictionary.Rival
	lost    bool // whether the rival is shorter

	// In reading.
	need   func(number int) error  // decodes another column
	stream func(number int) []byte // returns the bytes of a column
	limit  int                     // limit limit of the bytes of the values of all columns
	err    error
}

func (c *coding) writing() bool { return c.need == nil }

// fail sets the error, unless there is one.
func (c *coding) fail(format string, args ...any) {
	if c.err == nil {
		c.err = corrupt.Newf(format, args...)
	}
}

// left returns the number of bytes that values may still have.
func (c *coding) left() int { return c.limit - c.table.used }

// charge counts bytes of values read against the limit of the table; it returns false
// if there are too many.
func (c *coding) charge(n int) bool {
	if c.writing() {
		return true
	}
	if n > c.left() {
		c.fail("the values of all tags together are longer than %d bytes, their frame's input", c.limit)
		return false
	}
	c.table.used += n
	return true
}

// take reads n bytes of the head; errors name them what.
func (c *coding) take(n int, what string) []byte {
	if n > len(c.head) {
		c.fail("%s is cut off", what)
	}
	if c.err != nil {
		return make([]byte, min(n, values.AlphabetSize))
	}
	b := c.head[:n:n]
	c.head = c.head[n:]
	return b
}

// number codes a number of the head.
func (c *coding) number(v int) int {
	if c.writing() {
		c.head = binfmt.AppendUvarint(c.head, uint64(v))
		return v
	}
	read, rest, err := binfmt.Uvarint(c.head)
	if err != nil || read > 1<<31-1 {
		c.fail("a number of the column's head is cut off or too large")
	}
	if c.err != nil {
		return 0
	}
	c.head = rest
	return int(read)
}

// byte codes a byte of the head.
func (c *coding) byte(b byte) byte {
	if c.writing() {
		c.head = append(c.head, b)
		return b
	}
	return c.take(1, "the column's head")[0]
}

// form codes the form of values; errors name them what.
func (c *coding) form(form, last int, what string) int {
	form = int(c.byte(byte(form)))
	if form > last {
		c.fail("%s have form %d, the last is %d", what, form, last)
		return 0
	}
	return form
}

// bytes codes a text of the head.
func (c *coding) bytes(b []byte) []byte {
	n := c.number(len(b))
	if c.writing() {
		c.head = append(c.head, b...)
		return b
	}
	if n > len(c.head) {
		c.fail("a text of %d bytes has only %d", n, len(c.head))
		return nil
	}
	return c.take(n, "")
}

// reference codes the number + 1 of a column, or 0, and decodes that column if
// needed.
func (c *coding) reference(to *Column) *Column {
	k := c.number(c.table.number(to) + 1)
	if c.writing() || k == 0 {
		return to
	}
	if c.err = c.need(k - 1); c.err != nil {
		return nil
	}
	return c.table.Columns[k-1]
}

// references codes several references.
func (c *coding) references(columns []*Column) {
	for k := range columns {
		columns[k] = c.reference(columns[k])
	}
}

// begin begins the values after a complete head; it returns false if there is an
// error.
func (c *coding) begin() bool {
	if !c.writing() {
		c.coder = &contextmix.Coder{Dec: rangecoder.NewDecoder(c.head)}
	}
	return c.err == nil
}

// beginWith is begin for a method with exceptions, of at most the given number.
func (c *coding) beginWith(most int) bool {
	if c.writing() {
		return true
	}
	if b := c.bytes(nil); len(b) > 0 {
		v, err := text.DecodeUpTo(b, -1, c.left(), 0, c.table.Budget)
		switch {
		case err != nil:
			c.err = err
		case len(v) > most:
			c.fail("there are %d exceptions for %d values", len(v), most)
		case c.charge(size(v)):
			c.exceptions = v
		}
	}
	return c.begin()
}

// open prepares columns, which may be nil, for the values to be read. It returns
// false if there is an error, for example if a column that these depend on has
// already given values to one of them.
func (c *coding) open(columns ...*Column) bool {
	for _, of := range columns {
		if of == nil || c.writing() {
			continue
		}
		if of.decoded {
			c.fail("column %s depends on column %s, whose values it has", c.column.name(), of.name())
			break
		}
		of.Values = make([][]byte, 0, len(c.table.rows(of)))
	}
	return c.err == nil
}

// each codes the values of the column as value does, until one fails. Value returns
// the k-th value, of this game; ok is false for an exception.
func (c *coding) each(value func(k int, game int32) (v []byte, ok bool)) {
	if !c.open(c.column) {
		return
	}
	for k, game := range c.table.rows(c.column) {
		v, ok := value(k, game)
		c.put(c.column, v, ok)
		if c.lost = c.writing() && c.rival.Wins(k+1, c.coder.Enc.Len()); c.lost || !c.good(game) {
			return
		}
	}
}

// put keeps what was coded as the next value of a column; not ok is an exception, which
// it returns.
func (c *coding) put(to *Column, v []byte, ok bool) []byte {
	switch {
	case c.writing() && !ok:
		c.exceptions = append(c.exceptions, v)
		return v
	case c.writing():
		return v
	case !ok && len(c.exceptions) == 0:
		if c.coder.Dec.Err() == nil {
			c.fail("an exception is missing")
		}
		return nil
	case !ok:
		v, c.exceptions = c.exceptions[0], c.exceptions[1:]
	}
	to.Values = append(to.Values, v)
	return v
}

// built returns the bytes of room from an index on, and charges them.
func (c *coding) built(at int) []byte {
	c.charge(len(c.room) - at)
	return c.room[at:len(c.room):len(c.room)]
}

// value codes a value of a dictionary, and also returns its number.
func (c *coding) value(d *dictionary.Dictionary, v *dictionary.Value) (number int, text []byte) {
	if number, c.err = d.Code(v, c.left()); c.err != nil {
		return 0, nil
	}
	return number, d.Text(number)
}

// flag codes a boolean with an adaptive probability.
func (c *coding) flag(bit *rangecoder.Bit, is bool) bool {
	if !c.writing() {
		return bit.Decode(c.coder.Dec) != 0
	}
	if is {
		bit.Encode(c.coder.Enc, 1)
	} else {
		bit.Encode(c.coder.Enc, 0)
	}
	return is
}

// valueWork is the work of coding a value, in bytes of text.
const valueWork = 32

// good reports whether there is no error so far; it assigns errors to this game.
func (c *coding) good(game int32) bool {
	more := c.table.Budget.Step(valueWork)
	if c.writing() {
		return more
	}
	if !more {
		c.err = budget.ErrStopped
		return false
	}
	if c.coder.Dec.Err() != nil {
		c.err = corrupt.New("the column ends before its last value")
	}
	if c.err != nil {
		c.err = corrupt.AtGame(int(game), c.err)
	}
	return c.err == nil
}

// end ends the values, with or without exceptions: nothing may be left over in a
// column that is read completely.
func (c *coding) end(exceptions bool) {
	switch {
	case c.writing():
		if exceptions {
			c.appendExceptions()
		}
		c.head = append(c.head, c.coder.Enc.Finish()...)
	case c.table.Upto != 0:
	case len(c.exceptions) > 0:
		c.fail("%d exceptions are left over after the last value", len(c.exceptions))
	case !c.coder.Dec.AtEnd():
		c.fail("bytes are left over after the last value")
	}
}

// appendExceptions appends the exceptions of a column to its head.
func (c *coding) appendExceptions() {
	if len(c.exceptions) == 0 {
		c.head = append(c.head, 0)
		return
	}
	c.head = binfmt.AppendBytes(c.head, c.texts(c.exceptions))
}

// size returns the number of bytes of values.
func size(values [][]byte) (n int) {
	for _, v := range values {
		n += len(v)
	}
	return n
}

// gave records that c has the values of another column, or its own; that column must
// refer to c.
func (c *coding) gave(of *Column) {
	if c.writing() || c.err != nil {
		return
	}
	want := binfmt.AppendUvarint([]byte{methodElsewhere}, uint64(c.at))
	if of != c.column && !bytes.Equal(c.stream(c.table.number(of)), want) {
		c.fail("column %s does not say that column %s has its values", of.name(), c.column.name())
		return
	}
	of.decoded = true
}
