package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/beam/czipbeam"
)

// format is what convert writes.
type format struct {
	name, suffix string
	write        czipbeam.ShardWriter
}

// all returns the formats.
func all() []format {
	return []format{{"pgn", ".pgn", writePGN}}
}

func formats() (names []string) {
	for _, f := range all() {
		names = append(names, f.name)
	}
	return names
}

// register tells Beam of the functions that write shards.
func register() {
	for _, f := range all() {
		beam.RegisterFunction((func(context.Context, *os.File, iter.Seq2[*chesszip.Archive, error]) error)(f.write))
	}
}

// converter returns what writes a format, and the suffix of its files.
func converter(name string) (suffix string, write beam.EncodedFunc, err error) {
	for _, f := range all() {
		if f.name == name {
			return f.suffix, beam.EncodedFunc{Fn: reflectx.MakeFunc((func(context.Context, *os.File, iter.Seq2[*chesszip.Archive, error]) error)(f.write))}, nil
		}
	}
	return "", write, fmt.Errorf("no format %q: %v", name, formats())
}

// writePGN writes the texts of games.
func writePGN(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error {
	b := bufio.NewWriterSize(to, 1<<20)
	for a, err := range frames {
		if err != nil {
			return err
		}
		if _, err := a.CopyAll(ctx, b); err != nil {
			return err
		}
	}
	return b.Flush()
}
