package game

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// TestDepth checks that variations are nested so deep in columns, and are kept as
// text where they are deeper, checked or not.
func TestDepth(t *testing.T) {
	for depth, columns := range map[int]bool{layout.MaxDepth: true, layout.MaxDepth + 1: false} {
		for _, unchecked := range []bool{false, true} {
			src := []byte("[Event \"x\"]\n\n1. e4 " + strings.Repeat("(1. d4 ", depth) + strings.Repeat(") ", depth) + "*\n\n")
			f, c := (&Encoder{Unchecked: unchecked}).Encode(src, []int{len(src)})
			require.Equal(t, columns, c.Columns, "%d deep", depth)
			got, err := new(Decoder).Decode(nil, &f)
			require.NoError(t, err)
			require.True(t, bytes.Equal(src, got))
		}
	}
}

// TestUnchecked checks that what would take a reader more memory than it has is
// kept as text, though what was encoded is not decoded to see.
func TestUnchecked(t *testing.T) {
	var src []byte
	var ends []int
	for range 4000 {
		src = append(src, strings.Repeat("[A \"\"]\n", 60)+"\n1. e4 *\n\n"...)
		ends = append(ends, len(src))
	}
	f, c := (&Encoder{Unchecked: true}).Encode(src, ends)
	require.False(t, c.Columns)
	got, err := new(Decoder).Decode(nil, &f)
	require.NoError(t, err)
	require.True(t, bytes.Equal(src, got))
}

// TestWithoutOpenings checks that a frame for which memory does not suffice has columns
// all the same, but that of openings.
func TestWithoutOpenings(t *testing.T) {
	for tags := 28; ; tags++ {
		require.Less(t, tags, 60, "no frame needed too much")
		var src []byte
		var ends []int
		for i := range 4000 { // players who come once take most
			src = fmt.Appendf(src, "[White \"%d\"]\n[Black \"%d\"]\n", i, i)
			src = append(src, strings.Repeat("[A \"\"]\n", tags)+"\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n"...)
			ends = append(ends, len(src))
		}
		f, c := (&Encoder{}).Encode(src, ends)
		require.True(t, c.Columns, "%d tags", tags)
		if _, ok := f.Stream(streams.KindOpenings); ok {
			continue
		}
		got, err := new(Decoder).Decode(nil, &f)
		require.NoError(t, err)
		require.True(t, bytes.Equal(src, got))
		return
	}
}

// TestFullFrames: a frame of as many games as there may be, long openings and clocks keeps
// its column of openings.
func TestFullFrames(t *testing.T) {
	moves := strings.Fields("d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4 Bd2 Be7 Bg2 c6 Bc3 d5 Ne5 Nfd7 Nxd7 Nxd7 Nd2 O-O O-O Rc8 e4 b5 Re1 dxc4")
	var src strings.Builder
	for i := range streams.MaxGames {
		fmt.Fprintf(&src, "[Event \"%d\"]\n[White \"p%d\"]\n[Black \"q%d\"]\n[Date \"2024.01.%02d\"]\n[Round \"%d\"]\n\n", i/8, i%97, i%89, 1+i%28, i%8)
		for k, m := range moves {
			if k%2 == 0 {
				fmt.Fprintf(&src, "%d. ", k/2+1)
			}
			fmt.Fprintf(&src, "%s ", m)
			if k < 20 {
				fmt.Fprintf(&src, "{[%%clk 0:%02d:%02d]} ", 9-k/4, (i*7+k*13)%60)
			}
			if k < 20 && k%2 == 0 {
				fmt.Fprintf(&src, "%d... ", k/2+1)
			}
		}
		src.WriteString("*\n\n")
	}
	inputs, ends := cut([]byte(src.String()))
	require.Len(t, inputs, 1)
	e := Encoder{Effort: text.Quick}
	f, _ := e.Encode(inputs[0], ends[0])
	_, ok := f.Stream(streams.KindOpenings)
	require.True(t, ok)
}

// TestClaims checks what a frame may claim at most.
func TestClaims(t *testing.T) {
	stored := archive.Frame{Games: MaxGames, Input: MaxInput, Check: Check(make([]byte, MaxInput)), Streams: []archive.Stream{{Kind: streams.KindStored, Data: make([]byte, MaxInput)}}}
	_, err := new(Decoder).Decode(nil, &stored)
	require.NoError(t, err)
	for _, f := range []archive.Frame{
		{Games: MaxGames + 1, Input: MaxInput, Streams: stored.Streams},
		{Games: 1, Input: MaxInput + 1, Streams: stored.Streams},
		{Games: 3, Input: 2, Streams: []archive.Stream{{Kind: streams.KindStored, Data: []byte("ab")}}},
	} {
		_, err := new(Decoder).Decode(nil, &f)
		require.ErrorIs(t, err, corrupt.Err)
		require.ErrorContains(t, err, "claims more than a frame of games holds")
	}
}

// TestTextsShareBudget checks that all texts of a frame together are charged,
// before they are decoded: their memory, and for those that are predicted what
// decoding takes.
func TestTextsShareBudget(t *testing.T) {
	var src []byte
	var ends []int
	for range 30 {
		src = append(src, "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"...)
		ends = append(ends, len(src))
	}
	frame, c := new(Encoder).Encode(src, ends)
	require.True(t, c.Columns)
	frame.Input = MaxInput
	with := func(data []byte, kinds ...uint16) *archive.Frame {
		f := frame
		f.Streams = slices.Clone(frame.Streams)
		for _, k := range kinds {
			f.Streams = append(f.Streams, archive.Stream{Kind: k, Data: data})
		}
		return &f
	}
	empties := binary.AppendUvarint([]byte{0}, 700_000) // of 24 bytes each
	_, err := new(Decoder).Decode(nil, with(empties, streams.KindWords))
	require.ErrorContains(t, err, "texts are left over") // it fits alone
	_, err = new(Decoder).Decode(nil, with(empties, streams.KindWords, streams.KindNewComments))
	require.ErrorContains(t, err, "24 MiB of memory")

	// Each of these takes as much work as the input of its frame has bytes.
	long := text.Append(nil, [][]byte{bytes.Repeat([]byte("word and word "), 15_000)}, text.Thorough, nil)
	require.Equal(t, byte(5), long[0], "predicted")
	f := with(long, streams.KindWords)
	f.Input = 210_000
	_, err = new(Decoder).Decode(nil, f)
	require.ErrorContains(t, err, "texts are left over")
	f = with(long, streams.KindNewLayout, streams.KindWords, streams.KindNewComments)
	f.Input = 210_000
	_, err = new(Decoder).Decode(nil, f)
	require.ErrorContains(t, err, "no more in them than their frame's input has")
}
