package main

import (
	"cmp"
	"slices"
)

// frequencies counts names in bounded memory. Once the table is full, the rarer
// half of the names is dropped; what a name that comes later has lost by that is
// at most off, and a name that was there from the start has lost nothing.
type frequencies struct {
	names map[string]*frequency
	size  int   // bytes that the names take, about
	room  int   // bytes that they may take
	off   int64 // 0 until names were dropped
}

type frequency struct {
	games int64
	late  bool // the name may have been dropped before
}

// counted is a name and how many games have it.
type counted struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
	// AtLeast says that there may be more games.
	AtLeast bool `json:"at_least,omitempty"`
}

const (
	// nameCost is what a table takes for a name beside its bytes.
	nameCost = 96
	// maxCounted is the bytes of a name that are looked at.
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

// sorted returns how many games the names have, the least first.
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
	least := int64(0) // most names have fewer games than those that are asked for
	if counts := f.sorted(); 0 < top && top < len(counts) {
		least = counts[len(counts)-top]
	}
	all := []counted{} // a list in JSON, too
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
