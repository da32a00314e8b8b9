package salvage_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/salvage"
)

// packed is an archive with a frame for each of some numbers of games, each followed by
// an index frame.
func packed(t testing.TB, params string, games ...int64) string {
	t.Helper()
	var b strings.Builder
	w, err := archive.NewWriter(&b, &archive.Header{Params: []byte(params)}, nil)
	require.NoError(t, err)
	for _, n := range games {
		block := archive.AppendBlocks(nil, 300, n, nil, [][]byte{fmt.Appendf(nil, "block of %d games", n)})
		f := archive.Frame{Games: n, Input: 100 + n, Streams: []archive.Stream{{Kind: 1, Data: fmt.Appendf(nil, "frame of %d games", n)}, {Kind: 300, Data: block}}}
		encoded, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		require.NoError(t, w.WriteEncoded(encoded, nil))
		index, err := archive.AppendFrame(nil, &archive.Frame{Streams: []archive.Stream{{Kind: 1024, Data: []byte("identity")}}})
		require.NoError(t, err)
		require.NoError(t, w.WriteEncoded(index, nil))
	}
	require.NoError(t, w.Close())
	return b.String()
}

// saved returns the results of Frames. Frames with an even number of games have the
// coding "even", others the coding "odd"; frames of 9 games have none.
func saved(t testing.TB, r io.ReaderAt, size int64, codings func(offset int64) []header.Coding) (all []string, err error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	last := int64(0)
	decode := func(_ context.Context, thread int, c header.Coding, f *archive.Frame, damaged bool) ([]byte, int64, error) {
		require.True(t, thread == 0 || thread == 1)
		if want := map[int64]string{0: "even", 1: "odd"}[f.Games%2]; c != called(want) || f.Games == 9 {
			return []byte("wrong"), 0, errors.New("not of this coding")
		}
		games := f.Games
		if damaged {
			games -= 2
		}
		return fmt.Append(nil, games), games, nil
	}
	read := int64(0)
	progress := chunk.NewProgress(func(s *chunk.Stats) { read = s.In })
	err = salvage.Frames(ctx, stop, r, size, 2, progress, codings, decode, func(s salvage.Saved) error {
		require.Less(t, last, s.End)
		last = s.End
		progress.Report(&chunk.Stats{In: s.End}, s.Bytes)
		require.Equal(t, s.End, read)
		if s.Undecoded {
			require.Nil(t, s.Text)
			all = append(all, fmt.Sprint("no ", s.Games))
			return nil
		}
		require.Equal(t, fmt.Sprint(s.Games), string(s.Text))
		if s.Part {
			s.Text = append([]byte("part "), s.Text...)
		}
		all = append(all, string(s.Text))
		return nil
	})
	return all, err
}

// named identifies codings.
type named string

func (n named) Error() string { return string(n) }

func called(name string) header.Coding { return header.Coding{Missing: named(name)} }

func either(int64) []header.Coding { return []header.Coding{called("even"), called("odd")} }

// TestFrames checks that every whole frame is found in order, whatever is around it, and
// tried with each of its codings.
func TestFrames(t *testing.T) {
	one, two := packed(t, "odd", 1, 3, 9), packed(t, "even", 2, 4)
	broken := strings.Replace(two, "frame of 2", "Frame of 2", 1)
	part := strings.Replace(two, "block of 4", "Block of 4", 1)
	for _, c := range []struct {
		src     string
		codings func(int64) []header.Coding
		want    []string
	}{
		{one + two, either, []string{"1", "3", "no 9", "2", "4"}},
		{"junk" + one[5:] + "junk" + broken, either, []string{"1", "3", "no 9", "4"}},
		{one[:len(one)-3], either, []string{"1", "3", "no 9"}},
		{one + two, func(int64) []header.Coding { return nil }, []string{"no 1", "no 3", "no 9", "no 2", "no 4"}},
		{one + two, func(int64) []header.Coding { return either(0)[:1] }, []string{"no 1", "no 3", "no 9", "2", "4"}},
		{one + part, either, []string{"1", "3", "no 9", "2", "part 2"}},
		{strings.ReplaceAll(one, "block of", "Block of"), either, []string{"part -1", "part 1", "no 9"}},
		{"no archive", either, nil},
		{"", either, nil},
	} {
		got, err := saved(t, strings.NewReader(c.src), int64(len(c.src)), c.codings)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}

// TestErrors checks which errors end the search.
func TestErrors(t *testing.T) {
	src := packed(t, "odd", 1, 3, 5)
	_, err := saved(t, failing{}, 1000, either)
	require.ErrorIs(t, err, errRead)

	full := errors.New("full")
	work, stop := context.WithCancel(t.Context())
	n := 0
	err = salvage.Frames(work, stop, strings.NewReader(src), int64(len(src)), 1, nil, either,
		func(context.Context, int, header.Coding, *archive.Frame, bool) ([]byte, int64, error) {
			return nil, 0, nil
		},
		func(salvage.Saved) error { n++; return full })
	require.Equal(t, full, err)
	require.Equal(t, 1, n)
	require.Error(t, work.Err())
	err = salvage.Frames(work, stop, strings.NewReader(src), int64(len(src)), 1, nil, either,
		func(context.Context, int, header.Coding, *archive.Frame, bool) ([]byte, int64, error) {
			return nil, 0, nil
		},
		func(salvage.Saved) error { t.Error("taken"); return nil })
	require.ErrorIs(t, err, context.Canceled)
}

// TestCodings checks that a frame of an undamaged member has the coding of its header,
// and other frames any coding.
func TestCodings(t *testing.T) {
	one, two := packed(t, "odd", 1, 3), packed(t, "unknown", 2)
	src := strings.NewReader(one + "junk" + two)
	members, gaps, err := archive.Members(src, src.Size(), nil)
	require.NoError(t, err)
	require.Len(t, members, 2)
	require.Len(t, gaps, 1)
	codings := salvage.Codings(members, either(0), func(params []byte) (header.Coding, error) {
		if string(params) == "unknown" {
			return called("none"), errors.New("unknown")
		}
		return called(string(params)), nil
	})
	for offset, want := range map[int][]header.Coding{
		0: {called("odd")}, len(one) - 1: {called("odd")}, len(one): either(0), len(one) + 3: either(0), len(one) + 4: either(0), int(src.Size()): either(0),
	} {
		require.Equal(t, want, codings(int64(offset)), offset)
	}
	require.Equal(t, either(0), salvage.Codings(nil, either(0), func([]byte) (header.Coding, error) { return called(""), nil })(7))
	games, frames := salvage.Count(members)
	require.Equal(t, [2]int64{6, 3}, [2]int64{games, frames})
	games, frames = salvage.Count(nil)
	require.Equal(t, [2]int64{}, [2]int64{games, frames})
}

// TestTorn checks which bytes are those of an interrupted append.
func TestTorn(t *testing.T) {
	packed := packed(t, "params", 1)
	for tail, want := range map[string]bool{
		"x":                           true,
		"of another kind":             true,
		packed[5:40]:                  true, // half a frame
		packed:                        false,
		packed[:12]:                   false, // an archive that was cut off
		"junk" + packed[len("junk"):]: false,
	} {
		src := strings.NewReader(packed + tail)
		gap := archive.Gap{Offset: int64(len(packed)), Length: int64(len(tail))}
		got, err := salvage.Torn(src, gap)
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", tail)
	}
	_, err := salvage.Torn(failing{}, archive.Gap{Offset: 3, Length: 9})
	require.ErrorIs(t, err, errRead)
}

// TestGames checks the number of games in whole frames of a gap, and what is not an
// error.
func TestGames(t *testing.T) {
	whole := packed(t, "params", 1, 3, 5)
	broken := strings.Replace(whole, "frame of 3", "Frame of 3", 1)
	for _, c := range []struct {
		gap  string
		want int64
	}{
		{"", 0},
		{"no archive", 0},
		{whole, 9},
		{"junk" + whole[5:], 9},
		{whole[:len(whole)-3], 9},
		{broken, 6},
		{strings.Replace(whole, "block of 3", "Block of 3", 1), 6},
		{broken + "junk" + whole, 15},
		{strings.Repeat(whole[strings.Index(whole, "frame of 1")-20:][:10], 1000), 0},
	} {
		src := strings.NewReader(whole + c.gap + whole)
		got, err := salvage.Games(src, archive.Gap{Offset: int64(len(whole)), Length: int64(len(c.gap))})
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%.40q", c.gap)
	}
	_, err := salvage.Games(failing{}, archive.Gap{Offset: 3, Length: 9})
	require.ErrorIs(t, err, errRead)
}

var errRead = errors.New("no bytes")

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errRead }
