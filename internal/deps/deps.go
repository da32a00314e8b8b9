//go:build deps

// Package deps keeps go.mod complete while the rooms are being built.
package deps

import (
	_ "github.com/cespare/xxhash/v2"
	_ "github.com/icza/bitio"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/spf13/cobra"
	_ "github.com/stretchr/testify/require"
	_ "github.com/ulikunitz/xz"
	_ "github.com/vbauerster/mpb/v8"
	_ "golang.org/x/term"
	_ "pgregory.net/rapid"
)
