// Command positions measures the size of single positions by every scheme and palette of
// codec, by the learned model, by Lichess's binary FEN and as a FEN: bits with and
// without counters, and nanoseconds, as Markdown. It checks that each decodes to itself.
//
//	go run ./benchmarks/positions [-every 10] [-n 100000] [FILE...]
//	go run ./benchmarks/positions -fens [-every 10] [-n 100000] FILE...
//
// A FILE is PGN, of which it takes the positions after 10, 20, 30 half-moves and so on,
// with en passant squares only if a capture is legal; or it has one FEN, EPD or CSV line
// beginning with a FEN per line. Without files it reads the test positions of the corpus
// or, if absent, those of testdata. With -fens it prints FENs, which benchmarks/sizes
// measures together.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

// testFile has the positions of the table of docs/positions.md.
const testFile = "positions/games-test.fen"

//go:embed testdata/famous.fen
var famous []byte

func main() {
	fens := flag.Bool("fens", false, "print FENs")
	every := flag.Int("every", 10, "half-moves of a game from one position to the next")
	most := flag.Int("n", 100_000, "positions of a file at most")
	flag.Parse()
	if err := run(flag.Args(), *fens, *every, *most, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "positions: %v\n", err)
		os.Exit(1)
	}
}

func run(names []string, fens bool, every, most int, stdout io.Writer) (err error) {
	out := bufio.NewWriter(stdout)
	defer func() { err = errors.Join(err, out.Flush()) }()
	if len(names) == 0 {
		text, err := corpus.Read(testFile)
		if errors.Is(err, corpus.ErrAbsent) {
			text, err = famous, nil
		}
		if err != nil {
			return err
		}
		ps, err := fromLines(text, most)
		if err != nil {
			return err
		}
		return table(out, testFile, ps)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var ps []board.Position
		if filepath.Ext(name) == ".pgn" {
			ps, err = fromGames(text, every, most)
		} else {
			ps, err = fromLines(text, most)
		}
		if err == nil && fens {
			for i := range ps {
				fmt.Fprintln(out, ps[i].String())
			}
		} else if err == nil {
			err = table(out, filepath.Base(name), ps)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func fromLines(text []byte, most int) (ps []board.Position, err error) {
	for line := range bytes.Lines(text) {
		fen, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte(","))
		if len(fen) == 0 || len(ps) == most {
			continue
		}
		e, err := board.ParseEPD(string(fen))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(ps)+1, err)
		}
		ps = append(ps, e.Position)
	}
	return ps, nil
}

func fromGames(text []byte, every, most int) (ps []board.Position, err error) {
	games, err := train.Games(bytes.NewReader(text), 1)
	if err != nil {
		return nil, err
	}
	for i := range games {
		p := games[i].Start
		for ply, m := range games[i].Moves {
			movegen.Make(&p, m)
			if (ply+1)%every == 0 && len(ps) < most {
				q := p
				q.EnPassant = movegen.LegalEnPassant(&p)
				ps = append(ps, q)
			}
		}
	}
	return ps, nil
}

func table(out io.Writer, name string, ps []board.Position) error {
	if len(ps) == 0 {
		return errors.New("no positions")
	}
	fmt.Fprintf(out, "%d positions of %s; bits of a whole position\n\n", len(ps), name)
	fmt.Fprintln(out, "| scheme | refused | min | mean | max | mean without counters | ns to encode | ns to decode |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|--:|")
	rows := []coder{fen{}, packed{}}
	for _, n := range codec.Names() {
		s, _ := codec.ByName(n)
		rows = append(rows, scheme{s, n})
	}
	rows = append(rows, learned{scheme{boardmodel.V1, boardmodel.V1.Name()}})
	for _, s := range append(codec.Palettes(), boardmodel.Palette()) {
		rows = append(rows, palette{s})
	}
	for _, c := range rows {
		if err := row(out, ps, c); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	return nil
}

// coder encodes a position as bytes. A palette's code begins with a byte that bits does
// not count.
type coder interface {
	name() string
	bits(p *board.Position) (int, error)
	append(dst []byte, p *board.Position) ([]byte, error)
	decode(src []byte) (board.Position, error)
}

type fen struct{}

func (fen) name() string                                         { return "FEN" }
func (fen) bits(p *board.Position) (int, error)                  { return 8 * len(p.AppendFEN(nil)), nil }
func (fen) append(dst []byte, p *board.Position) ([]byte, error) { return p.AppendFEN(dst), nil }
func (fen) decode(src []byte) (board.Position, error)            { return board.ParseFEN(string(src)) }

// packed is Lichess's binary FEN.
type packed struct{}

func (packed) name() string { return "Lichess's binary FEN" }
func (packed) bits(p *board.Position) (int, error) {
	b, err := codec.AppendPacked(nil, p)
	return 8 * len(b), err
}
func (packed) append(dst []byte, p *board.Position) ([]byte, error) {
	return codec.AppendPacked(dst, p)
}
func (packed) decode(src []byte) (board.Position, error) {
	return codec.DecodePacked(src)
}

type scheme struct {
	codec.Scheme
	is string
}

func (s scheme) name() string                        { return s.is }
func (s scheme) bits(p *board.Position) (int, error) { return s.BitLen(p) }
func (s scheme) append(dst []byte, p *board.Position) ([]byte, error) {
	buf := bytes.NewBuffer(dst)
	w := bitio.NewWriter(buf)
	err := errors.Join(s.Write(w, p), w.Close())
	return buf.Bytes(), err
}
func (s scheme) decode(src []byte) (board.Position, error) {
	return s.Read(bitio.NewReader(bytes.NewReader(src)))
}

// learned measures without counters only, which its model uses.
type learned struct{ scheme }

func (learned) bare(p *board.Position) (float64, error) {
	c, err := boardmodel.V1.Cost(p)
	return c.Position(), err
}

type palette struct{ s *codec.Palette }

func (s palette) name() string { return fmt.Sprintf("palette %s, with its 2 bits", s.s.Name()) }
func (s palette) bits(p *board.Position) (int, error) {
	_, n, err := s.s.Best(p)
	return n, err
}
func (s palette) append(dst []byte, p *board.Position) ([]byte, error) {
	return s.s.AppendPosition(dst, p)
}
func (s palette) decode(src []byte) (board.Position, error) {
	p, _, err := s.s.DecodePosition(src)
	return p, err
}

// bare returns the bits of a position without counters; a palette's choice is not known
// without them.
func bare(c coder, p *board.Position) (float64, error) {
	switch c := c.(type) {
	case learned:
		return c.bare(p)
	case palette:
		return 0, nil
	}
	q := *p
	q.HalfmoveClock, q.FullmoveNumber = 0, 1
	n, err := c.bits(&q)
	return float64(n), err
}

// row measures one coder and checks that every position decodes to itself.
func row(out io.Writer, ps []board.Position, c coder) error {
	var held []*board.Position
	var codes [][]byte
	least, most, sum, without := 0, 0, 0, 0.0
	for i := range ps {
		n, err := c.bits(&ps[i])
		if err != nil {
			continue
		}
		few, err := bare(c, &ps[i])
		if err != nil {
			return err
		}
		code, err := c.append(nil, &ps[i])
		if err != nil {
			return err
		}
		back, err := c.decode(code)
		if err != nil {
			return err
		}
		if size := len(code); back != ps[i] || size != (n+7)/8 && size != 1+(n+7)/8 {
			return fmt.Errorf("%s: %s comes back as %s", c.name(), ps[i].AppendFEN(nil), back.AppendFEN(nil))
		}
		if len(held) == 0 {
			least = n
		}
		held, codes = append(held, &ps[i]), append(codes, code)
		least, most, sum, without = min(least, n), max(most, n), sum+n, without+few
	}
	if len(held) == 0 {
		fmt.Fprintf(out, "| %s | %d | | | | | | |\n", c.name(), len(ps))
		return nil
	}
	var buf []byte
	encode := fastest(len(held), func(i int) { buf, _ = c.append(buf[:0], held[i]) })
	decode := fastest(len(held), func(i int) { _, _ = c.decode(codes[i]) })
	n := float64(len(held))
	alone := ""
	if without > 0 {
		alone = fmt.Sprintf("%.1f", without/n)
	}
	_, err := fmt.Fprintf(out, "| %s | %d | %d | %.1f | %d | %s | %d | %d |\n", c.name(), len(ps)-len(held),
		least, float64(sum)/n, most, alone, encode.Nanoseconds(), decode.Nanoseconds())
	return err
}

// fastest returns the time of one call in the fastest of five passes over at most 10,000
// of n values.
func fastest(n int, call func(i int)) time.Duration {
	step, rounds := max(1, n/10_000), max(1, 500/n)
	best := time.Duration(1<<63 - 1)
	for range 5 {
		begin, calls := time.Now(), 0
		for range rounds {
			for i := 0; i < n; i += step {
				call(i)
				calls++
			}
		}
		best = min(best, time.Since(begin)/time.Duration(calls))
	}
	return best
}
