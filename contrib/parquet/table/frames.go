package table

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip"
)

// frame is a frame of an archive, or a part of Scan like one.
type frame struct {
	archive *chesszip.Archive
	from    int64
	to      int64
}

// groups returns the frames of archives in groups of n; the last has the rest.
func groups(archives iter.Seq2[*chesszip.Archive, error], n int) iter.Seq2[[]frame, error] {
	return func(yield func([]frame, error) bool) {
		var group []frame
		for a, err := range archives {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, f := range a.Frames() {
				if f.Games == 0 {
					continue
				}
				group = append(group, frame{a, f.First, f.First + f.Games})
				if len(group) == n {
					if !yield(group, nil) {
						return
					}
					group = nil
				}
			}
		}
		if len(group) > 0 {
			yield(group, nil)
		}
	}
}

// gamesOf returns the games of frames.
func gamesOf(ctx context.Context, frames []frame) iter.Seq2[chesszip.Game, error] {
	return func(yield func(chesszip.Game, error) bool) {
		for _, f := range frames {
			for g, err := range f.archive.Games().Range(f.from, f.to).Texts(ctx) {
				if !yield(g, err) || err != nil {
					return
				}
			}
		}
	}
}
