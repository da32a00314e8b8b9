package terms

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// Limits of Spellings: different names of each kind, and bytes of one.
const (
	mostSpellings = 1000
	spellingBytes = 256
)

// Spellings counts the games of names that match a name of several words: of games that
// a search returns, and of games with a near name that it leaves out. The zero value is
// ready to use, by several goroutines at once.
type Spellings struct {
	mu          sync.Mutex
	taken, near map[string]int64
}

// Each calls yield with the names that were taken or, if near is set, with the near
// ones, the most frequent first.
func (s *Spellings) Each(near bool, yield func(name string, games int64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := s.taken
	if near {
		counts = s.near
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for _, name := range names {
		yield(name, counts[name])
	}
}

// Note counts the names of a game by the conditions that it meets or, if met is false,
// by those that it would meet if near names matched.
func (s *Spellings) Note(conditions []Condition, tags []tagvalue.Tag, facts tagvalue.Facts, met bool) {
	for i := range conditions {
		holds := conditions[i].Holds
		if conditions[i].near != nil {
			holds = conditions[i].near
		}
		if !met && !holds(tags, facts) {
			return
		}
	}
	for i := range conditions {
		for _, a := range conditions[i].asked {
			for _, name := range a.tags {
				value := tagvalue.First(tags, name)
				switch fits := a.m.match(value); {
				case fits && met:
					s.count(&s.taken, value)
				case !fits && !met && a.m.isNear(value):
					s.count(&s.near, value)
				}
			}
		}
	}
}

func (s *Spellings) count(names *map[string]int64, value []byte) {
	name := string(playername.Decode(value[:min(len(value), spellingBytes)]))
	s.mu.Lock()
	defer s.mu.Unlock()
	if *names == nil {
		*names = map[string]int64{}
	}
	if _, ok := (*names)[name]; ok || len(*names) < mostSpellings {
		(*names)[name]++
	}
}
