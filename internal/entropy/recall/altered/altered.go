// Package altered changes the stored choices of an encoder, for tests that must tell
// recalled choices from predicted ones.
package altered

import "github.com/chesszip/chesszip/internal/entropy/recall"

// Memory changes each choice in m.
func Memory(m *recall.Memory, change func(c *recall.Choice)) {
	var changed recall.Memory
	for cursor := m.From(0); cursor.Any(); {
		c, _ := cursor.Next(0)
		change(&c)
		changed.Add(c)
	}
	*m = changed
}
