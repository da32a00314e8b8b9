package sheet

// texts is a column of byte strings, written by adding and read in order. The
// zero texts is an empty column.
type texts struct {
	values [][]byte
	next   int
}

func (t *texts) add(v []byte) { t.values = append(t.values, v) }

// take returns the next value.
func (t *texts) take() ([]byte, error) {
	if t.next >= len(t.values) {
		return nil, corrupt("a column of texts is too short")
	}
	v := t.values[t.next]
	t.next++
	return v, nil
}

// done reports whether all values were taken.
func (t *texts) done() bool { return t.next == len(t.values) }
