package main

import (
	"runtime"
	"slices"
)

// cost is what a unit of work takes.
type cost struct {
	nanoseconds, allocations, bytes float64
}

// once runs work, which returns how many units it did.
func once(work func() int) cost {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := now()
	n := float64(max(work(), 1))
	elapsed := now() - began
	runtime.ReadMemStats(&after)
	return cost{
		float64(elapsed.Nanoseconds()) / n,
		float64(after.Mallocs-before.Mallocs) / n,
		float64(after.TotalAlloc-before.TotalAlloc) / n,
	}
}

// compare runs two works by turns and returns the median costs and the median
// ratio of the second's time to the first's.
func compare(rounds int, ours, peer func() int) (a, b cost, ratio float64) {
	var as, bs []cost
	var ratios []float64
	for range rounds {
		x, y := once(ours), once(peer)
		as, bs = append(as, x), append(bs, y)
		ratios = append(ratios, y.nanoseconds/x.nanoseconds)
	}
	return median(as), median(bs), middle(ratios)
}

func median(costs []cost) cost {
	slices.SortFunc(costs, func(a, b cost) int {
		if a.nanoseconds < b.nanoseconds {
			return -1
		}
		return 1
	})
	return costs[len(costs)/2]
}

func middle(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}
