package tagsection

import "math"

// Values is a copy of the values of all columns of the first games of a frame, each
// value of a column once. It is immutable.
type Values struct {
	games   int
	columns []values
}

// values is the values of a column.
type values struct {
	text   []byte   // the different ones, concatenated
	ends   []uint32 // of each of them
	places []uint16 // of the values, in ends
}

// Games returns the number of games of the values.
func (v *Values) Games() int { return v.games }

// Size returns their approximate memory in bytes.
func (v *Values) Size() (n int) {
	for i := range v.columns {
		x := &v.columns[i]
		n += cap(x.text) + 4*cap(x.ends) + 2*cap(x.places)
	}
	return n
}

// newValues copies the values of a column; ok is false if too many are different.
func newValues(all [][]byte) (x values, ok bool) {
	x.places = make([]uint16, len(all))
	places := map[string]uint16{}
	for i, value := range all {
		at, ok := places[string(value)]
		if !ok {
			if len(x.ends) > math.MaxUint16 {
				return x, false
			}
			at = uint16(len(x.ends))
			x.text = append(x.text, value...)
			x.ends = append(x.ends, uint32(len(x.text)))
			places[string(value)] = at
		}
		x.places[i] = at
	}
	return x, true
}

// all returns the values of the column, one for each row.
func (x *values) all() [][]byte {
	all := make([][]byte, len(x.places))
	for i, at := range x.places {
		from := uint32(0)
		if at > 0 {
			from = x.ends[at-1]
		}
		all[i] = x.text[from:x.ends[at]:x.ends[at]]
	}
	return all
}
