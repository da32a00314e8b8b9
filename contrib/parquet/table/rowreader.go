package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/pgn"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// rowReader converts the rows of a file to the data of games.
type rowReader struct {
	schema *Schema
	leaves []leafReader // of the file
}

// leafReader reads the values of a leaf.
type leafReader struct {
	take     func(r *row, v parquet.Value)
	optional bool // an element of a list may be absent
	depth    int  // definition level of a value
}

func newRowReader(f *parquet.File) (*rowReader, error) {
	s, err := schemaOf(f)
	if err != nil {
		return nil, err
	}
	in := &rowReader{schema: s}
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if !ok {
			return nil, fmt.Errorf("%w: column %v", ErrTable, path)
		}
		l := leafReader{optional: leaf.Node.Optional(), depth: leaf.MaxDefinitionLevel}
		if at := s.column(path[0]); at >= 0 {
			if l.take, err = in.taker(&s.columns[at], path, leaf.Node); err != nil {
				return nil, err
			}
		}
		in.leaves = append(in.leaves, l)
	}
	return in, nil
}

// taker returns a function that puts the values of a leaf into a row, nil if they are
// not needed.
func (in *rowReader) taker(c *column, path []string, leaf parquet.Node) (func(*row, parquet.Value), error) {
	last := path[len(path)-1]
	if c.fit >= 0 {
		kind := c.node.Type().Kind()
		as, err := converter(path[0], c.node.Type(), leaf.Type())
		n := len(in.schema.fits[c.fit].columns)
		return func(r *row, v parquet.Value) {
			if v.IsNull() {
				return
			}
			if r.values[c.fit] == nil {
				r.values[c.fit] = make([]parquet.Value, n)
			}
			if v = as(v); kind == parquet.ByteArray {
				v = v.Clone()
			}
			r.values[c.fit][c.part] = v
		}, err
	}
	isText, isNumber := leaf.Type().Kind() == parquet.ByteArray, leaf.Type().Kind() == parquet.Int32
	var take func(*row, parquet.Value)
	wanted := isText
	switch c.name {
	case movetextColumn:
		take = func(r *row, v parquet.Value) { r.movetext, r.hasMovetext = string(v.ByteArray()), !v.IsNull() }
	case movesColumn:
		take = func(r *row, v parquet.Value) { r.moves = string(v.ByteArray()) }
	case markerColumn:
		take = func(r *row, v parquet.Value) {
			if !v.IsNull() {
				text := string(v.ByteArray())
				r.marker = &text
			}
		}
	case encodingColumn:
		take = func(r *row, v parquet.Value) { r.latin1 = string(v.ByteArray()) == latin1Name }
	case orderColumn:
		take = func(r *row, v parquet.Value) { r.order, r.hasOrder = string(v.ByteArray()), !v.IsNull() }
	case clocksColumn:
		wanted = isNumber
		take = func(r *row, v parquet.Value) { r.clocks = append(r.clocks, element(v)) }
	case evalsColumn:
		wanted = isNumber
		take = func(r *row, v parquet.Value) { r.evals = append(r.evals, element(v)) }
	case nagsColumn:
		wanted = isNumber
		take = func(r *row, v parquet.Value) { r.nags = append(r.nags, nagAt{nag: uint8(v.Int32())}) }
		if last == "ply" {
			take = func(r *row, v parquet.Value) { r.plies = append(r.plies, v.Int32()) }
		}
	case tagsColumn:
		take = func(r *row, v parquet.Value) { r.others = append(r.others, pgn.Tag{Name: string(v.ByteArray())}) }
		if last == "value" {
			take = func(r *row, v parquet.Value) { r.texts = append(r.texts, string(v.ByteArray())) }
		}
	default:
		return nil, nil
	}
	if !wanted {
		return nil, fmt.Errorf("%w: column %s is of type %s", ErrTable, path[0], leaf.Type())
	}
	return take, nil
}

func element(v parquet.Value) *int32 {
	if v.IsNull() {
		return nil
	}
	n := v.Int32()
	return &n
}

// each calls do with each row.
func (in *rowReader) each(rows parquet.Rows, do func(*row) error) error {
	buffer := make([]parquet.Row, batch)
	for {
		n, err := rows.ReadRows(buffer)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %w", ErrTable, err)
		}
		for _, values := range buffer[:n] {
			r, err := in.row(values)
			if err == nil {
				err = do(r)
			}
			if err != nil {
				return err
			}
		}
		if err != nil || n == 0 {
			return nil
		}
	}
}

// row collects the values of a row.
func (in *rowReader) row(values parquet.Row) (*row, error) {
	r := &row{values: make([][]parquet.Value, len(in.schema.fits))}
	for _, v := range values {
		l := &in.leaves[v.Column()]
		if l.take == nil {
			continue
		}
		list := l.depth > 1
		if list && v.IsNull() && !(l.optional && v.DefinitionLevel() == l.depth-1) {
			continue // no list, or an empty one
		}
		l.take(r, v)
	}
	if len(r.texts) != len(r.others) || len(r.plies) != len(r.nags) {
		return nil, fmt.Errorf("%w: %s or %s has pairs of which a part is missing", ErrTable, tagsColumn, nagsColumn)
	}
	for i, text := range r.texts {
		r.others[i].Value = text
	}
	for i, ply := range r.plies {
		r.nags[i].ply = ply
	}
	return r, nil
}

// converter returns a function that converts values of a file to a column's type.
func converter(name string, want, have parquet.Type) (func(parquet.Value) parquet.Value, error) {
	wrong := fmt.Errorf("%w: column %s is of type %s, not %s", ErrTable, name, have, want)
	if want.Kind() == parquet.ByteArray {
		if have.Kind() != parquet.ByteArray {
			return nil, wrong
		}
		return func(v parquet.Value) parquet.Value { return v }, nil
	}
	if have.Kind() != parquet.Int32 && have.Kind() != parquet.Int64 {
		return nil, wrong
	}
	up, down := unitOf(want), unitOf(have)
	if (up == 0) != (down == 0) {
		return nil, wrong
	}
	return func(v parquet.Value) parquet.Value {
		n := v.Int64()
		if have.Kind() == parquet.Int32 {
			n = int64(v.Int32())
		}
		if up > 0 && up >= down {
			n *= up / down
		} else if up > 0 {
			n /= down / up
		}
		if want.Kind() == parquet.Int32 {
			return parquet.Int32Value(int32(n))
		}
		return parquet.Int64Value(n)
	}, nil
}

// unitOf returns the units of a time type in a second, 0 for other types.
func unitOf(t parquet.Type) int64 {
	logical := t.LogicalType()
	if logical == nil {
		return 0
	}
	var unit format.TimeUnit
	switch v := logical.Value.(type) {
	case *format.TimeType:
		unit = v.Unit
	case *format.TimestampType:
		unit = v.Unit
	default:
		return 0
	}
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return 1_000
	case *format.MicroSeconds:
		return 1_000_000
	}
	return 1_000_000_000
}
