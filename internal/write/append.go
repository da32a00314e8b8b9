package write

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Append writes to dst what follows the last member of a file so that the frames of src
// are part of it; nothing if src is empty. P is all segments of the file. The form is that
// of the member, and the open columns of the options besides. An opening table of the member is kept, and rebuilt only when it has
// been outgrown. Stats count what was added.
//
// The errors are those of Add and of reading the file, including damage, and
// archive.ErrCorrupt if the last member is not an archive.
func Append(ctx context.Context, stop func(), dst io.Writer, src io.Reader, p walk.Part, o *Options) (chunk.Stats, error) {
	opt := *o
	number := p.Frames.Members() - 1
	member := p.Frames.Member(number)
	last, ok := member.Source.(*archive.Reader)
	if !ok {
		return chunk.Stats{}, fmt.Errorf("%w: no archive to append to", archive.ErrCorrupt)
	}
	form := member.Form
	form.Open, form.Openings = form.Open|opt.Open, form.Openings || opt.Openings
	opt.Form = form
	in := bufio.NewReader(src)
	if _, err := in.Peek(1); err == io.EOF {
		return chunk.Stats{}, nil // src is empty
	}
	out := index.NewAppender(archive.NewAppender(dst, last, nil), last, opt.Open)
	if err := opt.goOn(ctx, p.Frames, number); err != nil {
		return chunk.Stats{}, err
	}
	return Add(ctx, stop, out, in, &opt)
}

// goOn makes the opening table cover a member of f too, if that has a table or the
// options ask for one.
func (o *Options) goOn(ctx context.Context, f *view.File, member int) error {
	has := f.Directory(member).Note().Openings >= 0
	if !has && o.openings() == nil {
		return nil
	}
	o.begun = &openings.Games{Level: o.Level}
	o.begun.AddMember(f, member)
	t, err := f.Openings(ctx, member)
	switch {
	case err != nil && !view.IsDamage(err):
		return err
	case t != nil:
		o.covered = t.Directory().Games
	}
	return nil
}
