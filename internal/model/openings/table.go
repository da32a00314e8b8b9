//go:build !js

package openings

import _ "embed"

// embedded is made by go run ./internal/tools/trainopenings.
//
//go:embed openings.bin
var embedded []byte

func table() []byte { return embedded }
