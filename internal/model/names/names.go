// Package names knows the masters and programs that play often, by the names
// that databases give them. It has no names of players on servers.
//
// # Format of names.txt
//
// Groups, with an empty line between them, of at most MaxGroups; a group has at
// most 2^MaxDigits names, one a line, by when they played. Those of the same
// kind of games follow each other, the usual ones first.
//
// # Source
//
// The table is made by go run ./internal/tools/trainnames. Its first seven
// groups are the 16,384 names that are in the most stretches of 500 games of
// master-train.pgn and master-twic-train.pgn; the next is of the programs of
// engine-train.pgn and tcec-train.pgn; the last was chosen by hand. See Checksum.
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

// Checksum is the SHA-256 of names.txt.
const Checksum = "756d9b31b6a2c243bec92a3b95ac18c016cfdfa89ea07791f58bb5827e901e9f"

//go:embed names.txt
var table []byte

// Group is names that are about as usual, by when they played.
type Group [][]byte

// Digits is how many binary digits the place of a name in the group has.
func (g Group) Digits() int { return bits.Len(uint(len(g) - 1)) }

// Table returns names.txt. It is not to be changed.
func Table() []byte { return table }

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
