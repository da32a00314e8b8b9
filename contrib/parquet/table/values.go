package table

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// cells collects the values of the leaves of one column.
type cells struct {
	leaf   int
	values [][]parquet.Value // of each leaf of the table
}

func (c *cells) add(leaf, repetition, definition int, v parquet.Value) {
	at := c.leaf + leaf
	c.values[at] = append(c.values[at], v.Level(repetition, definition, at))
}

// null adds a cell without a value, to all leaves of a column.
func (c *cells) null(leaves int) {
	for i := range leaves {
		c.add(i, 0, 0, parquet.NullValue())
	}
}

func (c *cells) value(v parquet.Value) {
	if v.IsNull() {
		c.null(1)
		return
	}
	c.add(0, 0, 1, v)
}

func (c *cells) text(s string) { c.value(textValue(s)) }

func textValue(s string) parquet.Value { return parquet.ByteArrayValue([]byte(s)) }

// Definition levels in a list that may be absent, with elements that may be.
const (
	listIsEmpty  = 1
	elementIsNot = 2
	elementIs    = 3
)

// list adds a list of n elements; a null value is an absent element.
func (c *cells) list(n int, element func(i int) parquet.Value) {
	if n == 0 {
		c.add(0, 0, listIsEmpty, parquet.NullValue())
		return
	}
	for i := range n {
		v := element(i)
		if v.IsNull() {
			c.add(0, min(i, 1), elementIsNot, v)
		} else {
			c.add(0, min(i, 1), elementIs, v)
		}
	}
}

// pairIs is the definition level of both parts of a pair in a list that may be absent.
const pairIs = 2

// pair adds element i of a list of pairs.
func (c *cells) pair(i int, first, second parquet.Value) {
	c.add(0, min(i, 1), pairIs, first)
	c.add(1, min(i, 1), pairIs, second)
}

// The types of columns. All may be null, as in the files of both schemas.

func typed(n parquet.Node, e encoding.Encoding) parquet.Node {
	if e != nil {
		n = parquet.Encoded(n, e)
	}
	return parquet.Optional(n)
}

func dictionary(n parquet.Node) parquet.Node { return parquet.Encoded(n, &parquet.RLEDictionary) }
func plain(n parquet.Node) parquet.Node      { return n }

func text(by func(parquet.Node) parquet.Node) parquet.Node {
	return parquet.Optional(by(parquet.String()))
}

func number(n parquet.Node) parquet.Node { return parquet.Optional(dictionary(n)) }

// listOf returns a list that may be absent, with elements that may be.
func listOf(n parquet.Node, e encoding.Encoding) parquet.Node {
	return parquet.Optional(parquet.List(typed(n, e)))
}

// pairsOf returns a list of pairs that may be absent.
func pairsOf(pair parquet.Group) parquet.Node {
	return parquet.Optional(parquet.List(pair))
}
