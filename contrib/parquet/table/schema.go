// Package table writes games as the rows of a Parquet file, and reads them back.
//
//	schema, err := table.NewSchema(table.Lichess, nil, nil)
//	lost, err := table.Write(ctx, file, schema, archives, nil)
//	lost, err := table.Read(ctx, file, size, archive)
//
// # Columns
//
// A row is a game. Lichess is the schema of the Parquet files that Lichess
// publishes, Aix that of the Aix database; their columns have exactly the names
// and types of these. Columns that both lack are added: moves_uci, clocks_ms, nags,
// marker, encoding, tag_order, tags, and for Lichess evals. The README has a table.
//
// A tag that has a column of its own stands there if its value can be written
// back from the column, byte for byte. Every other tag, and the text of every
// value that the column does not give back, stands in tags, in order; tag_order
// names all of them in the order of the game.
//
// # Row groups
//
// A row group holds the games of a fixed number of frames of the archive, and is
// made by one goroutine; so the bytes do not depend on how many of them there are.
package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// The schemas.
const (
	Lichess = "lichess"
	Aix     = "aix"
)

// ErrSchema says that a schema or a column of it is not known.
var ErrSchema = errors.New("no such schema or column")

// Schema is what columns a table has. It does not change once it is made.
type Schema struct {
	name    string
	columns []column
	fits    []fit // of the columns that are there
	owned   map[string]bool
	parquet *parquet.Schema
}

// NewSchema returns the columns of the schema Lichess or Aix. The tags named in
// extra get columns of their own, of strings. Where only is not empty it names the
// columns that are written, in any order: those of the schema, of extra, and
// "positions", which is written for no other reason.
func NewSchema(name string, extra, only []string) (*Schema, error) {
	columns, fits, err := columnsOf(name)
	if err != nil {
		return nil, err
	}
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
	s := &Schema{name: name, owned: map[string]bool{}}
	wanted := func(c *column) bool { return !c.asked }
	if len(only) > 0 {
		wanted = func(c *column) bool { return slices.Contains(only, c.name) }
		for _, name := range only {
			if !slices.ContainsFunc(columns, func(c column) bool { return c.name == name }) {
				return nil, fmt.Errorf("%w: the schema %s has no column %q; it has %s", ErrSchema, s.name, name, names(columns))
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

// keep keeps those of fits whose columns are all there, and tells the columns where
// they are. What fits no more is a tag among others.
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
			// Of two columns that hold one tag only one is wanted.
			s.fits = append(s.fits, fits[c.fit])
			s.fits[len(s.fits)-1].partial = true
			moved[c.fit] = len(s.fits) - 1
		}
		if c.fit >= 0 {
			c.fit = moved[c.fit]
		}
	}
}

// place counts the leaves of the columns, and makes the schema of the file.
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

// leaves returns the number of columns of the file, lists of pairs counted as two.
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

// rootNode is a group whose columns have an order of their own.
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
