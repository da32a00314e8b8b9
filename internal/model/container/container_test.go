package container

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var errModel = errors.New("not a model")

var format = Format{Magic: "ABC\x01", Err: errModel, MaxSize: 1000}

func TestRoundTrip(t *testing.T) {
	want := []Part{{1, []byte("about")}, {7, nil}, {2, bytes.Repeat([]byte{3}, 300)}}
	data := format.Append([]byte("before"), want...)[len("before"):]
	sum, parts, err := format.Open(data)
	require.NoError(t, err)
	if got := Sum(data); got != sum {
		t.Errorf("Sum = %x, Open gives %x", got, sum)
	}
	var got []Part
	for p, err := range parts {
		require.NoError(t, err)
		got = append(got, p)
	}
	if !slices.EqualFunc(got, want, func(a, b Part) bool { return a.Kind == b.Kind && bytes.Equal(a.Data, b.Data) }) {
		t.Errorf("parts = %v, want %v", got, want)
	}
}

func TestPack(t *testing.T) {
	for _, n := range []int{0, 1, 24, 255, 256, 5000} {
		want := bytes.Repeat([]byte{1, 2, 5}, n)[:n]
		packed, err := Pack([]byte("before"), want)
		require.NoError(t, err)
		got, err := Unpack(packed[len("before"):], max(n, 1))
		require.NoError(t, err, "%d bytes", n)
		require.True(t, bytes.Equal(want, got), "%d bytes", n)
	}
}

func TestOpenErrors(t *testing.T) {
	good := format.Append(nil, Part{1, []byte("x")})
	changed := func(at int) []byte {
		b := slices.Clone(good)
		b[at] ^= 1
		return b
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":          {nil, `it does not begin with "ABC"`},
		"other magic":    {changed(0), `it does not begin with "ABC"`},
		"other version":  {changed(3), "version 0, not 1"},
		"changed byte":   {changed(6), "checksum mismatch"},
		"cut off":        {good[:len(good)-1], "checksum mismatch"},
		"too large":      {format.Append(nil, Part{1, make([]byte, 1000)}), "too many"},
		"part too short": {cutPart(), "a part is cut off"},
		"no room":        {good[:len("ABC\x01")+sumSize-1], `it does not begin with "ABC"`},
		"one too large":  {format.Append(nil, Part{1, make([]byte, 1001-len("ABC\x01")-sumSize-3)}), "1001 bytes are too many"},
		"part by one":    {(&Format{Magic: format.Magic + "\x01\x02x", Err: errModel}).Append(nil), "a part is cut off"},
		"no size":        {(&Format{Magic: format.Magic + "\x01", Err: errModel}).Append(nil), "a part is cut off"},
	} {
		_, parts, err := format.Open(c.data)
		if err == nil {
			for _, err = range parts {
			}
		}
		require.ErrorIs(t, err, errModel, name)
		require.ErrorContains(t, err, c.want, name)
	}
}

// TestOpenLimits opens the smallest and the largest model.
func TestOpenLimits(t *testing.T) {
	for _, c := range []struct {
		data  []byte
		parts int
	}{
		{format.Append(nil), 0},
		{format.Append(nil, Part{1, make([]byte, 1000-len("ABC\x01")-sumSize-3)}), 1},
	} {
		_, parts, err := format.Open(c.data)
		require.NoError(t, err)
		n := 0
		for _, err := range parts {
			require.NoError(t, err)
			n++
		}
		require.Equal(t, c.parts, n)
	}
}

// cutPart returns a model with a sound checksum whose part is shorter than it
// says.
func cutPart() []byte {
	short := Format{Magic: format.Magic + "\x01\x09x", Err: errModel}
	return short.Append(nil)
}

func TestUnpackLimit(t *testing.T) {
	src := make([]byte, 1<<20)
	packed, err := Pack([]byte{5}, src)
	require.NoError(t, err)
	got, err := Unpack(packed[1:], len(src))
	require.NoError(t, err)
	if !bytes.Equal(got, src) {
		t.Errorf("%d bytes came back as %d, or changed", len(src), len(got))
	}
	_, err = Unpack(packed[1:], 1<<16)
	require.Error(t, err)
}

// TestPartsDiffer checks that a model has one part of a kind: each may unpack to
// many times its size.
func TestPartsDiffer(t *testing.T) {
	data := format.Append(nil, Part{Kind: 1, Data: []byte("a")}, Part{Kind: 2, Data: []byte("b")}, Part{Kind: 1})
	_, parts, err := format.Open(data)
	require.NoError(t, err)
	n := 0
	for _, e := range parts {
		n, err = n+1, e
	}
	require.Equal(t, 3, n)
	require.ErrorIs(t, err, errModel)
	require.ErrorContains(t, err, "two parts of kind 1")
}

// TestUnpackOneFrame checks that packed bytes are one zstd frame: frames after it
// could unpack to any size.
func TestUnpackOneFrame(t *testing.T) {
	packed, err := Pack(nil, make([]byte, 300))
	require.NoError(t, err)
	large, err := Pack(nil, make([]byte, 60<<20))
	require.NoError(t, err)
	got, err := Unpack(packed, 300)
	require.NoError(t, err)
	require.Len(t, got, 300)
	_, err = Unpack(append(packed, large...), 300)
	require.ErrorContains(t, err, "nothing behind it")
	_, err = Unpack(packed, 299)
	require.ErrorContains(t, err, "at most 299 bytes")
}
