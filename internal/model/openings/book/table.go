//go:build !js

package book

import _ "embed"

// embedded is made by go run ./internal/tools/trainbook.
//
//go:embed book.bin
var embedded string

// Table returns the table as it is stored.
func Table() string { return embedded }
