package main

import (
	"cmp"
	"errors"
	"io"
	"runtime"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// formWriter writes games in a form other than PGN, as convert does.
type formWriter struct {
	r     *reading
	w     io.Writer
	form  string
	head  []string // a row before the first game, of csv
	begun bool
	c     *converting
	odd   oddities
	text  *io.PipeWriter // text whose games are written, or nil
	done  chan error     // the outcome of that
}

// newFormWriter returns a writer of games to w in a form, nil for PGN.
func (r *reading) newFormWriter(w io.Writer, form string) *formWriter {
	if form == "" || form == "pgn" {
		return nil
	}
	f := &formWriter{r: r, w: w, form: form}
	x := new(extras)
	_ = x.prepare(form, nil, false) // it refuses only values
	if form == "csv" {
		f.head = x.columns
	}
	convert := converterOf(form, x)
	if form == "fen" {
		convert = toFEN
	}
	f.c = &converting{convert: convert, w: w, room: cmp.Or(r.threads, runtime.GOMAXPROCS(0)) * threadBytes, next: new(batch)}
	return f
}

// toFEN writes the positions of a game, a FEN a line.
func toFEN(w io.Writer, _ int64, g *pgn.ParsedGame) error {
	out := &recordSink{Writer: records.NewWriter(w, records.FEN), form: records.FEN}
	return errors.Join(toPositions(out, g), out.Close())
}

// begin writes what precedes the games.
func (f *formWriter) begin() error {
	if f.begun = true; f.head == nil {
		return nil
	}
	return writeRow(f.w, f.head)
}

// game writes a game, numbered from 1.
func (f *formWriter) game(number int64, text []byte) error {
	if !f.begun {
		if err := f.begin(); err != nil {
			return err
		}
	}
	if tooLong(text) {
		f.odd.leave(number)
		return nil
	}
	return f.c.add(number, text, &f.odd)
}

// Write implements io.Writer, for the texts of games. They are numbered in their order.
func (f *formWriter) Write(b []byte) (int, error) {
	if f.text == nil {
		from, to := io.Pipe()
		f.text, f.done = to, make(chan error, 1)
		go func() {
			err := f.games(from)
			from.CloseWithError(err)
			f.done <- err
		}()
	}
	return f.text.Write(b)
}

// games writes the games of a text.
func (f *formWriter) games(text io.Reader) error {
	for a, err := range chesszip.Scan(f.r.ctx, text, nil) {
		if err != nil {
			return err
		}
		for g, err := range a.Games().Texts(f.r.ctx) {
			if errors.Is(err, pgn.ErrTooLong) {
				f.odd.leave(g.Number + 1)
				continue
			}
			if err == nil {
				err = f.game(g.Number+1, g.Text)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// close ends the games. It returns its own error; with err set, it only ends the work.
func (f *formWriter) close(err error) error {
	if f.text != nil {
		f.text.CloseWithError(err)
		if ended := <-f.done; err == nil {
			err = ended
		}
	}
	defer f.c.wait()
	if err == nil {
		err = f.c.finish(&f.odd)
	}
	return err
}
