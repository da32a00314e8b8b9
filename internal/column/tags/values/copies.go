package values

import "bytes"

// CopyForm is what of a value is copied.
type CopyForm byte

// The forms of copies.
const (
	Whole CopyForm = iota
	Tail           // what is behind the last slash
	CopyForms
)

// Of returns what is copied of v.
func (f CopyForm) Of(v []byte) []byte {
	if f == Tail {
		return v[bytes.LastIndexByte(v, '/')+1:]
	}
	return v
}
