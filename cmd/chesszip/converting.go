package main

import (
	"bytes"
	"cmp"
	"io"
	"runtime"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// A gameWriter writes a game, numbered from 1, in a form.
type gameWriter func(w io.Writer, number int64, g *pgn.ParsedGame) error

// Limits of games being converted, in bytes of their texts: those of a batch, and of all
// batches for each thread. A parsed text takes many times as much.
const (
	batchBytes  = 64 << 10
	threadBytes = 2 * batchBytes
)

// converting converts batches of games on several goroutines, and writes the results in
// the order of the games.
type converting struct {
	convert gameWriter
	w       io.Writer
	room    int // for the texts of batches, in bytes; a longer text takes all of it
	taken   int
	batches []*batch // not yet written, the oldest first
	next    *batch   // not yet started
}

// batch is some consecutive games.
type batch struct {
	numbers []int64
	texts   []string
	bytes   int

	done   chan struct{} // closed when the others are set
	result bytes.Buffer
	odd    oddities
	err    error
}

// convertEach writes the matching games to w, and returns the results of eachGame.
func (r *reading) convertEach(a *opened, q *chesszip.Query, convert gameWriter, w io.Writer) (oddities, error) {
	threads := cmp.Or(r.threads, runtime.GOMAXPROCS(0))
	if threads == 1 {
		return r.eachGame(a, q, func(number int64, g *pgn.ParsedGame) error { return convert(w, number, g) })
	}
	c := &converting{convert: convert, w: w, room: threads * threadBytes, next: new(batch)}
	defer c.wait()
	return r.eachText(a, q, c.add, c.finish)
}

// add takes a game.
func (c *converting) add(number int64, text []byte, odd *oddities) error {
	b := c.next
	b.numbers, b.texts = append(b.numbers, number), append(b.texts, string(text))
	if b.bytes += len(text); b.bytes < batchBytes {
		return nil
	}
	return c.start(odd)
}

// start starts the next batch, once there is room for it.
func (c *converting) start(odd *oddities) error {
	b := c.next
	for len(c.batches) > 0 && c.taken+b.bytes > c.room {
		if err := c.write(odd); err != nil {
			return err
		}
	}
	c.next = new(batch)
	c.taken += b.bytes
	c.batches = append(c.batches, b)
	b.done = make(chan struct{})
	go func() {
		defer close(b.done)
		b.run(c.convert)
	}()
	return nil
}

// run converts the games, up to an error.
func (b *batch) run(convert gameWriter) {
	for i, text := range b.texts {
		b.texts[i] = ""
		if b.err = b.odd.parsed(b.numbers[i], text, func(number int64, g *pgn.ParsedGame) error { return convert(&b.result, number, g) }); b.err != nil {
			return
		}
	}
}

// write writes the oldest batch.
func (c *converting) write(odd *oddities) error {
	b := c.batches[0]
	<-b.done
	c.batches, c.taken = c.batches[1:], c.taken-b.bytes
	odd.add(&b.odd)
	if _, err := c.w.Write(b.result.Bytes()); err != nil {
		return err
	}
	return b.err
}

// finish writes all remaining batches.
func (c *converting) finish(odd *oddities) error {
	err := c.start(odd)
	for err == nil && len(c.batches) > 0 {
		err = c.write(odd)
	}
	return err
}

// wait waits until all goroutines have ended.
func (c *converting) wait() {
	for _, b := range c.batches {
		<-b.done
	}
}

// add adds the oddities of later games.
func (o *oddities) add(later *oddities) {
	if o.games == 0 {
		o.first, o.reason = later.first, later.reason
	}
	o.games += later.games
}
