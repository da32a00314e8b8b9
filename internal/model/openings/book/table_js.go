package book

import "syscall/js"

// table returns the host's global variable book.
func table() string {
	v := js.Global().Get("book")
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return string(b)
}
