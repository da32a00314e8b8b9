// Command boards prints what positions of real games take by the learned code,
// in bits and in nanoseconds, as Markdown.
//
//	go run ./benchmarks/boards [FILE.pgn...]
//	go run ./benchmarks/boards -lines FILE.fen...
//
// Without files it reads the test games of the corpus. Of games it takes one
// position in ten, and leaves out en passant squares on which no capture is
// legal; with -lines it takes every line's position as it is given.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/internal/train/squares"
)

// every is how many positions of games there are to one that is taken.
const every = 10

// testFiles are what is read without arguments.
var testFiles = []string{
	"pgn/lichess-old-test.pgn", "pgn/lichess-elite-test.pgn", "pgn/lichess-clk-test.pgn", "pgn/chesscom-test.pgn",
	"pgn/master-test.pgn", "pgn/engine-test.pgn", "pgn/tcec-test.pgn",
}

func main() {
	lines := flag.Bool("lines", false, "read files of FENs, EPDs, or CSVs that begin with one")
	flag.Parse()
	if err := run(flag.Args(), *lines, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "boards: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string, lines bool, out io.Writer) error {
	read := os.ReadFile
	if len(args) == 0 {
		args, read = testFiles, corpus.Read
	}
	fmt.Fprintln(out, "| file | positions | men | pawns | kings | pieces | turn | castling | en passant | bits | with the end | and counters | max | default palette | ns to encode | ns to decode |")
	fmt.Fprintln(out, "|---|"+strings.Repeat("--:|", 15))
	for _, name := range args {
		data, err := read(name)
		if err != nil {
			return err
		}
		s := squares.Source{AsGiven: lines}
		if lines {
			s.FromLines(data, 1)
		} else {
			games, err := train.Games(bytes.NewReader(data), 1)
			if err != nil {
				return err
			}
			s.FromGames(games, every)
		}
		ps := append(s.Positions, s.Held...)
		if !lines {
			for i := range ps {
				squares.LegalEnPassant(&ps[i])
			}
		}
		if err := row(out, filepath.Base(name), ps); err != nil {
			return err
		}
	}
	return nil
}

// row measures the positions of one file and checks that they come back.
func row(out io.Writer, name string, ps []board.Position) error {
	if len(ps) == 0 {
		return fmt.Errorf("%s: no positions", name)
	}
	s := boardmodel.V1
	codes := make([][]byte, len(ps))
	var sum boardmodel.Cost
	ends, whole, most, ladder := 0.0, 0, 0, 0
	for i := range ps {
		n, err := s.BitLen(&ps[i])
		if err != nil {
			return err
		}
		c, err := s.Cost(&ps[i])
		if err != nil {
			return err
		}
		if codes[i], err = s.Append(nil, &ps[i]); err != nil {
			return err
		}
		back, rest, err := s.Decode(codes[i])
		if err != nil {
			return err
		}
		if back != ps[i] || len(rest) != 0 || len(codes[i]) != 1+(n+7)/8 {
			return errors.New(name + ": " + ps[i].String() + " comes back as " + back.String())
		}
		_, old, err := codec.Default().Best(&ps[i])
		if err != nil {
			return err
		}
		ends, whole, most, ladder = ends+float64(n)-c.Counters(), whole+n, max(most, n), ladder+old
		sum.Form, sum.Board = sum.Form+c.Form, sum.Board+c.Board
		sum.Material, sum.Pawns, sum.Kings, sum.Pieces = sum.Material+c.Material, sum.Pawns+c.Pawns, sum.Kings+c.Kings, sum.Pieces+c.Pieces
		sum.Turn, sum.Castling, sum.EnPassant = sum.Turn+c.Turn, sum.Castling+c.Castling, sum.EnPassant+c.EnPassant
	}
	var buf []byte
	encode := fastest(len(ps), func(i int) { buf, _ = s.Append(buf[:0], &ps[i]) })
	decode := fastest(len(ps), func(i int) { _, _, _ = s.Decode(codes[i]) })
	n := float64(len(ps))
	_, err := fmt.Fprintf(out, "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %d | %.1f | %d | %d |\n", name, len(ps),
		sum.Material/n, sum.Pawns/n, sum.Kings/n, sum.Pieces/n, sum.Turn/n, sum.Castling/n, sum.EnPassant/n,
		sum.Position()/n, ends/n, float64(whole)/n, most, float64(ladder)/n, encode.Nanoseconds(), decode.Nanoseconds())
	return err
}

// fastest returns the time of one call in the fastest of three passes over at
// most 10,000 of n values.
func fastest(n int, call func(i int)) time.Duration {
	step := max(1, n/10_000)
	best := time.Duration(1<<63 - 1)
	for range 3 {
		begin, calls := time.Now(), 0
		for i := 0; i < n; i += step {
			call(i)
			calls++
		}
		best = min(best, time.Since(begin)/time.Duration(calls))
	}
	return best
}
