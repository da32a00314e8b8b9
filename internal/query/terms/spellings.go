package terms

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/base/playername"
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
// by those that it would meet if near names matched. Value returns the value of a tag,
// nil if there is none, and false if it is not known: then Note counts nothing and
// returns false.
func (s *Spellings) Note(conditions []Condition, value func(tag string) ([]byte, bool), met bool) bool {
	known := true
	each := func(yield func(a *asked, name []byte)) {
		for i := range conditions {
			for k := range conditions[i].asked {
				for _, tag := range conditions[i].asked[k].tags {
					name, ok := value(tag)
					known = known && ok
					yield(&conditions[i].asked[k], name)
				}
			}
		}
	}
	if each(func(*asked, []byte) {}); !known {
		return false
	}
	each(func(a *asked, name []byte) {
		switch fits := a.m.match(name); {
		case fits && met:
			s.count(&s.taken, name)
		case !fits && !met && a.m.isNear(name):
			s.count(&s.near, name)
		}
	})
	return true
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
