package door

import (
	"encoding/binary"
	"fmt"
)

// Column is one value, or several, for each row of a batch, concatenated.
type Column struct {
	Name string
	// Type is that of NumPy's array protocol, little-endian: "|u1", "<i8" and so on;
	// "text" is bytes, and another column of the same name with "_ends" has the ends of
	// the rows.
	Type  string
	Width int // values of a row; 0 for columns whose rows differ in length
	Data  []byte
}

// Batch is rows in the form of columns.
type Batch struct {
	Rows    int64
	Columns []Column
}

// Column returns the index of a column, or -1.
func (b *Batch) Column(name string) int {
	for i := range b.Columns {
		if b.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// Describe returns a line for each column: name, type, width, bytes.
func (b *Batch) Describe() string {
	text := fmt.Sprintf("rows %d\n", b.Rows)
	for _, c := range b.Columns {
		text += fmt.Sprintf("%s %s %d %d\n", c.Name, c.Type, c.Width, len(c.Data))
	}
	return text
}

// size returns the bytes of all columns.
func (b *Batch) size() (n int) {
	for i := range b.Columns {
		n += len(b.Columns[i].Data)
	}
	return n
}

func (c *Column) int64(v int64) { c.Data = binary.LittleEndian.AppendUint64(c.Data, uint64(v)) }
func (c *Column) int32(v int32) { c.Data = binary.LittleEndian.AppendUint32(c.Data, uint32(v)) }
func (c *Column) uint16(v uint16) {
	c.Data = binary.LittleEndian.AppendUint16(c.Data, v)
}
func (c *Column) int8(v int8)   { c.Data = append(c.Data, byte(v)) }
func (c *Column) uint8(v uint8) { c.Data = append(c.Data, v) }
