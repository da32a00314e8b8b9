//go:build !js

package openings

import _ "embed"

// embedded is made by go run ./internal/tools/trainopenings.
//
//go:embed openings.bin
var embedded []byte

// Table returns the table as it is stored.
func Table() []byte { return embedded }
