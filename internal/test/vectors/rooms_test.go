package vectors_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// piece is repeated bytes.
type piece struct {
	times int
	bytes []byte
}

// runsOf returns the bytes of an archive as pieces, with long runs of one byte separate.
func runsOf(b []byte) (list []piece) {
	from := 0
	for i := 0; i < len(b); {
		n := i
		for n < len(b) && b[n] == b[i] {
			n++
		}
		if n-i >= 200 {
			if from < i {
				list = append(list, piece{1, b[from:i]})
			}
			list, from = append(list, piece{n - i, b[i : i+1]}), n
		}
		i = n
	}
	if from < len(b) {
		list = append(list, piece{1, b[from:]})
	}
	return list
}

// addPieces adds the bytes of an archive to a vector.
func addPieces(v *vectors.Vector, key string, b []byte) {
	for _, p := range runsOf(b) {
		if p.times > 1 {
			v.Add(key, "%d x %x", p.times, p.bytes)
		} else {
			v.Add(key, "%x", p.bytes)
		}
	}
}

// appender builds an archive by hand, frame by frame.
type appender struct {
	b       []byte
	frames  []frame
	bytes   [][]byte
	foot    int // start of the last footer
	end     int // and its end
	covered []byte
}

// newAppender returns an archive of one frame whose footer has a meta of some size.
func newAppender(meta int) *appender {
	a := &appender{b: archived(usual(), func(f *footer) {
		f.entries = append(uv(uv(nil, 0), uint64(meta)), make([]byte, meta)...)
	}, twoFrames[0]), frames: twoFrames[:1:1]}
	a.bytes = [][]byte{twoFrames[0].bytes()}
	a.foot, a.end = len(usual())+len(a.bytes[0]), len(a.b)
	a.covered = binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(usual()[:len(usual())-4]))
	a.covered = append(a.covered, a.b[len(a.b)-4:]...)
	return a
}

// add appends a frame without a seal.
func (a *appender) add(f frame) *appender {
	b := f.bytes()
	a.covered = uv(a.covered, uint64(len(a.b)-a.foot), uint64(len(b)), f.games, f.input)
	a.covered = append(a.covered, b[len(b)-8:len(b)-4]...)
	a.b, a.frames, a.bytes = append(a.b, b...), append(a.frames, f), append(a.bytes, b)
	return a
}

// seal appends a frame with a seal and some metas.
func (a *appender) seal(f frame, metas ...string) *appender {
	var data []byte
	for _, m := range metas {
		data = append(uv(data, uint64(len(m))), m...)
	}
	f.streams = append(slices.Clone(f.streams), stream{kind: 16383, data: append(data, make([]byte, 8)...)})
	distance := uv32(uint32(len(a.b) + len(f.bytes()) - 16 - a.foot))
	f.streams[len(f.streams)-1].data = slices.Concat(data, distance, sum32(a.covered, distance))
	return a.add(f)
}

// filler is an index frame of n bytes, of an unknown kind.
func filler(n int) frame {
	return frame{streams: []stream{{kind: 1024, data: make([]byte, 8)}, {kind: 9999, data: make([]byte, n)}}}
}

// full appends frames until a sealed one ends n bytes after the footer.
func (a *appender) full(n int) *appender {
	for len(a.b)+5<<20 < a.end+n {
		a.add(filler(4 << 20))
	}
	size := a.end + n - len(a.b)
	for fill := size - 60; ; fill++ {
		last := filler(fill)
		last.streams = append(last.streams, stream{kind: 16383, data: make([]byte, 8)})
		if got := len(last.bytes()); got == size {
			return a.seal(filler(fill))
		} else if got > size {
			panic("no frame has this size")
		}
	}
}

// repeatedText is a frame of a repeated line, stored as text.
func repeatedText(games uint64, times int, line string) frame {
	input := strings.Repeat(line, times)
	f := kept(games, input)
	f.streams = []stream{{kind: 2, data: text.Append(nil, [][]byte{[]byte(input)}, text.Quick, nil)}}
	return f
}

// roomArchives are archives whose last frame ends exactly at the limit after a footer.
func roomArchives() []struct {
	name  string
	file  []byte
	times int
	input string
} {
	type of = struct {
		name  string
		file  []byte
		times int
		input string
	}
	line := "1. e4 *\n"
	var list []of
	for _, meta := range []int{0, 1 << 16, 70000, 1<<22 + 100} {
		a := newAppender(meta)
		length := a.end - a.foot
		room := 2 * min(max(length, 1<<16), 1<<22)
		list = append(list, of{fmt.Sprintf("%d bytes behind a footer of %d bytes", room, length), a.full(room).b, 1, line})
	}
	batches := newAppender(2).add(twoFrames[0]).seal(twoFrames[0], "", "\x08\x01").add(twoFrames[0]).add(twoFrames[0]).seal(twoFrames[0], "\x08\x01", "", "\x08\x02").seal(twoFrames[0]).seal(twoFrames[0], "\x08\x04").add(twoFrames[0]).seal(twoFrames[0])
	games := repeatedText(4000, 4000, line)
	input := repeatedText(4000, 4<<20, "x")
	streams := kept(1, line)
	for kind := range uint64(255) {
		streams.streams = append(streams.streams, blocks(512+uint16(kind), 1, nil))
	}
	index := filler(0)
	index.streams = append(index.streams, stream{kind: 65535, data: nil})
	return append(list,
		of{"five batches behind a footer, with metas", batches.b, 10, line},
		of{"4,000 games", archived(usual(), nil, games), 4000, line},
		of{"4,194,304 bytes of input", archived(usual(), nil, input), 4 << 20, "x"},
		of{"256 streams", archived(usual(), nil, streams), 1, line},
		of{"an index frame with a stream of kind 65,535", archived(usual(), nil, index, kept(1, line)), 1, line},
	)
}

// badRooms are archives beyond that limit.
func badRooms() (list []bad) {
	for _, meta := range []int{0, 70000, 1<<22 + 100} {
		a := newAppender(meta)
		length := a.end - a.foot
		room := 2*min(max(length, 1<<16), 1<<22) + 1
		list = append(list, bad{fmt.Sprintf("%d bytes behind a footer of %d bytes", room, length), a.full(room).b})
	}
	line := "1. e4 *\n"
	front := func(games, input, streams uint64, rest ...byte) []byte {
		return append(append(usual(), uv([]byte{0xc7, 'F', 'R', 0xe1}, games, input, streams)...), rest...)
	}
	streams := kept(1, line)
	for kind := range uint64(256) {
		streams.streams = append(streams.streams, blocks(512+uint16(kind), 1, nil))
	}
	wrong := slices.Concat([]byte{20, 0, 19, 0}, make([]byte, 36))
	seven := kept(1, line)
	seven.streams = append(seven.streams, stream{kind: 16383, data: make([]byte, 7)})
	eight := kept(1, line)
	eight.streams = append(eight.streams, stream{kind: 16383, data: make([]byte, 8)})
	three := newAppender(2).add(twoFrames[0]).seal(twoFrames[0]).add(twoFrames[0])
	length := sealed(uv([]byte{0xc7, 'F', 'R', 0xe1}, 1, 8, 1, 1, 1<<40), 0)
	games := kept(1<<40, line)
	return append(list,
		bad{"parameters of 65,536 bytes, which are cut off", append(uv([]byte{0xc7, 'C', 'Z', 0x1a, 3}, 0, 0, 65536), make([]byte, 64)...)},
		bad{"parameters of five bytes", archived(header(3, 0, 0, append(parameters(), 1)), nil, kept(1, line))},
		bad{"parameters of nine bytes", archived(header(3, 0, 0, append(parameters(), 1, 2, 3, 4, 5)), nil, kept(1, line))},
		bad{"4,001 games", archived(usual(), nil, repeatedText(4001, 4001, line))},
		bad{"4,194,305 bytes of input", archived(usual(), nil, repeatedText(4000, 4<<20+1, "x"))},
		bad{"257 streams, all of which are there", archived(usual(), nil, streams)},
		bad{"20 streams, as many bytes as they need, and a wrong kind", front(1, 8, 20, wrong...)},
		bad{"20 streams, a byte fewer than they need, and a wrong kind", front(1, 8, 20, wrong[:39]...)},
		bad{"2^40 games", archived(usual(), nil, games)},
		bad{"a stream of 2^40 bytes", append(usual(), length...)},
		bad{"a kind of 65,535 in a frame of games", archived(usual(), nil, frame{1, 8, kept(1, line).check, []stream{{kind: 1, data: []byte(line)}, {kind: 65535}}})},
		bad{"a kind of 16,384 behind a seal", archived(usual(), nil, frame{1, 8, kept(1, line).check, []stream{{kind: 1, data: []byte(line)}, {kind: 16383, data: make([]byte, 8)}, {kind: 16384}}})},
		bad{"a seal of seven bytes", archived(usual(), nil, seven)},
		bad{"a seal of eight bytes that is cut off behind its frame", append(usual(), eight.bytes()...)},
		bad{"a frame without a seal behind one that has one", three.b},
		bad{"a footer of more than 2^40 bytes", append(usual(), uv([]byte{0xc7, 'I', 'X', 0xe2}, 1<<40+1)...)},
	)
}

// badEnds are archives that readers refuse when they begin at the end.
func badEnds() []bad {
	one := archived(usual(), nil, kept(1, "1. e4 *\n"))
	other := archived(header(3, 1, 0, parameters()), nil, kept(1, "1. e4 *\n"))
	foot := len(one) - int(binary.LittleEndian.Uint32(one[len(one)-8:])) - 8
	otherFoot := len(other) - (len(one) - foot)
	junk := func(b []byte, at, n int) []byte {
		b = append(slices.Clone(b), make([]byte, n)...)
		binary.LittleEndian.PutUint32(b[len(b)-16:], uint32(len(b)-16-at))
		return b
	}
	flipped := func(b []byte, at int) []byte {
		b = slices.Clone(b)
		b[at] ^= 1
		return b
	}
	return []bad{
		{"a flipped bit in the last footer's checksum", flipped(one, len(one)-1)},
		{"a flipped bit in the last footer's distance", flipped(one, len(one)-8)},
		{"a flipped bit in the last footer's marker", flipped(one, foot+1)},
		{"a flipped bit in the last footer's length", flipped(one, foot+4)},
		{"a flipped bit in the last footer's reach", flipped(one, foot+5)},
		{"a flipped bit in the header's checksum, found from the end", flipped(one, len(usual())-1)},
		{"a feature that is not known, found from the end", other},
		{"a feature that is not known, and 23 bytes behind the footer", junk(other, otherFoot, 23)},
		{"23 bytes behind a footer", junk(one, foot, 23)},
		{"an archive without its last byte, found from the end", one[:len(one)-1]},
		{"the first 15 bytes of an archive, found from the end", one[:15]},
		{"the first 16 bytes of an archive, found from the end", one[:16]},
		{"131,073 bytes behind a footer, found from the end", newAppender(0).full(131073).b},
		{"131,072 bytes behind a footer, without the last", bytes.TrimSuffix(newAppender(0).full(131072).b, []byte{0})},
		{"an archive without its last sealed frame", newAppender(2).seal(twoFrames[0]).add(twoFrames[0]).b},
	}
}

// openedAtEnd is the error of opening the archive that ends at the last byte.
func openedAtEnd(b []byte) error {
	_, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
	return err
}

// places are the places of games in an archive: the start of the frame, and the number
// in it.
func places(t *testing.T, file []byte) (lines []string) {
	t.Helper()
	members, gaps, err := archive.Members(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	require.Empty(t, gaps)
	number := int64(0)
	for _, m := range members {
		n := m.Games()
		for game := range n {
			i, within, ok := m.Find(game)
			require.True(t, ok)
			if within == 0 || within == m.Entry(i).Games-1 {
				lines = append(lines, fmt.Sprintf("%d | %d %d", number+game, m.Entry(i).Offset, within))
			}
		}
		number += n
	}
	return lines
}

// metas are the metas of an archive's frames.
func metas(t *testing.T, file []byte) (lines []string) {
	t.Helper()
	members, _, err := archive.Members(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	for _, m := range members {
		for i := range m.Len() {
			if e := m.Entry(i); len(e.Meta) > 0 && len(e.Meta) < 4096 {
				lines = append(lines, fmt.Sprintf("%d | %x", e.Offset, e.Meta))
			}
		}
	}
	return lines
}
