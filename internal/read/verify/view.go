package verify

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/read/view"
)

// verified is the result for a segment.
type verified struct {
	segment view.Segment
	frames  int64 // that are right
	input   int64
	damaged []Damage
	lost    []int // frames that cannot be read
}

// games returns the number of undamaged games, see Whole.
func (v *verified) games(f *view.File) int64 {
	return Whole(f, v.segment, func(frame int) bool { return slices.Contains(v.lost, frame) })
}

// verify checks the frames of a view of f.
func verify(ctx context.Context, v *view.View, f *view.File) verified {
	s := v.Segment()
	out := verified{segment: s}
	bad := func(n int, err error) {
		if err != nil {
			out.damaged = append(out.damaged, damageOf(f, n, err))
		}
	}
	cut := cuts{games: v.Items(), first: f.Starts(f.MemberOf(s.Frame)) == s.Frame, limit: chunk.LimitsOf(ctx).Bytes}
	for piece := range v.Pieces() {
		text, games, err := pieceOf(v, piece)
		if err != nil {
			out.lost = append(out.lost, s.Frame+piece)
			bad(s.Frame+piece, err)
			continue
		}
		out.input += int64(len(text))
		out.frames++
		switch {
		case !v.Huge():
			bad(s.Frame, inFrame(s.Frame, cut.frame(text, games)))
		case len(out.lost) == 0:
			bad(s.Frame+piece, inFrame(s.Frame+piece, cut.piece(text, piece == s.More)))
		}
		if piece == 0 {
			bad(s.Frame, v.CheckFacts())
		}
	}
	return out
}

// pieceOf returns the text of one of the frames of a view and, if it is the only one,
// those of its games.
func pieceOf(v *view.View, piece int) (text []byte, games [][]byte, err error) {
	if !v.Huge() {
		if err := v.Check(); err != nil {
			return nil, nil, err
		}
		items, err := v.Interval(0, v.Items())
		if err == nil {
			games, err = v.Some(items)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	text, err = v.Piece(piece)
	return text, games, err
}
