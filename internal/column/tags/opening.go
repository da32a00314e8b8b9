package tags

import "github.com/chesszip/chesszip/internal/model/openings"

// namedOpenings are the names of the openings of games, by their first moves.
type namedOpenings struct {
	system  openings.System
	last    []openings.Last
	guesses []int32
}

// of returns the number of the last position of a game that has a name, or -1.
func (n *namedOpenings) of(game int32) int {
	if int(game) >= len(n.last) {
		return -1
	}
	return int(n.last[game][n.system])
}

// lastNamed returns the last named positions of games, as far as known.
func (c *coding) lastNamed() []openings.Last {
	if c.table.Openings == nil || c.err != nil {
		return nil
	}
	last, err := c.table.Openings()
	c.err = err
	return last
}

// openings returns the names of the openings of games in a system.
func (c *coding) openings(system openings.System) namedOpenings {
	n := namedOpenings{system: system, last: c.lastNamed(), guesses: openings.Guesses(c.column.Name, system)}
	if n.guesses == nil || n.last == nil {
		c.fail("the values of %s cannot follow from openings", c.column.name())
	}
	return n
}

// findSystem returns the system in which most values are the names of their games'
// openings, or -1.
func (c *coding) findSystem() int {
	last := c.lastNamed()
	if last == nil || openings.Values(c.column.Name) == nil {
		return -1
	}
	games := make([]openings.Last, len(c.column.Rows))
	for i, game := range c.column.Rows {
		games[i] = last[game]
	}
	return openings.FindSystem(c.column.Name, c.column.Values, games)
}
