package values

import "bytes"

// CopyForm is the part of a value that is copied.
type CopyForm byte

// The forms of copies.
const (
	Whole CopyForm = iota
	Tail           // the part after the last slash
	CopyForms
)

// Of returns the copied part of v.
func (f CopyForm) Of(v []byte) []byte {
	if f == Tail {
		return v[bytes.LastIndexByte(v, '/')+1:]
	}
	return v
}
