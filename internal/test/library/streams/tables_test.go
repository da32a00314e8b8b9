package streams

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// tables are those on which the bytes of frames depend, in the order of their checksums;
// learned levels are identified separately.
var tables = []string{
	"internal/model/fast/fast.bin", "internal/model/names/names.txt", "internal/model/openings/openings.bin", "internal/model/openings/book/book.bin.zst",
	"internal/column/textmodel/prose.txt", "internal/column/textmodel/columns.bin", "internal/model/boards/embedded/squares.czs",
}

// TestTables checks that no table changes without the version of frames, and that
// archives identify them all. After a change of a table, set FormatVersion and
// formatTables of internal/frame/header, and run this test with -update.
func TestTables(t *testing.T) {
	var said strings.Builder
	var sums []byte
	params := kit.HeaderOf(t).Params
	fmt.Fprintf(&said, "version %d\n", params[0])
	for _, name := range tables {
		data, err := os.ReadFile("../../../../" + name)
		require.NoError(t, err)
		if strings.HasSuffix(name, ".zst") {
			data, err = zstdframe.Unpack(data, 1<<24, nil)
			require.NoError(t, err)
		}
		sum := xxhash.Sum64(data)
		sums = binary.LittleEndian.AppendUint64(sums, sum)
		fmt.Fprintf(&said, "%016x %s\n", sum, name)
	}
	golden.Equal(t, "testdata/tables.txt", said.String())
	all := uint16(xxhash.Sum64(sums))
	require.Equal(t, fmt.Sprintf("0x%04x", all), fmt.Sprintf("0x%04x", binary.LittleEndian.Uint16(params[1:])), "formatTables of internal/frame/header should be the first")

	spec, err := os.ReadFile("../../../../docs/spec/container.md")
	require.NoError(t, err)
	for _, name := range tables {
		require.Regexp(t, regexp.MustCompile(`tables.*`+regexp.QuoteMeta(name)), string(spec))
	}
}

// TestOtherTables checks that an archive made with other tables is refused.
func TestOtherTables(t *testing.T) {
	h := kit.HeaderOf(t)
	h.Params[1] ^= 1
	data, err := archive.AppendHeader(nil, &h)
	require.NoError(t, err)
	_, err = chesszip.Decompress(t.Context(), io.Discard, strings.NewReader(string(data)), nil)
	require.ErrorIs(t, err, chesszip.ErrVersion)
	require.ErrorContains(t, err, "with tables")
}

// TestOtherVersion checks that frames of another version are refused by name.
func TestOtherVersion(t *testing.T) {
	for want, params := range map[string][]byte{
		"the frames are of version 6, this program reads version": {6, 0, 0},
		"does not say of which version the frames are":            nil,
	} {
		h := kit.HeaderOf(t)
		h.Params = params
		data, err := archive.AppendHeader(nil, &h)
		require.NoError(t, err)
		_, err = chesszip.Decompress(t.Context(), io.Discard, strings.NewReader(string(data)), nil)
		require.ErrorIs(t, err, chesszip.ErrVersion)
		require.ErrorContains(t, err, want)
	}
}
