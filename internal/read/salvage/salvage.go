// Package salvage saves the undamaged frames of a damaged file: it finds frames
// anywhere, and their possible codings.
package salvage

import (
	"context"
	"errors"
	"io"
	"iter"
	"sort"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/unpack"
)

// Saved is the content of a frame.
type Saved struct {
	Text  []byte
	Games int64
	End   int64 // of the frame in the file, in bytes
	Bytes int64 // of the frame
	Part  bool  // some of its games are lost, since blocks of the frame are damaged
	// Undecoded reports that the frame is whole, but could not be decoded; Text is then
	// nil.
	Undecoded bool
}

// Decoder decodes a frame by a coding: all of it or, if some blocks are damaged, the games
// of the others, whose number it returns.
type Decoder func(ctx context.Context, thread int, c header.Coding, f *archive.Frame, damaged bool) (text []byte, games int64, err error)

// Frames calls take with the contents of all frames anywhere in the size bytes of r that
// are whole or damaged in blocks only, in their order; index frames are skipped. Codings returns the possible codings of
// the frame at an offset; the first with which decode succeeds is used. Decode is called
// on several threads at once, which are numbered from 0. Stop cancels ctx. Each frame begins
// in progress, and take reports it there.
//
// The error is that of ctx, take or r. It is not an error if archive.Salvage ends early,
// since too much of the file looks like frames.
func Frames(
	ctx context.Context, stop func(), r io.ReaderAt, size int64, threads int, progress *chunk.Progress,
	codings func(offset int64) []header.Coding, decode Decoder, take func(Saved) error,
) error {
	type found struct {
		archive.Frame
		end     int64
		bytes   int64
		codings []header.Coding
		damaged bool
	}
	var failed error
	next, end := iter.Pull2(archive.Salvage(r, size, nil))
	defer end()
	look := func() (f found, more bool, err error) {
		for {
			at, err, ok := next()
			if !ok || err != nil {
				failed = err
				return f, false, nil
			}
			if !index.IsIndex(&at.Frame) {
				return found{at.Frame, at.Offset + at.Length, at.Length, codings(at.Offset), at.Damage != nil}, true, nil
			}
		}
	}
	save := func(thread int, f found) (Saved, error) {
		var likely header.Coding
		if len(f.codings) > 0 {
			likely = f.codings[0]
		}
		ctx, end := progress.Begin(ctx, f.bytes, unpack.Units(likely, f.Input))
		defer end()
		for _, c := range f.codings {
			if text, games, err := decode(ctx, thread, c, &f.Frame, f.damaged); err == nil {
				return Saved{Text: text, Games: games, End: f.end, Bytes: f.bytes, Part: f.damaged}, nil
			}
		}
		return Saved{Games: f.Games, End: f.end, Bytes: f.bytes, Undecoded: true}, nil
	}
	if err := ordered.Run(ctx, stop, threads, look, save, take); err != nil {
		return err
	}
	if errors.Is(failed, archive.ErrLimit) {
		return nil
	}
	return failed
}

// Codings returns a function for the possible codings of the frame at an offset of a
// file: that of the header of its member if there is one and codingOf succeeds for it,
// otherwise each of all. A frame that a coding decodes to exactly the length it claims,
// with nothing left over, is taken to have that coding.
func Codings(members []*archive.Reader, all []header.Coding, codingOf func(params []byte) (header.Coding, error)) func(offset int64) []header.Coding {
	return func(offset int64) []header.Coding {
		n := sort.Search(len(members), func(i int) bool { return members[i].Offset() > offset }) - 1
		if n >= 0 && offset < members[n].Offset()+members[n].Size() {
			if c, err := codingOf(members[n].Header().Params); err == nil {
				return []header.Coding{c}
			}
		}
		return all
	}
}

// Count returns the number of games of members by their indexes, and of frames other
// than index frames.
func Count(members []*archive.Reader) (games, frames int64) {
	for _, m := range members {
		games += m.Games()
		for i := range m.Len() {
			if e := m.Entry(i); e.Games > 0 || e.Input > 0 {
				frames++
			}
		}
	}
	return games, frames
}

// Torn reports whether a gap at the end of a file is left by an interrupted append: it
// does not begin like an archive, and holds no whole frame. The error is that of r.
func Torn(r io.ReaderAt, g archive.Gap) (bool, error) {
	head := make([]byte, min(8, g.Length))
	if _, err := r.ReadAt(head, g.Offset); err != nil && err != io.EOF {
		return false, err
	}
	if archive.IsArchive(head) {
		return false, nil
	}
	for _, err := range archive.Salvage(io.NewSectionReader(r, g.Offset, g.Length), g.Length, nil) {
		if err != nil && !errors.Is(err, archive.ErrLimit) {
			return false, err
		}
		return false, nil
	}
	return true, nil
}

// Games returns the number of games in whole frames of a gap. The error is that of r. It
// is not an error if archive.Salvage ends early, since too much of the gap looks like
// frames.
func Games(r io.ReaderAt, g archive.Gap) (games int64, err error) {
	for f, err := range archive.Salvage(io.NewSectionReader(r, g.Offset, g.Length), g.Length, nil) {
		if err != nil && !errors.Is(err, archive.ErrLimit) && !errors.Is(err, archive.ErrCorrupt) {
			return games, err
		}
		if err == nil && f.Damage == nil {
			games += f.Frame.Games
		}
	}
	return games, nil
}
