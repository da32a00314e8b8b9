// Package names holds the names in databases of masters and programs that play often.
// It has no names of players on servers.
//
// # Format of names.txt
//
// At most MaxGroups groups, separated by empty lines. A group has at most 2^MaxDigits
// names, one a line, by the time when they played. Groups of the same kind of games
// are adjacent, the most frequent first.
//
// # Source
//
// The table is made by go run ./internal/tools/trainnames. Its first seven groups are
// the 16,384 names that occur in the most sections of 500 games of master-train.pgn
// and master-twic-train.pgn; the next is of the programs of engine-train.pgn and
// tcec-train.pgn; the last was chosen by hand. See Checksum.
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

// Group is a list of names of similar frequency, by the time when they played.
type Group [][]byte

// Digits returns the number of binary digits of a name's index in the group.
func (g Group) Digits() int { return bits.Len(uint(len(g) - 1)) }

// Table returns names.txt. The caller must not change it.
func Table() []byte { return table }

// Groups returns all groups. The caller must not change them.
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

// Find returns the group of a name and its index there; ok is false if it has none.
func Find(name []byte) (group, at int, ok bool) {
	p, ok := places()[string(name)]
	return p.group, p.place, ok
}
