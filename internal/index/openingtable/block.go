package openingtable

import (
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// A block ends after so many bytes, moves, or maxRows.
const (
	blockBytes = 32 << 10
	blockMoves = 1 << 14
)

// rowBytes is the greatest memory for each move of a position that is looked up.
const rowBytes = 256

// blockWriter makes a block of consecutive positions.
type blockWriter struct {
	coder *coder
	first Key
	rows  int
	moves int
}

func newBlockWriter(d *Directory) *blockWriter {
	return &blockWriter{coder: &coder{e: rangecoder.NewEncoder(nil), gameBits: d.gameBits(), lastYear: d.LastYear}}
}

func (b *blockWriter) add(k Key, n *openingtree.Node) {
	if b.rows == 0 {
		b.first = k
	}
	b.rows++
	b.moves += len(n.Moves)
	b.coder.row(newRow(k, n))
}

// full reports whether another block should follow.
func (b *blockWriter) full() bool {
	return b.coder.e.Len() >= blockBytes || b.rows == maxRows || b.moves >= blockMoves
}

// finish returns the block.
func (b *blockWriter) finish() []byte {
	return append(binfmt.AppendUvarint(nil, uint64(b.rows)), b.coder.e.Finish()...)
}

// eachRow calls yield with the positions of a block, in their order, until it returns
// false. A row is valid until yield returns.
func (d *Directory) eachRow(src []byte, limit *budget.Budget, yield func(r *row) (more bool, err error)) error {
	count, rest, err := binfmt.Uvarint(src)
	if err != nil || count == 0 || count > maxRows {
		return corrupt.Newf("a block of the opening table has %d positions, not 1 to %d", count, maxRows)
	}
	c := &coder{d: rangecoder.NewDecoder(rest), gameBits: d.gameBits(), lastYear: d.LastYear}
	moves := 0
	var last Key
	for i := range count {
		r := &row{}
		c.row(r)
		if err := c.d.Err(); err != nil || c.broken {
			return corrupt.Newf("position %d of a block of the opening table cannot be decoded", i+1)
		}
		if moves += len(r.node.Moves); moves > blockMoves+maxMoves {
			return corrupt.New("a block of the opening table has too many moves")
		}
		if err := limit.Work(rowBytes * (1 + len(r.node.Moves))); err != nil {
			return err
		}
		switch {
		case i > 0 && last.Compare(&r.key) >= 0:
			return corrupt.New("the opening table is not sorted")
		case r.node.Games() < int64(d.Threshold):
			return corrupt.Newf("the opening table has a position of %d games", r.node.Games())
		}
		last = r.key
		if more, err := yield(r); err != nil || !more {
			return err
		}
	}
	if !c.d.AtEnd() {
		return corrupt.New("something follows a block of the opening table")
	}
	return nil
}

// Find looks up a position in the block that may hold it, see Directory.Block. The node
// is nil if the position is not in the table.
func (d *Directory) Find(block []byte, k Key, limit *budget.Budget) (node *openingtree.Node, err error) {
	err = d.eachRow(block, limit, func(r *row) (more bool, err error) {
		switch k.Compare(&r.key) {
		case 0:
			node, err = &r.node, r.resolve()
			return false, err
		case -1:
			return false, nil
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return node, nil
}

// Each calls yield with all positions of a block, in their order.
func (d *Directory) Each(block []byte, limit *budget.Budget, yield func(k Key, n *openingtree.Node) error) error {
	return d.eachRow(block, limit, func(r *row) (more bool, err error) {
		if err := r.resolve(); err != nil {
			return false, err
		}
		return true, yield(r.key, &r.node)
	})
}
