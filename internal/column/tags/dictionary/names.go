package dictionary

import (
	"sync"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	known "github.com/chesszip/chesszip/internal/model/names"
)

// names codes new names of players: known ones by their place in the table of package
// names, others by spelling.
type names struct {
	coder   *contextmix.Coder
	model   *contextmix.Model
	speller *speller

	last int                  // 1 + the group of the last known one
	high [known.MaxGroups]int // the high digits of the last place in each group
}

const (
	// groupDigits is the number of digits of a group's number.
	groupDigits = 4
	// highDigits is the number of digits of a place that are predicted: they depend
	// on when the player played.
	highDigits = 5
)

func (n *names) code(text []byte, limit int) ([]byte, error) {
	m := n.model
	groups := known.Groups()
	group, at, ok := 0, 0, false
	if n.coder.Writing() {
		group, at, ok = known.Find(text)
	}
	if ok = m.Use(choiceKnown, uint32(n.last)).Flag(ok); !ok {
		return n.speller.code(text, limit)
	}
	if group = m.Use(choiceGroup, uint32(n.last)).Index(group, groupDigits); group >= len(groups) {
		return nil, corrupt.Newf("a name is in group %d of the table, which has %d", group, len(groups))
	}
	n.last = group + 1
	digits := groups[group].Digits()
	high := min(digits, highDigits)
	low := digits - high
	v := m.Use(choicePlace, uint32(group), uint32(n.high[group])).Index(at>>low, high)
	n.high[group] = v
	at = v<<low | int(n.coder.Raw(uint32(at), uint(low)))
	if at >= len(groups[group]) {
		return nil, corrupt.Newf("a name is number %d of a group of %d", at, len(groups[group]))
	}
	return groups[group][at], nil
}

const (
	// fewGames is the most games for which the speller first learns known names; more
	// games have enough names to learn from.
	fewGames = 500
	// learnedNames is the number of names of each group that it learns.
	learnedNames = 8
	// nameSize is the size of the model that has learned them.
	nameSize = 16
)

// newNameSpeller returns a speller that has learned known names.
func newNameSpeller(room *contextmix.Memory, c *contextmix.Coder) *speller {
	s := newSpeller(room, c, nameSize)
	s.model = room.Copy(c, spelledNames())
	return s
}

// spelledNames returns the model that has learned known names, the same for all
// frames.
var spelledNames = sync.OnceValue(func() *contextmix.Model {
	s := newSpeller(nil, new(contextmix.Coder), nameSize)
	for _, g := range known.Groups() {
		for _, name := range g[:min(len(g), learnedNames)] {
			s.learn(name)
		}
	}
	return s.model
})
