package chesszip

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/records"
	"github.com/chesszip/chesszip/pgn"
)

// piece is the input of one frame.
type piece struct {
	text []byte
	// ends are where the games that the frame holds end in text, the last at
	// its end. A piece of a game that is larger than a frame has none, but for
	// the first, which counts as the game.
	ends []int
	// torn says that text is a piece of such a game, to be kept as text.
	torn bool
}

// cutter cuts a stream of bytes into the inputs of frames: whole games where
// they fit. Where it cuts depends on the bytes alone.
type cutter struct {
	r    io.Reader
	buf  []byte
	eof  bool
	torn bool // the last piece ended inside a game

	begun bool
	form  records.Form // of a list of records, else 0
}

// next returns the next piece, or io.EOF. The piece is its caller's.
func (c *cutter) next() (piece, error) {
	if !c.begun {
		if err := c.sniff(); err != nil {
			return piece{}, err
		}
	}
	if c.form != 0 {
		return c.records()
	}
	var split pgn.Splitter
	var p piece
	n, tags := 0, 0
	for n < frameBytes && len(p.ends) < frameGames && tags < frameTags {
		k, ok := split.Next(c.buf[n:], c.eof)
		if ok {
			if n > 0 && n+k > frameBytes {
				break // the game begins the next frame
			}
			if n+k > frameBytes {
				return c.tear(), nil
			}
			tags += bytes.Count(c.buf[n:n+k], []byte("\n["))
			n += k
			if c.torn {
				// The tail of a game that was counted already.
				c.torn = false
				return piece{text: c.take(n), torn: true}, nil
			}
			p.ends = append(p.ends, n)
			continue
		}
		if c.eof {
			break
		}
		if len(c.buf) >= n+frameBytes+lookahead {
			if n > 0 {
				break
			}
			return c.tear(), nil
		}
		if err := c.fill(); err != nil {
			return piece{}, err
		}
	}
	if n == 0 {
		return piece{}, io.EOF
	}
	p.text = c.take(n)
	return p, nil
}

// lookahead is how many bytes beyond a frame's size are read before a game is
// held to be larger than a frame. The splitter may ask for twice what it saw.
const lookahead = frameBytes

// tear cuts off a frame's worth of a game that is larger.
func (c *cutter) tear() piece {
	p := piece{text: c.take(frameBytes), torn: true}
	if !c.torn {
		p.ends = []int{frameBytes}
		c.torn = true
	}
	return p
}

// take removes the first n bytes of the buffer and returns a copy of them.
func (c *cutter) take(n int) []byte {
	text := bytes.Clone(c.buf[:n])
	c.buf = c.buf[:copy(c.buf, c.buf[n:])]
	return text
}

// fill reads more bytes: 1 MiB, or less at the end.
func (c *cutter) fill() error {
	const chunk = 1 << 20
	n := len(c.buf)
	if cap(c.buf)-n < chunk {
		c.buf = append(make([]byte, 0, n+n/2+chunk), c.buf...)
	}
	k, err := io.ReadFull(c.r, c.buf[n:n+chunk])
	c.buf = c.buf[:n+k]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		c.eof, err = true, nil
	}
	return err
}
