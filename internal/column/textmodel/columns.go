package textmodel

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// MaxColumns is the longest string of AppendColumns, in bytes.
const MaxColumns = 2 << 10

// columns is the text that a model of the columns of one game has learned: columns of
// other games, in the layout of package game. It is part of the format.
//
//go:embed columns.bin
var columns []byte

// keptColumns is the model that has learned columns. It is never changed.
var keptColumns = sync.OnceValue(func() *model {
	m := newModel(len(columns) + MaxColumns)
	m.write(nil, columns, nil)
	return m
})

// columnModels reuses the memory of copies.
var columnModels sync.Pool

// withColumns calls use with a copy of the model.
func withColumns(use func(m *model)) {
	m, ok := columnModels.Get().(*model)
	if !ok {
		m = new(model)
	}
	use(keptColumns().copyTo(m, len(columns)+MaxColumns))
	columnModels.Put(m)
}

// AppendColumns appends the columns of one game, body, in the form
//
//	| length uvarint | string of the range coder |
//
// as if they came after the columns of other games. Body has 1 to MaxColumns bytes.
func AppendColumns(dst, body []byte) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(len(body)))
	e := rangecoder.NewEncoder(dst)
	withColumns(func(m *model) { m.write(e, body, nil) })
	return e.Finish()
}

// DecodeColumns returns the columns of AppendColumns; src must hold nothing else. It
// is charged to b. The error is a *corrupt.Error.
func DecodeColumns(src []byte, b *budget.Budget) ([]byte, error) {
	length, src, err := binfmt.Uvarint(src)
	if err != nil || length == 0 || length > MaxColumns {
		return nil, corrupt.Newf("the columns of a game should have 1 to %d bytes", MaxColumns)
	}
	if err := b.Text(int(length)); err != nil {
		return nil, err
	}
	var body []byte
	withColumns(func(m *model) {
		body, err = m.read(src, int(length), int(length), b)
		body = bytes.Clone(body)
	})
	return body, err
}
