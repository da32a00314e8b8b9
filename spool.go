package chesszip

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/extsort"
	"github.com/chesszip/chesszip/internal/frameview"
)

// maxText is the longest text of a game that is given out as one.
const maxText = 16 << 20

// spool keeps texts of games sorted by keys, in memory and in temporary files:
//
//	value | number, 8 | line ends that it lacks, 2 bits, and their style | text |
type spool struct {
	sorter *extsort.Sorter
}

// spoolHead is what stands in front of a text.
const spoolHead = 8 + 1

// lineEnds are the styles of ending lines.
var lineEnds = [...]string{"\n", "\r\n", "\r"}

// lacking returns the line ends that a text with a given beginning and end lacks to end
// with an empty line, in the style of its first line.
func lacking(head, tail []byte) byte {
	style := byte(0)
	if i := bytes.IndexAny(head, "\r\n"); i >= 0 && head[i] == '\r' {
		style = 2
		if i+1 < len(head) && head[i+1] == '\n' {
			style = 1
		}
	}
	n := byte(2)
	for ; n > 0 && len(tail) > 0; n-- {
		last := tail[len(tail)-1]
		if last != '\n' && last != '\r' {
			break
		}
		tail = tail[:len(tail)-1]
		if last == '\n' {
			tail = bytes.TrimSuffix(tail, []byte{'\r'})
		}
	}
	return style<<2 | n
}

// lineEndsOf returns the line ends that lacking has found.
func lineEndsOf(lacks byte) string { return strings.Repeat(lineEnds[lacks>>2], int(lacks&3)) }

// add adds a text, or that of a view that is not held in memory.
func (s *spool) add(key []byte, number int64, text []byte, huge *frameview.View) error {
	head := binary.BigEndian.AppendUint64(nil, uint64(number))
	if huge == nil {
		return s.sorter.Add(key, append(head, lacking(text, text)), text)
	}
	first, err := huge.Piece(0)
	if err != nil {
		return err
	}
	last, err := huge.Piece(huge.Pieces() - 1)
	if err != nil {
		return err
	}
	return s.sorter.AddLarge(key, func(w io.Writer) error {
		if _, err := w.Write(append(head, lacking(first, last))); err != nil {
			return err
		}
		for piece := range huge.Pieces() {
			text, err := huge.Piece(piece)
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

// each calls yield with the texts in order until it returns an error; lacks is what
// lineEndsOf takes.
func (s *spool) each(ctx context.Context, yield func(key []byte, number, size int64, lacks byte, text io.Reader) error) error {
	err := s.sorter.Each(ctx, func(r *extsort.Record) error {
		var head [spoolHead]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return fmt.Errorf("%w: %w", ErrTemporary, err)
		}
		return yield(r.Key, int64(binary.BigEndian.Uint64(head[:])), r.Size-spoolHead, head[8], r)
	})
	return ctxio.Instead(ctx, err)
}

// copy writes the texts for whose keys keep returns true, one after the other, with the
// line ends that they lack between them and byte order marks only where the first begins.
func (s *spool) copy(ctx context.Context, w io.Writer, keep func(key []byte) (bool, error)) (written int64, err error) {
	b := bufio.NewWriterSize(ctxio.Writer(ctx, w), copyBuffer)
	buf := make([]byte, copyBuffer)
	before, first := "", true
	err = s.each(ctx, func(key []byte, _, size int64, lacks byte, text io.Reader) error {
		if ok, err := keep(key); !ok {
			return err
		}
		head := buf[:min(size, int64(len(byteOrderMark)))]
		if _, err := io.ReadFull(text, head); err != nil {
			return fmt.Errorf("%w: %w", ErrTemporary, err)
		}
		if !first && string(head) == byteOrderMark {
			head = nil
		}
		// An error of b stays until Flush.
		n, _ := b.WriteString(before)
		m, _ := b.Write(head)
		before, first = lineEndsOf(lacks), false
		k, err := io.CopyBuffer(struct{ io.Writer }{b}, text, buf)
		written += int64(n+m) + k
		return writeError(err)
	})
	if err == nil {
		err = writeError(b.Flush())
	}
	return written - int64(b.Buffered()), ctxio.Instead(ctx, err)
}

// copyBuffer is how many bytes of texts are read and written at once.
const copyBuffer = 64 << 10

// games yields the texts for whose keys keep returns true.
func (s *spool) games(ctx context.Context, keep func(key []byte) (bool, error), yield func(GameText, error) bool) {
	err := s.each(ctx, func(key []byte, number, size int64, _ byte, text io.Reader) error {
		if ok, err := keep(key); !ok {
			return err
		}
		g, err := GameText{Number: number}, error(nil)
		if size > maxText {
			err = fmt.Errorf("%w: a game of %d bytes, the limit is %d", ErrLimit, size, maxText)
		} else {
			g.Text = make([]byte, size)
			if _, err := io.ReadFull(text, g.Text); err != nil {
				return fmt.Errorf("%w: %w", ErrTemporary, err)
			}
		}
		if !yield(g, err) {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		yield(GameText{}, err)
	}
}

// byteOrderMark may stand at the beginning of a file, and so of its first game.
const byteOrderMark = "\ufeff"

// everything keeps all games.
func everything([]byte) (bool, error) { return true, nil }
