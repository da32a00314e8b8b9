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
	"github.com/chesszip/chesszip/contrib/parquet/table"
)

// formats are the names of what convert writes.
const formats = "parquet, pgn"

// registerFormats tells Beam of what writes shards.
func registerFormats() {
	czipbeam.RegisterWriter[pgnWriter]()
	czipbeam.RegisterWriter[parquetWriter]()
}

// convert adds the pipeline that writes a format.
func convert(s beam.Scope, o *czipbeam.Source, files []string, format string) error {
	switch format {
	case "parquet":
		czipbeam.Convert(s, o, files, parquetWriter{})
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
		if _, err := a.WriteTo(ctx, b); err != nil {
			return err
		}
	}
	return b.Flush()
}

// parquetWriter writes rows of Parquet, as czip2parquet does with one thread.
type parquetWriter struct{}

// Suffix returns that of Parquet files.
func (parquetWriter) Suffix() string { return ".parquet" }

// WriteShard writes games as rows.
func (parquetWriter) WriteShard(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error {
	schema, err := table.NewSchema(nil, nil)
	if err == nil {
		_, err = table.Write(ctx, to, schema, frames, &table.Options{Threads: 1})
	}
	return err
}
