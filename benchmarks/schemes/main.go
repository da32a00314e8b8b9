// Command schemes prints the table of the README: what each scheme and each
// palette spends on real positions, in bits and in nanoseconds, as Markdown.
//
//	go run ./benchmarks/schemes [FILE.fen]
//
// Without a file it reads the test positions of the corpus, or, where that is
// absent, the few of testdata.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/corpus"
)

// urpositionBits is the logarithm of the number of positions that may be legal,
// by Tromp's ChessPositionRanking; counters are not part of it.
const urpositionBits = 152.6

// testFile is what the table of the README was made from.
const testFile = "positions/games-test.fen"

//go:embed testdata/famous.fen
var famous []byte

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "schemes: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	name, text, err := input(args)
	if err != nil {
		return err
	}
	var ps []board.Position
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		p, err := board.ParseFEN(string(line))
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", name, len(ps)+1, err)
		}
		ps = append(ps, p)
	}
	if len(ps) == 0 {
		return fmt.Errorf("%s: no positions", name)
	}
	fmt.Fprintf(out, "%d positions of %s; bits of a whole position, rights trailer included\n\n", len(ps), name)
	fmt.Fprintln(out, "| scheme | refused | min | mean | max | ns to encode | ns to decode |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|")
	for _, n := range codec.Names() {
		s, _ := codec.ByName(n)
		if err := row(out, n, ps, scheme{s}); err != nil {
			return err
		}
	}
	if err := row(out, boardmodel.V1.Name(), ps, scheme{boardmodel.V1}); err != nil {
		return err
	}
	for _, s := range append(codec.Palettes(), boardmodel.Palette()) {
		if err := row(out, fmt.Sprintf("palette %s, with its 2 bits", s.Name), ps, palette{s}); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "\nFor comparison: the logarithm of the number of positions is at most %.1f (Tromp), and %d bits number them all here.\n", urpositionBits, basen.NumberBits)
	return nil
}

func input(args []string) (name string, text []byte, err error) {
	if len(args) > 1 {
		return "", nil, errors.New("want one file of FENs or none")
	}
	if len(args) == 1 {
		text, err = os.ReadFile(args[0])
		return args[0], text, err
	}
	text, err = corpus.Read(testFile)
	if errors.Is(err, corpus.ErrAbsent) {
		return "testdata/famous.fen (the corpus is absent)", famous, nil
	}
	return testFile, text, err
}

// coder is a scheme or a palette, as bytes. A palette's have one more in front,
// which is not counted.
type coder interface {
	bits(p *board.Position) (int, error)
	append(dst []byte, p *board.Position) ([]byte, error)
	decode(src []byte) (board.Position, error)
}

type scheme struct{ s codec.Scheme }

func (s scheme) bits(p *board.Position) (int, error) { return s.s.BitLen(p) }

func (s scheme) append(dst []byte, p *board.Position) ([]byte, error) {
	buf := bytes.NewBuffer(dst)
	w := bitio.NewWriter(buf)
	err := errors.Join(s.s.Write(w, p), w.Close())
	return buf.Bytes(), err
}

func (s scheme) decode(src []byte) (board.Position, error) {
	return s.s.Read(bitio.NewReader(bytes.NewReader(src)))
}

type palette struct{ s codec.Selector }

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

// row measures one coder and checks that every position comes back.
func row(out io.Writer, name string, ps []board.Position, c coder) error {
	var held []*board.Position
	var codes [][]byte
	least, most, sum := 0, 0, 0
	for i := range ps {
		n, err := c.bits(&ps[i])
		if err != nil {
			continue
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
			return fmt.Errorf("%s: %s comes back as %s", name, ps[i].AppendFEN(nil), back.AppendFEN(nil))
		}
		if len(held) == 0 {
			least = n
		}
		held, codes = append(held, &ps[i]), append(codes, code)
		least, most, sum = min(least, n), max(most, n), sum+n
	}
	if len(held) == 0 {
		fmt.Fprintf(out, "| %s | %d | | | | | |\n", name, len(ps))
		return nil
	}
	var buf []byte
	encode := fastest(len(held), func(i int) { buf, _ = c.append(buf[:0], held[i]) })
	decode := fastest(len(held), func(i int) { _, _ = c.decode(codes[i]) })
	_, err := fmt.Fprintf(out, "| %s | %d | %d | %.1f | %d | %d | %d |\n", name, len(ps)-len(held),
		least, float64(sum)/float64(len(held)), most, encode.Nanoseconds(), decode.Nanoseconds())
	return err
}

// fastest returns the time of one call in the fastest of five passes over n
// values.
func fastest(n int, call func(i int)) time.Duration {
	rounds := max(1, 2_000/n)
	best := time.Duration(1<<63 - 1)
	for range 5 {
		begin := time.Now()
		for range rounds {
			for i := range n {
				call(i)
			}
		}
		best = min(best, time.Since(begin)/time.Duration(n*rounds))
	}
	return best
}
