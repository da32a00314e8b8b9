// Package table writes games as the rows of a Parquet file, and reads them back.
//
//	schema, err := table.NewSchema(nil, nil)
//	lost, err := table.Write(ctx, file, schema, archives, nil)
//	lost, err := table.Read(ctx, file, size, archive)
//
// # Columns
//
// A row is a game. The first columns are those of the Parquet files that Lichess
// publishes, with exactly their names and types. Others follow: Date, Year, Round, Plies,
// OpeningName, Base, Increment, moves_uci, clocks_ms, evals, nags, marker, encoding,
// tag_order and tags. The README has a table.
//
// A tag with its own column is there if its value can be written back from the column,
// byte for byte. All other tags, and the texts of values that the column does not give
// back, are in tags, in order; tag_order names all of them in the order of the game.
//
// # Row groups
//
// A row group holds the games of a fixed number of frames of the archive, and is made by
// one goroutine; the bytes do not depend on the number of goroutines.
package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// ErrSchema reports an unknown column.
var ErrSchema = errors.New("no such column")

// Schema is the columns of a table. It does not change.
type Schema struct {
	columns []column
	fits    []fit // of the columns in the table
	owned   map[string]bool
	parquet *parquet.Schema
}

// NewSchema returns the columns of a table. The tags named in extra get string columns of
// their own. If only is not empty it names the columns to write,
// in any order: those of every table, of extra, and "positions", which is written only on
// request.
func NewSchema(extra, only []string) (*Schema, error) {
	columns, fits := allColumns()
	for _, tag := range extra {
		if slices.ContainsFunc(columns, func(c column) bool { return strings.EqualFold(c.name, tag) }) {
			return nil, fmt.Errorf("%w: the tag %q would be a second column of that name", ErrSchema, tag)
		}
		if !tagName(tag) {
			return nil, fmt.Errorf("%w: %q is not the name of a tag", ErrSchema, tag)
		}
		fits = append(fits, textFit(tag, tag))
		columns = append(columns, tagColumn(tag, text(dictionary), len(fits)-1, 0))
	}
	s := &Schema{owned: map[string]bool{}}
	wanted := func(c *column) bool { return !c.asked }
	if len(only) > 0 {
		wanted = func(c *column) bool { return slices.Contains(only, c.name) }
		for _, name := range only {
			if !slices.ContainsFunc(columns, func(c column) bool { return c.name == name }) {
				return nil, fmt.Errorf("%w: there is no column %q; there are %s", ErrSchema, name, names(columns))
			}
		}
	}
	for i := range columns {
		if wanted(&columns[i]) {
			s.columns = append(s.columns, columns[i])
		}
	}
	s.keep(fits)
	s.place()
	return s, nil
}

// keep keeps the fits whose columns are all there, and sets their indexes in the
// columns. Tags without a fit are among the others.
func (s *Schema) keep(fits []fit) {
	moved := make([]int, len(fits))
	for i := range fits {
		moved[i] = -1
		if !slices.ContainsFunc(fits[i].columns, func(name string) bool { return s.column(name) < 0 }) {
			moved[i] = len(s.fits)
			s.fits = append(s.fits, fits[i])
			for _, tag := range fits[i].tags {
				s.owned[tag] = true
			}
		}
	}
	for i := range s.columns {
		c := &s.columns[i]
		if c.fit >= 0 && moved[c.fit] < 0 {
			// Only one of two columns for one tag is requested.
			s.fits = append(s.fits, fits[c.fit])
			s.fits[len(s.fits)-1].partial = true
			moved[c.fit] = len(s.fits) - 1
		}
		if c.fit >= 0 {
			c.fit = moved[c.fit]
		}
	}
}

// place numbers the leaves of the columns, and makes the schema of the file.
func (s *Schema) place() {
	root := rootNode{Group: parquet.Group{}}
	leaf := 0
	for i := range s.columns {
		c := &s.columns[i]
		c.leaf = leaf
		leaf += c.leaves
		root.Group[c.name] = c.node
		root.order = append(root.order, c.name)
	}
	s.parquet = parquet.NewSchema("games", root)
}

func (s *Schema) column(name string) int {
	return slices.IndexFunc(s.columns, func(c column) bool { return c.name == name })
}

// leaves returns the number of columns of the file; a list of pairs counts as two.
func (s *Schema) leaves() int {
	last := s.columns[len(s.columns)-1]
	return last.leaf + last.leaves
}

func names(columns []column) string {
	var all []string
	for _, c := range columns {
		all = append(all, c.name)
	}
	return strings.Join(all, ", ")
}

// tagName reports whether a tag can have this name in a text and in a list of names.
func tagName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " \t\r\n\v\f\"[]")
}

// rootNode is a group with an explicit order of columns.
type rootNode struct {
	parquet.Group
	order []string
}

// Fields implements parquet.Node.
func (n rootNode) Fields() []parquet.Field {
	fields := n.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(n.order, a.Name()) - slices.Index(n.order, b.Name())
	})
	return fields
}
