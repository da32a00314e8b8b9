package verifying

import "github.com/chesszip/chesszip/internal/frameview"

// Damage is a frame that is not as it should be.
type Damage struct {
	Frame        int   // its number in the file, from 0
	First, Games int64 // the games it holds
	Err          error
	// More is how many other damaged frames behind it are not listed; their games count
	// among Games. It is 0 but for the last of a list of 1,000.
	More int
}

// mostDamages is the greatest length of a list of Damage, which must not grow with a file.
const mostDamages = 1000

// damageOf returns what err says of a frame.
func damageOf(f *frameview.File, frame int, err error) Damage {
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
