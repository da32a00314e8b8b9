// Package sortpool stores texts of games sorted by keys, in memory and in temporary
// files, and returns them in order.
//
// When games are reordered, the last game of a file may lack line ends before the next:
// Copy writes them. Texts are otherwise stored unchanged, after what Copy needs for
// that:
//
//	number, 8 | file, 4 | style of line ends, 6 bits, number of missing ones, 2 | text |
package sortpool

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/extsort"
)

const (
	// MaxText is the greatest length of a text that Games returns, in bytes.
	MaxText = 16 << 20
	// headSize is the size of the data before a text.
	headSize = 8 + 4 + 1
	// copyBuffer is the size of a read or write of texts.
	copyBuffer = 64 << 10
	// byteOrderMark may stand at the beginning of a file, and so of its first game.
	byteOrderMark = "\ufeff"
)

// Spool stores games. It must not be used by several goroutines at once.
type Spool struct {
	sorter *extsort.Sorter
}

// New returns a Spool that holds about memory bytes of games and keys in memory, at
// least 1, and more in temporary files in dir; "" means os.TempDir.
func New(dir string, memory int) *Spool { return &Spool{extsort.New(dir, memory)} }

// Add adds a game. The error is extsort.Err, or that of the game's View.
func (s *Spool) Add(key []byte, g *Game) error {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, uint64(g.Number)), g.File)
	if g.Huge == nil {
		return s.sorter.Add(key, append(head, lacking(g.Text, g.Text)), g.Text)
	}
	first, err := g.Huge.Piece(0)
	if err != nil {
		return err
	}
	last, err := g.Huge.Piece(g.Huge.Pieces() - 1)
	if err != nil {
		return err
	}
	return s.sorter.AddLarge(key, func(w io.Writer) error {
		if _, err := w.Write(append(head, lacking(first, last))); err != nil {
			return err
		}
		for piece := range g.Huge.Pieces() {
			text, err := g.Huge.Piece(piece)
			if err != nil {
				return err
			}
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return nil
	})
}

// All is a keep function that keeps all games.
func All([]byte) (bool, error) { return true, nil }

// spooled is a game read from the Spool.
type spooled struct {
	number, size int64 // size is that of text
	file         uint32
	lacks        byte
	text         io.Reader
}

// each calls yield with the games whose keys keep accepts, in order, until one of them
// returns an error.
func (s *Spool) each(ctx context.Context, keep func(key []byte) (bool, error), yield func(g *spooled) error) error {
	err := s.sorter.Each(ctx, func(r *extsort.Record) error {
		if ok, err := keep(r.Key); !ok {
			return err
		}
		var head [headSize]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		return yield(&spooled{int64(binary.BigEndian.Uint64(head[:])), r.Size - headSize, binary.BigEndian.Uint32(head[8:]), head[12], r})
	})
	return ctxio.Instead(ctx, err)
}

// Copy writes the texts of the games whose keys keep accepts, in order. After a game
// that does not end with an empty line it adds the missing line ends, in the style of
// its first line. It writes a byte order mark before the first game only. No game may be
// added after this call. It returns the number of bytes written, and the error of w, of
// ctx, of keep, or extsort.Err.
func (s *Spool) Copy(ctx context.Context, w io.Writer, keep func(key []byte) (bool, error)) (written int64, err error) {
	b := bufio.NewWriterSize(ctxio.Writer(ctx, w), copyBuffer)
	buf := make([]byte, copyBuffer)
	before, first := "", true
	err = s.each(ctx, keep, func(g *spooled) error {
		head := buf[:min(g.size, int64(len(byteOrderMark)))]
		if _, err := io.ReadFull(g.text, head); err != nil {
			return err
		}
		if !first && string(head) == byteOrderMark {
			head = nil
		}
		// An error of b stays until Flush.
		n, _ := b.WriteString(before)
		m, _ := b.Write(head)
		before, first = lineEndsOf(g.lacks), false
		k, err := io.CopyBuffer(struct{ io.Writer }{b}, g.text, buf)
		written += int64(n+m) + k
		if errors.Is(err, extsort.Err) {
			return err
		}
		return ctxio.WriteError(err)
	})
	if err == nil {
		err = ctxio.WriteError(b.Flush())
	}
	return written - int64(b.Buffered()), ctxio.Instead(ctx, err)
}

// errEnough ends a loop that the caller left.
var errEnough = errors.New("gamespool: enough")

// Games calls yield with the games whose keys keep accepts, in order, until it returns
// false. A game of more than MaxText bytes has archive.ErrLimit in place of its text. An
// error that ends the sequence comes last, without a game: that of ctx, of keep, or
// extsort.Err. No game may be added after this call.
func (s *Spool) Games(ctx context.Context, keep func(key []byte) (bool, error), yield func(g Game, err error) bool) {
	more := true
	err := s.each(ctx, keep, func(g *spooled) error {
		var text []byte
		var tooLong error
		if g.size > MaxText {
			tooLong = fmt.Errorf("%w: a game of %d bytes, the limit is %d", archive.ErrLimit, g.size, MaxText)
		} else {
			text = make([]byte, g.size)
			if _, err := io.ReadFull(g.text, text); err != nil {
				return err
			}
		}
		if more = yield(Game{Number: g.number, File: g.file, Text: text}, tooLong); !more {
			return errEnough
		}
		return nil
	})
	if err != nil && more {
		yield(Game{}, err)
	}
}

// Close removes the temporary files. The error is extsort.Err.
func (s *Spool) Close() error { return s.sorter.Close() }
