package main

import (
	"math"
)

// inOrder refuses, before anything is read, numbers of a stream's games that are not
// ascending, since a stream is read once.
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
			hint := "ask for them in ascending order, or save the file and do not pack it"
			if isURL(name) {
				hint = "ask for them in ascending order, or let --download save it"
			}
			return misuse(hint,
				"game %s comes too late: what is piped or packed is read once, from front to back", n)
		}
		before = to
	}
	return nil
}

// passing is a run of get on a stream, which is read once.
type passing struct {
	r       *reading
	numbers []string // in ascending order
	next    int      // first of the numbers with games still to come
}

// part prints the requested games of a part of the stream. It reads no further than the
// last of them.
func (p *passing) part(a *opened, s *sink) error {
	low, high := a.Span()
	for ; p.next < len(p.numbers); p.next++ {
		from, to, err := gameRange(p.numbers[p.next], math.MaxInt64)
		switch {
		case err != nil:
			return err
		case a.stream.last && (from >= a.stream.games || to < math.MaxInt64):
			return failed("", "there is no game %s: the file has %s", p.numbers[p.next], plural(a.stream.games, "game"))
		case a.stream.last:
			continue
		case from >= high:
			return nil
		}
		if from = max(from, low); from < min(to, high) { // otherwise in a gap
			p.r.found(min(to, high) - from)
			if err := p.r.copyGames(a, s, from, min(to, high)); err != nil {
				return err
			}
		}
		if to > high {
			return nil
		}
	}
	return errEnough
}
