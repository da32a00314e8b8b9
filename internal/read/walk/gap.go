package walk

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Gap is a range of a file that does not belong to a whole archive, and its place among
// the frames.
type Gap struct {
	archive.Gap
	Frame int   // number of the first frame after it
	Told  error // error that a walk reports at its place
}

// Gaps returns the places of gaps among the frames of members, each with its error.
func Gaps(gaps []archive.Gap, members []*archive.Reader, frames *view.File, told func(archive.Gap) error) []Gap {
	all := make([]Gap, len(gaps))
	n := 0
	for i, g := range gaps {
		for n < len(members) && members[n].Offset() < g.Offset {
			n++
		}
		all[i] = Gap{g, frames.Starts(n), told(g)}
	}
	return all
}
