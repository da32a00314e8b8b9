package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// ErrTable reports that a file is not a Parquet file, or has no columns for games.
var ErrTable = errors.New("not a table of games")

// Read writes the games of a Parquet file of size bytes as PGN, and returns their
// number. The file may come from Write, from Lichess, or from another program that
// changed either: columns are identified by their names, and numbers and times may be
// wider. The error is ErrTable, that of a row, that of r, or that of to.
func Read(ctx context.Context, to io.Writer, r io.ReaderAt, size int64) (games int64, err error) {
	// The library may panic on a damaged file.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: damaged: %v", ErrTable, p)
		}
	}()
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrTable, err)
	}
	if err := readable(f.Metadata(), size); err != nil {
		return 0, err
	}
	in, err := newRowReader(f)
	if err != nil {
		return 0, err
	}
	var text []byte
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		err := in.each(rows, func(r *row) error {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			var err error
			if text, err = r.appendGame(text[:0], in.schema); err != nil {
				return fmt.Errorf("row %d: %w", games+1, err)
			}
			games++
			_, err = to.Write(text)
			return err
		})
		if err2 := rows.Close(); err == nil {
			err = err2
		}
		if err != nil {
			return games, err
		}
	}
	return games, nil
}

// readable returns why a file's pages cannot be read. If pages packed by LZ4 are
// damaged, the library takes unlimited memory.
func readable(meta *format.FileMetaData, size int64) error {
	for _, group := range meta.RowGroups {
		for i := range group.Columns {
			c := &group.Columns[i].MetaData
			switch c.Codec {
			case format.Uncompressed, format.Snappy, format.Gzip, format.Zstd:
			default:
				return fmt.Errorf("%w: column %v is packed by %s, not by zstd, gzip or snappy", ErrTable, c.PathInSchema, c.Codec)
			}
			if c.TotalCompressedSize < 0 || c.TotalCompressedSize > size {
				return fmt.Errorf("%w: column %v is longer than the file", ErrTable, c.PathInSchema)
			}
		}
	}
	return nil
}

// schemaOf returns the schema of a file's columns.
func schemaOf(f *parquet.File) (*Schema, error) {
	has := map[string]bool{}
	var own []string
	for _, field := range f.Schema().Fields() {
		has[field.Name()] = true
	}
	all, _ := allColumns()
	known := map[string]bool{}
	var there []string
	for _, c := range all {
		known[strings.ToLower(c.name)] = true
		if has[c.name] {
			there = append(there, c.name)
		}
	}
	if !has[movetextColumn] && !has[movesColumn] {
		return nil, fmt.Errorf("%w: it has neither a column %s nor %s", ErrTable, movetextColumn, movesColumn)
	}
	for _, field := range f.Schema().Fields() {
		// A tag's column has its name, which begins with a capital letter.
		n := field.Name()
		if field.Leaf() && field.Type().Kind() == parquet.ByteArray && !known[strings.ToLower(n)] && n[0] >= 'A' && n[0] <= 'Z' && tagName(n) {
			own = append(own, n)
			there = append(there, n)
		}
	}
	return NewSchema(own, there)
}
