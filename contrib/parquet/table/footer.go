package table

import (
	"encoding/binary"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// sortKeys are the orders that are detected; the first that holds is declared. They
// include the orders of `chesszip sort`.
var sortKeys = [...][]string{
	{"UTCDate", "UTCTime"}, {"UTCDate"}, {"Date"},
	{"ECO"}, {"White"}, {"Black"}, {"Event"}, {"WhiteElo"}, {"Plies"}, {"Site"},
}

// orders detects the orders of a group's rows.
type orders struct {
	keys []orderKey
}

// orderKey is a possible order of rows.
type orderKey struct {
	leaves     []int
	types      []parquet.Type
	last       []parquet.Value // copies
	up, down   bool            // no row was out of order
	rows, ties int
}

func newOrders(s *Schema) *orders {
	o := &orders{}
	for _, names := range sortKeys {
		k := orderKey{up: true, down: true}
		for _, name := range names {
			if at := s.column(name); at >= 0 {
				k.leaves = append(k.leaves, s.columns[at].leaf)
				k.types = append(k.types, s.columns[at].node.Type())
			}
		}
		if len(k.leaves) == len(names) {
			o.keys = append(o.keys, k)
		}
	}
	return o
}

// see checks the row that was added last. A row without a value ends the order.
func (o *orders) see(values [][]parquet.Value) {
	for i := range o.keys {
		k := &o.keys[i]
		if !k.up && !k.down {
			continue
		}
		compared := 0
		for j, leaf := range k.leaves {
			v := values[leaf][len(values[leaf])-1]
			if v.IsNull() {
				k.up, k.down = false, false
				break
			}
			if compared == 0 && k.rows > 0 {
				compared = k.types[j].Compare(v, k.last[j])
			}
		}
		if !k.up && !k.down {
			continue
		}
		k.up, k.down = k.up && compared >= 0, k.down && compared <= 0
		if k.rows > 0 && compared == 0 {
			k.ties++
		}
		k.rows++
		k.last = k.last[:0]
		for _, leaf := range k.leaves {
			k.last = append(k.last, values[leaf][len(values[leaf])-1].Clone())
		}
	}
}

// held returns the first order that all rows have, or nil. Equal rows have no order.
func (o *orders) held() []parquet.SortingColumn {
	for i := range o.keys {
		k := &o.keys[i]
		if k.rows-k.ties < 2 || !k.up && !k.down {
			continue
		}
		var sorted []parquet.SortingColumn
		for _, leaf := range k.leaves {
			sorted = append(sorted, sortedBy{leaf: leaf, descending: !k.up})
		}
		return sorted
	}
	return nil
}

// sortedBy names a column that rows are sorted by.
type sortedBy struct {
	leaf       int
	descending bool
}

func (s sortedBy) Path() []string   { return nil }
func (s sortedBy) Descending() bool { return s.descending }
func (s sortedBy) NullsFirst() bool { return false }

// tail is the part after the footer of a file: its length, and four letters.
const tail = 8

// declareOrders writes the detected orders of the row groups into the footer of a file
// of size bytes. The library would need them in advance.
func declareOrders(f File, size int64, found [][]parquet.SortingColumn) error {
	var end [tail]byte
	if _, err := f.ReadAt(end[:], size-tail); err != nil {
		return fmt.Errorf("read the footer: %w", err)
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-tail {
		return fmt.Errorf("the footer is longer than the file")
	}
	footer := make([]byte, length)
	if _, err := f.ReadAt(footer, size-tail-length); err != nil {
		return fmt.Errorf("read the footer: %w", err)
	}
	var protocol thrift.CompactProtocol
	var meta format.FileMetaData
	if err := thrift.Unmarshal(&protocol, footer, &meta); err != nil {
		return fmt.Errorf("read the footer: %w", err)
	}
	if len(found) != len(meta.RowGroups) {
		return fmt.Errorf("the footer has %d row groups of %d", len(meta.RowGroups), len(found))
	}
	for i, order := range found {
		for _, by := range order {
			s := by.(sortedBy)
			meta.RowGroups[i].SortingColumns = append(meta.RowGroups[i].SortingColumns,
				format.SortingColumn{ColumnIdx: int32(s.leaf), Descending: s.descending})
		}
	}
	footer, err := thrift.Marshal(&protocol, &meta)
	if err != nil {
		return fmt.Errorf("write the footer: %w", err)
	}
	binary.LittleEndian.PutUint32(end[:], uint32(len(footer)))
	at := size - tail - length
	if _, err := f.WriteAt(append(footer, end[:]...), at); err != nil {
		return err
	}
	return f.Truncate(at + int64(len(footer)) + tail)
}
