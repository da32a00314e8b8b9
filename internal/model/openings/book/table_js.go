package book

import "syscall/js"

// Table returns the host's global variable book.
func Table() string {
	v := js.Global().Get("book")
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return string(b)
}
