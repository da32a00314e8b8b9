//go:build !js

package book

import _ "embed"

// embedded is made by go run ./internal/tools/trainbook.
//
//go:embed book.bin
var embedded string

func table() string { return embedded }
