// Package altered changes what an encoder remembers, for tests that tell what is recalled
// from what is found out again.
package altered

import "github.com/chesszip/chesszip/internal/entropy/recall"

// Memory changes each choice that m keeps.
func Memory(m *recall.Memory, change func(c *recall.Choice)) {
	var changed recall.Memory
	for cursor := m.From(0); cursor.Any(); {
		c, _ := cursor.Next(0)
		change(&c)
		changed.Add(c)
	}
	*m = changed
}
