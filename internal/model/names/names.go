// Package names knows the players that play often, by the names that servers
// and databases give them.
//
// # Format of names.txt
//
// Groups, with an empty line between them, of at most MaxGroups; a group has at
// most 2^MaxDigits names, one a line, by when they played. Those of a server
// or of the same kind of games follow each other, the usual ones first.
package names

import (
	"bytes"
	_ "embed"
	"math/bits"
	"sync"
)

// Bounds of the table.
const (
	MaxGroups = 16
	MaxDigits = 14
)

// table is made by go run ./internal/tools/trainnames.
//
//go:embed names.txt
var table []byte

// Group is names that are about as usual, by when they played.
type Group [][]byte

// Digits is how many binary digits the place of a name in the group has.
func (g Group) Digits() int { return bits.Len(uint(len(g) - 1)) }

// Groups returns all groups. They are not to be changed.
func Groups() []Group { return groups() }

var groups = sync.OnceValue(func() (all []Group) {
	for group := range bytes.SplitSeq(bytes.TrimSuffix(table, []byte("\n")), []byte("\n\n")) {
		g := make(Group, 0, bytes.Count(group, []byte("\n"))+1)
		for name := range bytes.SplitSeq(group, []byte("\n")) {
			g = append(g, name)
		}
		all = append(all, g)
	}
	return all
})

type place struct{ group, place int }

var places = sync.OnceValue(func() map[string]place {
	all := map[string]place{}
	for i, g := range Groups() {
		for k, name := range g {
			all[string(name)] = place{i, k}
		}
	}
	return all
})

// Find returns the group of a name and its place in it.
func Find(name []byte) (group, at int, ok bool) {
	p, ok := places()[string(name)]
	return p.group, p.place, ok
}
