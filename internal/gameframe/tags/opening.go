package tags

import "github.com/chesszip/chesszip/internal/model/openings"

// namedOpenings is how the openings of games are called by their first moves.
type namedOpenings struct {
	system  openings.System
	last    []openings.Last
	guesses []int32
}

// of returns the number of the last position of a game that has a name, -1 for none.
func (n *namedOpenings) of(game int32) int {
	if int(game) >= len(n.last) {
		return -1
	}
	return int(n.last[game][n.system])
}

// lastNamed returns how far the names of openings are known.
func (c *coding) lastNamed() []openings.Last {
	if c.table.Openings == nil || c.err != nil {
		return nil
	}
	last, err := c.table.Openings()
	c.err = err
	return last
}

// openings returns what the openings of games are called in a system.
func (c *coding) openings(system openings.System) namedOpenings {
	n := namedOpenings{system: system, last: c.lastNamed(), guesses: openings.Guesses(c.column.Name, system)}
	if n.guesses == nil || n.last == nil {
		c.fail("the values of %s cannot follow from openings", c.column.name())
	}
	return n
}

// findSystem returns the system in which most values are the names of their games'
// openings, -1 if they are in none.
func (c *coding) findSystem() int {
	values := openings.Values(c.column.Name)
	last := c.lastNamed()
	if values == nil || last == nil {
		return -1
	}
	best, most := -1, 0
	for system := range openings.System(openings.Systems) {
		guesses := openings.Guesses(c.column.Name, system)
		hits := 0
		for i, game := range c.column.Rows {
			if at := last[game][system]; at >= 0 && guesses[at] >= 0 && string(values[guesses[at]]) == string(c.column.Values[i]) {
				hits++
			}
		}
		if hits > most {
			best, most = int(system), hits
		}
	}
	return best
}
