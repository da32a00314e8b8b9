package tags

import (
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
)

// The values of a column may be elsewhere: in that of the first ratings, or in
// White's.
//
//	| column: number uvarint |

// encodeElsewhere stores a column whose values another one has.
func encodeElsewhere(e *encoder) ([]byte, bool) {
	t := e.table
	if p := t.playerColumns(); p != nil && e.at == p.other {
		return binfmt.AppendUvarint(nil, uint64(p.lead)), true
	}
	if t.isRating(e.column) && e.at != t.ratings.lead {
		return binfmt.AppendUvarint(nil, uint64(t.ratings.lead)), true
	}
	return nil, false
}

// decodeElsewhere reads what encodeElsewhere stores.
func decodeElsewhere(d *decoder) error {
	k, err := d.number()
	if err != nil {
		return err
	}
	if len(d.src) > 0 {
		return corrupt.New("bytes are left over after the number of the column that has the values")
	}
	if err := d.need(k); err != nil {
		return err
	}
	if !d.column.decoded {
		return corrupt.Newf("the values are not in column %s, as expected", d.table.Columns[k].name())
	}
	return nil
}
