package walk

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Gap is bytes of a file that belong to no archive that is whole, and where they lie among
// its frames.
type Gap struct {
	archive.Gap
	Frame int   // number of the first frame behind it
	Told  error // what a walk tells at its place
}

// Gaps says where gaps lie among the frames of members, and what is told of each.
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
