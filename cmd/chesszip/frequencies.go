package main

import (
	"cmp"
	"slices"
)

// frequencies counts names in bounded memory. When the table is full, the rarer half of
// the names is dropped. A name added later has lost at most off games; a name present
// from the start has lost none.
type frequencies struct {
	names map[string]*frequency
	size  int   // approximate bytes of the names
	room  int   // limit of size
	off   int64 // 0 until names were dropped
}

type frequency struct {
	games int64
	late  bool // the name may have been dropped before
}

// counted is a name with its number of games.
type counted struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
	// AtLeast reports that there may be more games.
	AtLeast bool `json:"at_least,omitempty"`
}

const (
	// nameCost is the memory for a name in addition to its bytes.
	nameCost = 96
	// maxCounted is the greatest length of a name in bytes; the rest is cut.
	maxCounted = 1 << 10
)

func newFrequencies(room int) *frequencies {
	return &frequencies{names: map[string]*frequency{}, room: room}
}

// add counts some games of a name.
func (f *frequencies) add(name string, games int64) {
	if len(name) > maxCounted {
		name = name[:maxCounted] + "…"
	}
	n := f.names[name]
	if n == nil {
		if f.size += len(name) + nameCost; f.size > f.room {
			f.drop()
			f.size += len(name) + nameCost
		}
		n = &frequency{late: f.off > 0}
		f.names[name] = n
	}
	n.games += games
}

// drop drops the rarer half of the names.
func (f *frequencies) drop() {
	counts := f.sorted()
	least := int64(1)
	if len(counts) > 0 {
		least = counts[len(counts)/2]
	}
	f.off += least
	kept := map[string]*frequency{}
	f.size = 0
	for name, n := range f.names {
		if n.games > least {
			kept[name] = n
			f.size += len(name) + nameCost
		}
	}
	f.names = kept
}

// sorted returns the numbers of games of the names, ascending.
func (f *frequencies) sorted() []int64 {
	counts := make([]int64, 0, len(f.names))
	for _, n := range f.names {
		counts = append(counts, n.games)
	}
	slices.Sort(counts)
	return counts
}

// most returns the most frequent names, those of equal frequency by name.
func (f *frequencies) most(top int) []counted {
	least := int64(0) // most names have fewer games than the top ones
	if counts := f.sorted(); 0 < top && top < len(counts) {
		least = counts[len(counts)-top]
	}
	all := []counted{} // also encoded as a list in JSON
	for name, n := range f.names {
		if n.games >= least {
			all = append(all, counted{name, n.games, n.late})
		}
	}
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return all[:min(top, len(all))]
}
