package verify

import (
	"bytes"
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

var errDerived = errors.New("the lists of names or the summary are not those of the games")

// derived makes the summaries and the lists of names of all members again, and compares
// them. Doubtful members, which have damaged frames, are passed over. It calls found with
// each difference, and the number of its frame. The error is that of reading, or of ctx.
func (a *Archive) derived(ctx context.Context, doubtful func(member int) bool, found func(frame int, err error)) error {
	for i := range a.Frames.Members() {
		note := a.Frames.Directory(i).Note()
		if note.Covers == 0 || doubtful(i) {
			continue
		}
		from := a.Frames.Starts(i)
		frame, err := a.compare(ctx, from, note)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && (view.IsDamage(err) || errors.Is(err, errDerived)):
			found(from+frame, inFrame(from+frame, err))
		case err != nil:
			return err
		}
	}
	return nil
}

// compare compares the lists and the summary of the member whose first frame is from. It
// returns the frame that differs.
func (a *Archive) compare(ctx context.Context, from int, note *index.Note) (frame int, err error) {
	d := index.NewDerived()
	for n := range note.Covers {
		if e := a.Frames.Entry(from + n); e.Games == 0 {
			continue
		}
		f, err := a.Frames.Frame(ctx, from+n)
		if err == nil {
			err = d.Add(&f)
		}
		if err != nil {
			return n, view.Damaged(from+n, err)
		}
	}
	if !bytes.Equal(d.Summary.Append(nil), note.Summary) {
		return note.Lists[0].Front, errDerived
	}
	for of, place := range note.Lists {
		front, blocks := d.Lists[of].Streams(index.Listing(of))
		kind := uint16(index.KindFront)
		for k, want := range append([][]byte{front}, blocks...) {
			got, err := walk.Index(ctx, a.Frames, from+place.Front+k, kind)
			if err != nil {
				return place.Front + k, err
			}
			if kind = index.KindNames; !bytes.Equal(got, want) {
				return place.Front + k, errDerived
			}
		}
		if place.Blocks != len(blocks) {
			return place.Front, errDerived
		}
	}
	return 0, nil
}
