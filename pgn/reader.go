package pgn

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Options are the settings of a Reader; nil and the zero value mean the
// defaults.
type Options struct {
	// MaxGame is the greatest length of one game's text in bytes, default 16 MiB. A
	// longer game is an error; nothing is cut. Reading takes memory of about three
	// times the text, up to a hundred times for hostile text.
	MaxGame int
}

// ErrTooLong is returned for a game longer than Options.MaxGame.
var ErrTooLong = errors.New("pgn: game is longer than the limit")

const (
	defaultMaxGame = 16 << 20
	readSize       = 256 << 10
)

// Reader reads games from a stream.
type Reader struct {
	in       io.Reader
	max      int
	buf      []byte
	at, end  int // buf[at:end] is read but not yet returned
	eof      bool
	offset   int64 // of buf[at] in the stream
	lines    int64 // before the game
	splitter Splitter
	resolver resolver
}

// NewReader returns a Reader of the games of r.
func NewReader(r io.Reader, o *Options) *Reader {
	limit := defaultMaxGame
	if o != nil && o.MaxGame > 0 {
		limit = o.MaxGame
	}
	return &Reader{in: r, max: limit}
}

// Games returns the games of the stream. A game with moves that cannot be played, or
// other text that cannot be read, is still a game: it keeps that text, and its
// Problems report it. The error is that of the io.Reader or ErrTooLong; it comes with
// a nil game and ends the sequence.
//
// Text without a game, see Begin, is skipped.
func (r *Reader) Games() iter.Seq2[*ParsedGame, error] {
	return func(yield func(*ParsedGame, error) bool) {
		for {
			text, err := r.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			r.resolver.before, r.lines = r.lines, r.lines+lineEnds(text)
			if !r.splitter.IsGame() {
				continue
			}
			offset := r.offset - int64(len(text))
			g := r.resolver.game(text, offset)
			if g != nil && !yield(g, nil) {
				return
			}
		}
	}
}

// next returns the text of the next game, valid until the next call.
func (r *Reader) next() ([]byte, error) {
	for {
		n, ok := r.splitter.Next(r.buf[r.at:r.end], r.eof)
		if ok && n <= r.max {
			text := r.buf[r.at : r.at+n]
			r.at += n
			r.offset += int64(n)
			return text, nil
		}
		if ok || r.end-r.at > r.max {
			return nil, fmt.Errorf("offset %d: %w of %d bytes", r.offset, ErrTooLong, r.max)
		}
		if r.eof {
			return nil, io.EOF
		}
		if err := r.fill(); err != nil {
			return nil, fmt.Errorf("pgn: read at offset %d: %w", r.offset+int64(r.end-r.at), err)
		}
	}
}

// fill reads more bytes after r.end, doubling the buffer's content.
func (r *Reader) fill() error {
	if r.at > 0 {
		r.end = copy(r.buf, r.buf[r.at:r.end])
		r.at = 0
	}
	if r.end > len(r.buf)/2 {
		b := make([]byte, max(readSize, 2*len(r.buf)))
		copy(b, r.buf[:r.end])
		r.buf = b
	} else if r.buf == nil {
		r.buf = make([]byte, readSize)
	}
	n, err := ctxio.Fill(r.in, r.buf[r.end:])
	r.end += n
	if err == io.EOF {
		r.eof = true
		return nil
	}
	return err
}
