package records

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/records"
)

// TestHead: a list may say that it has as many records as its limit has room for, and
// not one more.
func TestHead(t *testing.T) {
	for _, c := range []struct {
		name  string
		form  records.Form
		count uint64
		limit int
		ok    bool
	}{
		{"none, no room", records.Bin, 0, 0, true},
		{"one without room", records.Bin, 1, 0, false},
		{"as many as there is room for", records.Bin, 3, 3 * records.BinSize, true},
		{"one more", records.Bin, 4, 4*records.BinSize - 1, false},
		{"chains have two for each byte", records.Binpack, 20, 10, true},
		{"and no more", records.Binpack, 21, 10, false},
		{"a negative limit", records.Bin, 0, -1, false},
	} {
		src := binfmt.AppendUvarint([]byte{firstBytes()[c.form]}, c.count)
		form, n, err := Head(src, c.limit)
		if !c.ok {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, c.form, form, c.name)
		require.EqualValues(t, c.count, n, c.name)
	}
}
