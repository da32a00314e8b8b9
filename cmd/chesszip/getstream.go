package main

import (
	"math"
)

// inOrder refuses, before anything is read, games of a stream that are not asked for in
// ascending order: they pass by once.
func (r *reading) inOrder(name string, numbers []string) error {
	if r.seekable(name, "get") == nil {
		return nil
	}
	before := int64(0)
	for _, n := range numbers {
		from, to, err := gameRange(n, math.MaxInt64)
		if err != nil {
			return err
		}
		if from < before {
			return misuse("ask for them in ascending order, or save the file and do not pack it",
				"game %s comes too late: what is piped or packed is read once, from front to back", n)
		}
		before = to
	}
	return nil
}

// getFromPart prints the games of some numbers that are in a part of a stream, and reads
// no more once it has the last of them.
func (r *reading) getFromPart(a *opened, s *sink, numbers []string) error {
	low, high := a.Span()
	for _, n := range numbers {
		from, to, err := gameRange(n, math.MaxInt64)
		if err != nil {
			return err
		}
		switch games := a.stream.games; {
		case a.stream.last && to > games && to < math.MaxInt64, a.stream.last && from >= games:
			return failed("", "there is no game %s: the file has %s", n, plural(games, "game"))
		case a.stream.last || to <= low || from >= high:
			continue
		}
		r.found(min(to, high) - max(from, low))
		if err := r.copyGames(a, s, max(from, low), min(to, high)); err != nil {
			return err
		}
	}
	if _, to, err := gameRange(numbers[len(numbers)-1], math.MaxInt64); err == nil && to <= a.stream.games {
		return errEnough
	}
	return nil
}
