package openings

import "syscall/js"

// table returns the host's global variable openings.
func table() []byte {
	v := js.Global().Get("openings")
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}
