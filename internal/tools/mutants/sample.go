package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// What the sample holds: all mutants in checks of limits, and others, those
// first whose names have the least hash, so that a change of the code changes
// little of it.
const (
	seed      = "chesszip 13"
	ofAll     = 1200
	ofOthers  = 500 // at least, where the checks alone are more than ofAll
	ofOneRoom = 80
)

func draw(all []*mutant) []*mutant {
	order := map[*mutant]uint64{}
	for _, m := range all {
		h := fnv.New64a()
		_, _ = io.WriteString(h, seed+m.key())
		order[m] = h.Sum64() * 0x9e3779b97f4a7c15 >> 8
	}
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b *mutant) int { return cmp.Compare(order[a], order[b]) })
	in, of, limits := map[*mutant]bool{}, map[*room]int{}, 0
	for _, m := range sorted {
		if m.limit {
			in[m] = true
			of[m.room]++
			limits++
		}
	}
	others := max(ofOthers, ofAll-limits)
	// Each room gets its least number first, then whatever comes.
	for _, least := range []bool{true, false} {
		for _, m := range sorted {
			if in[m] || least && of[m.room] >= ofOneRoom || !least && others <= 0 {
				continue
			}
			in[m] = true
			of[m.room]++
			others--
		}
	}
	return slices.DeleteFunc(sorted, func(m *mutant) bool { return !in[m] })
}

func list(w io.Writer, all, sample []*mutant) {
	count := func(ms []*mutant, r *room) (n, limits int) {
		for _, m := range ms {
			if m.room == r || r == nil {
				n++
				if m.limit {
					limits++
				}
			}
		}
		return n, limits
	}
	fmt.Fprintf(w, "%-10s %8s %8s %8s\n", "room", "mutants", "limits", "sample")
	for _, r := range append(slices.Clone(rooms), nil) {
		name := "all"
		if r != nil {
			name = r.name
		}
		n, limits := count(all, r)
		drawn, _ := count(sample, r)
		fmt.Fprintf(w, "%-10s %8d %8d %8d\n", name, n, limits, drawn)
	}
}

// report prints what the verdicts come to, and the mutants that survived.
func report(w io.Writer, sample []*mutant, book *verdicts, equal map[string]string) error {
	type tally struct{ drawn, open, killed, survived, equal, broken, limits, limitsSurvived int }
	of := map[*room]*tally{nil: {}}
	for _, r := range rooms {
		of[r] = &tally{}
	}
	for _, m := range sample {
		v, known := book.of[m.key()]
		for _, t := range []*tally{of[m.room], of[nil]} {
			t.drawn++
			switch {
			case equal[m.key()] != "":
				t.equal++
			case !known:
				t.open++
			case v == uncompilable:
				t.broken++
			case v == survived:
				t.survived++
			default:
				t.killed++
			}
			if m.limit && known && v != uncompilable && equal[m.key()] == "" {
				t.limits++
				if v == survived {
					t.limitsSurvived++
				}
			}
		}
		if known && v == survived && equal[m.key()] == "" {
			mark := " "
			if m.limit {
				mark = "!"
			}
			fmt.Fprintf(w, "%s %s\n", mark, m)
		}
	}
	fmt.Fprintf(w, "\n%-10s %6s %6s %6s %8s %10s %12s %7s %s\n", "room", "drawn", "open", "killed", "survived", "equivalent", "no program", "share", "checks of limits")
	for _, r := range append(slices.Clone(rooms), nil) {
		name := "all"
		if r != nil {
			name = r.name
		}
		t := of[r]
		share := 0
		if n := t.killed + t.survived; n > 0 {
			share = 1000 * t.killed / n
		}
		fmt.Fprintf(w, "%-10s %6d %6d %6d %8d %10d %12d %4d.%d%% %d of %d\n", name, t.drawn, t.open, t.killed, t.survived, t.equal, t.broken,
			share/10, share%10, t.limits-t.limitsSurvived, t.limits)
	}
	return nil
}
