//go:build !js

package book

import (
	_ "embed"

	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
)

// packed is the table, packed by zstd.
//
//go:embed book.bin.zst
var packed []byte

// maxTable bounds the size of the table.
const maxTable = 4 << 20

// Table returns the table, unpacked.
func Table() string {
	b, err := zstdframe.Unpack(packed, maxTable, nil)
	if err != nil {
		panic(err) // a test reads it
	}
	return string(b)
}
