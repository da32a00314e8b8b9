package vectors_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/movelist"
)

// classes are the classes of refusal of section 5 of SPEC.md, with their errors: the
// first match counts.
var classes = []struct {
	name string
	of   []error
}{
	{"not-an-archive", []error{corrupt.ErrForeign}},
	{"feature", []error{archive.ErrFeature}}, // which is also ErrVersion
	{"version", []error{chesszip.ErrVersion, codec.ErrVariant}},
	{"level", []error{chesszip.ErrLevel}},
	{"method", []error{codec.ErrMethod, blob.ErrMethod}},
	{"checksum", []error{corrupt.ErrSum, blob.ErrChecksum}},
	{"claim", []error{chesszip.ErrLimit, corrupt.ErrClaim}},
	{"truncated", []error{io.ErrUnexpectedEOF}},
	{"damaged", []error{chesszip.ErrCorrupt, corrupt.Err, codec.ErrCorrupt, movelist.ErrCorrupt}},
}

// class returns the class of refusal of an error, which must have one.
func class(t *testing.T, err error) string {
	t.Helper()
	require.Error(t, err)
	for _, c := range classes {
		for _, of := range c.of {
			if errors.Is(err, of) {
				return c.name
			}
		}
	}
	t.Fatalf("%v is of no class", err)
	return ""
}
