package verify

import (
	"fmt"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Damage is a damaged frame.
type Damage struct {
	Frame        int   // its number in the file, from 0
	First, Games int64 // the games it holds
	Err          error
	// More is the number of further damaged frames that are not listed; their games are
	// included in Games. It is 0 except in the last of a list of 1,000.
	More int
}

// mostDamages is the greatest length of a list of Damage, which must not grow with a
// file.
const mostDamages = 1000

// damageOf returns err as the Damage of a frame.
func damageOf(f *view.File, frame int, err error) Damage {
	return Damage{Frame: frame, First: f.FirstGame(frame), Games: f.Entry(frame).Games, Err: err}
}

// add adds d to a list.
func add(list []Damage, d Damage) []Damage {
	if len(list) < mostDamages {
		return append(list, d)
	}
	last := &list[len(list)-1]
	last.Games += d.Games
	last.More++
	return list
}

// inFrame adds the frame to err, and makes it damage.
func inFrame(n int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: frame %d: %w", archive.ErrCorrupt, n+1, err)
}

// Whole returns the number of undamaged games of a segment of f if some of its frames
// are lost: a game of several frames is lost with any of them; an index frame loses
// none.
func Whole(f *view.File, s view.Segment, lost func(frame int) bool) int64 {
	for n := s.Frame; n <= s.Frame+s.More; n++ {
		if lost(n) {
			return 0
		}
	}
	return f.Entry(s.Frame).Games
}
