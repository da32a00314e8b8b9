package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/beam/czipbeam"
)

// formats are the names of what convert writes.
const formats = "pgn"

// registerFormats tells Beam of what writes shards.
func registerFormats() { czipbeam.RegisterWriter[pgnWriter]() }

// convert adds the pipeline that writes a format.
func convert(s beam.Scope, o *czipbeam.Source, files []string, format string) error {
	switch format {
	case "pgn":
		czipbeam.Convert(s, o, files, pgnWriter{})
	default:
		return fmt.Errorf("no format %q: %s", format, formats)
	}
	return nil
}

// pgnWriter writes the texts of games.
type pgnWriter struct{}

// Suffix returns that of PGN files.
func (pgnWriter) Suffix() string { return ".pgn" }

// WriteShard writes games.
func (pgnWriter) WriteShard(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error {
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
