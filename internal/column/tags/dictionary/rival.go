package dictionary

// Rival is another method for a column, to detect early that it is shorter. The zero
// Rival means none.
type Rival struct {
	Length int // of the column by that method, in bytes
	Values int // of the column

	probed int // the length after a sixteenth of the values
}

// Wins reports whether the other method is shorter for a column whose values nearly
// all differ, where the first k values took length bytes. After the first sixteenth,
// such values take about the same size throughout. It must be called after each
// value.
func (r *Rival) Wins(k, length int) bool {
	if r.Length == 0 {
		return false
	}
	const fewProbed = 128 // the first half shows nothing yet
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
