package query

import (
	"sync"

	"github.com/chesszip/chesszip/internal/playername"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Bounds of Spellings: different names of each kind, and bytes of one.
const (
	mostSpellings = 1000
	spellingBytes = 256
)

// Spellings counts the games of names that fit a name of several words: of those that a
// search takes, and of those that it leaves out though they are near. The zero Spellings
// are ready for use, by several goroutines at once.
type Spellings struct {
	mu          sync.Mutex
	taken, near map[string]int64
}

// Each calls yield with the names that were taken or, if near is set, with those that are
// near.
func (s *Spellings) Each(near bool, yield func(name string, games int64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := s.taken
	if near {
		names = s.near
	}
	for name, n := range names {
		yield(name, n)
	}
}

// Note counts the names of a game by conditions that it meets or, if it does not, by those
// that it would meet if near names fitted.
func (s *Spellings) Note(conditions []Condition, tags []tagvalue.Tag, plies int, met bool) {
	for i := range conditions {
		holds := conditions[i].Holds
		if conditions[i].near != nil {
			holds = conditions[i].near
		}
		if !met && !holds(tags, plies) {
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

// asked is a name of several words that a condition asks for.
type asked struct {
	m    *textMatcher
	tags []string // with the names
}

// isNear reports whether a name does not fit, but nearly.
func (m *textMatcher) isNear(value []byte) bool {
	return m.name != nil && m.name.Near(playername.Decode(value))
}
