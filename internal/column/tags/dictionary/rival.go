package dictionary

// Rival is another method for a column, which may be found to be shorter before all
// values are written. The zero Rival is none.
type Rival struct {
	Length int // of the column by that method, in bytes
	Values int // of the column

	probed int // the length after a sixteenth of the values
}

// Wins reports whether a column whose values nearly all differ becomes longer than by
// the other method, the first k values taking so many bytes. Such values take about as
// much late as early, once the first sixteenth is learned from. It is asked after each.
func (r *Rival) Wins(k, length int) bool {
	if r.Length == 0 {
		return false
	}
	const fewProbed = 128 // of which half say nothing yet
	switch eighth := r.Values / 8; {
	case k == eighth/2:
		r.probed = length
	case k == eighth && k >= fewProbed:
		return (length-r.probed)*r.Values >= r.Length*(k-k/2)
	case k > eighth:
		return length*r.Values > r.Length*k*9/8
	}
	return false
}
