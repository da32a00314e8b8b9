package verifying

import "github.com/chesszip/chesszip/internal/frameview"

// verified is what was found out about a segment.
type verified struct {
	games   int64
	frames  int64 // that are right
	input   int64
	damaged []Damage
}

// verify checks the frames of a view of f.
func verify(v *frameview.View, f *frameview.File) verified {
	v.Alone()
	s := v.Segment()
	out := verified{games: int64(v.Items())}
	bad := func(n int, err error) {
		if err != nil {
			out.damaged = append(out.damaged, damageOf(f, n, err))
		}
	}
	for piece := range v.Pieces() {
		if piece == 0 && !v.Huge() {
			if _, err := v.Texts(0, v.Items()); err != nil {
				bad(s.Frame, err)
				continue
			}
		}
		text, err := v.Piece(piece)
		if err != nil {
			bad(s.Frame+piece, err)
			continue
		}
		out.input += int64(len(text))
		out.frames++
		if piece == 0 {
			statistics, index := v.CheckIndex()
			bad(s.Frame, statistics)
			bad(s.Index, index)
		}
	}
	return out
}
