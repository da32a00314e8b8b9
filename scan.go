package chesszip

import (
	"context"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/streamed"
)

// Scan looks into what cannot be read anywhere, such as a pipe: it reads r from front to
// back, PGN or archives end to end, and gives it as parts in their order. Each part is an
// Archive in memory, which can be asked all that a part of one can, see Archive.Shard;
// but there is nothing to Verify in it, and lines and records are numbered from 0 in each.
// Games and frames are numbered through the whole stream: Span says which games a part has.
//
//	for a, err := range chesszip.Scan(ctx, os.Stdin, nil) {
//		...
//		for g, err := range a.FilterGames(ctx, query) { ... }
//	}
//
// A part has up to two frames for each thread, so that all of them have work, and while
// it is looked into the next is read. With two threads both take at most 64 MiB, and
// 20 MiB more for each further thread. No game is cut, but of one of more than 16 MiB only the first
// are held: what asks for its text returns ErrLimit. Texts of games share the memory of
// their part.
//
// The error is that of r, with no part, ErrVersion or *LevelError; nothing follows then.
// Damage is an error at its place: if the caller goes on, the next archive that lies
// behind it follows. What is damaged inside a frame, as the calls of a part say, loses
// nothing in other parts. An empty r gives no parts. Of the options, AllowMissing,
// Levels, Threads and Progress count.
func Scan(ctx context.Context, r io.Reader, o *ReaderOptions) iter.Seq2[*Archive, error] {
	return func(yield func(*Archive, error) bool) {
		set, err := o.withDefaults()
		if err != nil {
			yield(nil, err)
			return
		}
		coding := func(params []byte) (frameview.Member, error) {
			c, err := set.codingOf(params)
			return frameview.Member{Level: c.Level, Missing: c.Missing}, err
		}
		report := func(in, games int64) { set.report(&Stats{In: in, Games: games}) }
		for f, err := range streamed.Parts(ctx, r, set.Threads, coding, report) {
			var a *Archive
			if f != nil {
				a = &Archive{set: set, frames: f, segments: f.Segments(), part: true}
			}
			if !yield(a, err) {
				return
			}
		}
	}
}
