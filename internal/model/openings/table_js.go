package openings

import "syscall/js"

// Table returns the host's global variable openings.
func Table() []byte {
	v := js.Global().Get("openings")
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}
