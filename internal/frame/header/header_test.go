package header_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/movelist/learned"
)

var errMissing = errors.New("missing")

func missing(number uint32) error { return fmt.Errorf("%w: %08x", errMissing, number) }

// TestRoundTrip checks that parameters give back the form.
func TestRoundTrip(t *testing.T) {
	all := []*learned.Level{nil, learned.V1Max, learned.V1}
	for _, level := range all {
		for set := range open.Set(8) {
			for _, form := range []header.Form{{}, {Openings: true}, {Plain: true}, {Openings: true, Plain: true}} {
				form.Level, form.Open = level, set
				c, err := header.Of(header.Params(&form), all, missing)
				require.NoError(t, err)
				require.Equal(t, header.Coding{Form: form}, c)
			}
		}
	}
}

// TestMissing checks that a level that is not among those at hand is named, and no error.
func TestMissing(t *testing.T) {
	for _, levels := range [][]*learned.Level{nil, {nil}, {learned.V1Max}} {
		c, err := header.Of(header.Params(&header.Form{Level: learned.V1}), levels, missing)
		require.NoError(t, err)
		require.Nil(t, c.Level)
		require.ErrorIs(t, c.Missing, errMissing)
		require.ErrorContains(t, c.Missing, fmt.Sprintf("%08x", uint32(learned.V1.ID())))
	}
}

// TestSameLevel checks that frames may stand in one archive whatever its form is for new
// ones, but not those of another level.
func TestSameLevel(t *testing.T) {
	fast := header.Params(&header.Form{})
	database := header.Params(&header.Form{Open: open.Names | open.Moves, Openings: true, Plain: true})
	deep, max := header.Params(&header.Form{Level: learned.V1, Openings: true}), header.Params(&header.Form{Level: learned.V1Max})
	for _, c := range []struct {
		a, b []byte
		same bool
	}{
		{fast, fast, true}, {fast, database, true}, {deep, header.Params(&header.Form{Level: learned.V1}), true},
		{fast, deep, false}, {deep, max, false}, {nil, nil, false}, {fast, fast[:3], false}, {fast, nil, false},
		{fast, append([]byte{fast[0] + 1}, fast[1:]...), false},
	} {
		require.Equal(t, c.same, header.SameLevel(c.a, c.b), "%x and %x", c.a, c.b)
		require.Equal(t, c.same, header.SameLevel(c.b, c.a), "%x and %x", c.b, c.a)
	}
}

// TestRefused checks which parameters are refused, and how.
func TestRefused(t *testing.T) {
	good := header.Params(&header.Form{})
	version, tables := good[0], good[1:3]
	for name, c := range map[string]struct {
		params []byte
		err    error
		said   string
	}{
		"none":          {nil, archive.ErrVersion, "the header does not say of which version the frames are"},
		"older":         {[]byte{version - 1, tables[0], tables[1], 0}, archive.ErrVersion, fmt.Sprintf("the frames are of version %d, this program reads version %d", version-1, version)},
		"newer":         {[]byte{version + 1}, archive.ErrVersion, fmt.Sprintf("the frames are of version %d", version+1)},
		"no tables":     {good[:2], archive.ErrCorrupt, "parameters of 2 bytes"},
		"no form":       {good[:3], archive.ErrCorrupt, "parameters of 3 bytes"},
		"another form":  {[]byte{version, tables[0], tables[1], 1 << 5}, archive.ErrCorrupt, "parameters with the form 32"},
		"half a number": {append(bytes.Clone(good), 1, 2), archive.ErrCorrupt, "parameters of 6 bytes"},
		"too long":      {append(header.Params(&header.Form{Level: learned.V1}), 0), archive.ErrCorrupt, "parameters of 9 bytes"},
		"other tables":  {[]byte{version, tables[0] ^ 1, tables[1], 0}, archive.ErrVersion, fmt.Sprintf("with tables %02x%02x, this program has tables", tables[1], tables[0]^1)},
	} {
		_, err := header.Of(c.params, nil, missing)
		require.ErrorIs(t, err, c.err, name)
		require.ErrorContains(t, err, c.said, name)
		require.True(t, header.IsOfBytes(err), name)
	}
}

// TestHeader checks what a header says beside the parameters.
func TestHeader(t *testing.T) {
	for _, sorted := range []bool{false, true} {
		h := header.Header(header.Params(&header.Form{Level: learned.V1}), sorted)
		b, err := archive.AppendHeader(nil, &h)
		require.NoError(t, err)
		read, _, err := archive.DecodeHeader(b, nil)
		require.NoError(t, err)
		require.Equal(t, sorted, header.IsSorted(&read))
		require.Equal(t, header.Params(&header.Form{Level: learned.V1}), read.Params)
	}
}

// TestIsOfBytes checks which errors come from an archive's bytes.
func TestIsOfBytes(t *testing.T) {
	for _, err := range []error{archive.ErrCorrupt, archive.ErrLimit, archive.ErrVersion, archive.ErrFeature} {
		require.True(t, header.IsOfBytes(fmt.Errorf("here: %w", err)), err)
	}
	for _, err := range []error{nil, io.EOF, io.ErrUnexpectedEOF, errMissing} {
		require.False(t, header.IsOfBytes(err), err)
	}
}
