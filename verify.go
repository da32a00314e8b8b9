package chesszip

import (
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/verifying"
)

// errPlain says that what only archives can do was asked of PGN.
var errPlain = errors.New("chesszip: this is PGN, not an archive")

// Damage is a frame that is not as it should be.
type Damage struct {
	Frame        int   // its number in the file, from 0
	First, Games int64 // the games it holds
	Err          error
	// More is how many other damaged frames behind it are not listed; their games
	// count among Games. It is 0 but for the last of a list of 1,000.
	More int
}

// Verify decodes every frame of an archive and compares what comes out with
// every checksum, and what the index says with the games. It goes on behind
// damage and returns all of it; the error is that of the whole: a *GapError, an
// *archive.OldIndexError, or one of reading. Stats are of what is right. For PGN
// there is nothing to verify.
func (a *Archive) Verify(ctx context.Context) (stats Stats, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return stats, nil, errPlain
	}
	found, err := a.verified().Verify(ctx, func(right verifying.Right) {
		stats.Frames, stats.Games, stats.Out = right.Frames, right.Games, right.Bytes
		a.set.report(&stats)
	})
	stats.In = a.Size()
	return stats, damages(found), err
}

// OldIndexes reads the indexes that Append has left behind and that are of no use any
// more. Where one does not fit the frames before it, the error is an
// *archive.OldIndexError: Decompress returns it too, after all games. Others are
// those of reading.
func (a *Archive) OldIndexes(ctx context.Context) error { return a.verified().OldIndexes(ctx) }

// Intact compares the checksums of all frames, without decoding them, and searches
// the gaps for whole frames. It returns how many games are in whole frames, which
// is what Recover would save, and the frames that are damaged. The error is one of
// reading.
func (a *Archive) Intact(ctx context.Context) (games int64, damaged []Damage, err error) {
	if len(a.members) == 0 {
		return 0, nil, errPlain
	}
	games, found, err := a.verified().Intact(ctx)
	return games, damages(found), err
}

// verified returns a as what is verified.
func (a *Archive) verified() *verifying.Archive {
	return &verifying.Archive{Part: a.walked(), Readers: a.members, Bytes: a.r}
}

// damages returns a list as users see it, nil where there is none.
func damages(list []verifying.Damage) (all []Damage) {
	for _, d := range list {
		all = append(all, Damage(d))
	}
	return all
}
