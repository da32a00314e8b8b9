// Package copying writes what files hold to other places: as an archive, or as text into
// one that is being made. Frames that would come out equal are copied, not decoded.
//
//	Output   texts of games, and whole frames where its output is a framing.Stream
//	Merge    an archive of the frames of several files
//	Repack   an archive of the texts of several files
//
// Files, from top to bottom: merge.go, output.go, copying.go.
package copying

import (
	"context"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
)

// writeSegment writes the frames of a segment as they are, not decoded, and returns the
// number of the first and how many of them have input.
func writeSegment(ctx context.Context, out *frameindex.Writer, from *frameview.File, s frameview.Segment) (first, chunks int, err error) {
	for piece := range s.More + 1 {
		f, err := from.Frame(ctx, s.Frame+piece)
		if err != nil {
			return first, chunks, err
		}
		if err := out.Begin(f.Games, piece > 0); err != nil {
			return first, chunks, err
		}
		if err := out.WriteFrame(&f, from.Statistics(s.Frame+piece)); err != nil {
			return first, chunks, err
		}
		if piece == 0 {
			first = out.Frames() - 1
		}
		chunks++
	}
	if s.Index < 0 {
		return first, chunks, nil
	}
	f, err := from.Frame(ctx, s.Index)
	if err != nil || frameindex.IsOverflow(&f) { // it is of other frames, too
		return first, chunks, err
	}
	return first, chunks, out.WriteFrame(&f, nil)
}
