package tags

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// method is a way of storing a column.
type method struct {
	number byte // first byte of the column
	name   string
	// code codes the column after the number. In writing it returns false if the
	// method does not fit the column; in reading the result is ignored.
	code func(c *coding) (fits bool)
}

// methods are tried in this order; the first of the shortest that fit is taken.
var methods = [...]method{
	{methodRatings, "ratings", codeRatings},
	{methodPlayers, "players", codePlayers},
	{methodElsewhere, "elsewhere", codeElsewhere},
	{methodTexts, "texts", codeTexts},
	{methodPositions, "positions", codePositions},
	{methodBoards, "boards", codeBoards},
	{methodCopies, "copies", codeCopies},
	{methodNumbers, "numbers", codeNumbers},
	{methodIdentifiers, "identifiers", codeIdentifiers},
	{methodDictionary, "dictionary", codeDictionary},
}

// write returns the column by the method that takes the fewest bytes.
func (c *coding) write() (best []byte) {
	for i := range methods {
		m := &methods[i]
		if !c.tries(m) {
			continue
		}
		c.head, c.exceptions = nil, nil
		if m.number == methodDictionary && c.column.distinctValues()*10 >= len(c.column.Values)*9 {
			c.rival = dictionary.Rival{Length: len(best), Values: len(c.column.Values)}
		}
		c.coder = &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
		if m.number != methodTexts { // texts begin with their own number
			c.head = []byte{m.number}
		}
		if m.code(c) && !c.lost && (best == nil || len(c.head) < len(best)) {
			best = c.head
		}
		if c.settled || c.table.Budget.Stopped() {
			break
		}
	}
	return best // nil if the context is done
}

// tries reports whether the column may be stored by a method; a column of a group
// only by the group's method.
func (c *coding) tries(m *method) bool {
	if c.table.Plain && m.number != methodTexts && m.number != methodCopies {
		return false
	}
	switch g := c.table.group(c.column); {
	case g == nil:
		return m.number != methodRatings && m.number != methodPlayers && m.number != methodElsewhere
	case g.lead != c.at:
		return m.number == methodElsewhere
	default:
		return m.number == g.method
	}
}

// read reads the column.
func (c *coding) read() error {
	if len(c.head) == 0 {
		return corrupt.New("the column is missing")
	}
	m := methodOf(c.head[0])
	if m == nil {
		return corrupt.Newf("the column has the unknown method %d", c.head[0])
	}
	if m.number != methodTexts {
		c.head = c.head[1:]
	}
	m.code(c)
	if n := len(c.column.Values); n != len(c.column.Rows) && (c.table.Upto == 0 || n < len(c.table.rows(c.column))) {
		c.fail("the column has %d values, expected %d", n, len(c.column.Rows))
	}
	return c.err
}

// methodOf returns the method of a number, or nil.
func methodOf(number byte) *method {
	if number < numTextMethods {
		number = methodTexts
	}
	for i := range methods {
		if methods[i].number == number {
			return &methods[i]
		}
	}
	return nil
}
