package vectors_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

const refusalsHeading = `What must be refused. A reader of another sort may give what comes before the damage, but
not without saying so.
reader   what reads the bytes: archive, from its beginning to its end; end, the footer and what is
         behind it, found from the last byte as container.md, 8, "By number" says
bytes    hexadecimal; those of all lines follow one another, and N x in front means N times
refused  the class of refusal, section 5 of SPEC.md; claim, where a reader has the limits of
         container.md, 3, and another class where it has none`

// bad is an archive that must be refused.
type bad struct {
	name string
	file []byte
}

// TestRefusals checks vectors/layers/refusals.txt.
func TestRefusals(t *testing.T) {
	var list []*vectors.Vector
	cases := slices.Concat(cutArchives(t), badHeaders(), badFrames(t), badFooters(), badSeals(), badStreams(t), badBlocks())
	for _, c := range cases {
		_, err := unpacked(t, c.file)
		if err == nil {
			t.Errorf("%s: the archive is taken", c.name)
			continue
		}
		v := vectors.New("%s", c.name)
		v.Add("reader", "archive")
		v.Add("bytes", "%x", c.file)
		v.Add("refused", "%s", class(t, err))
		list = append(list, v)
	}
	for i, c := range slices.Concat(badRooms(), badEnds()) {
		reader := "archive"
		_, err := unpacked(t, c.file)
		if i >= len(badRooms()) {
			reader, err = "end", openedAtEnd(c.file)
		}
		if err == nil {
			t.Errorf("%s: the archive is taken", c.name)
			continue
		}
		v := vectors.New("%s", c.name)
		v.Add("reader", "%s", reader)
		addPieces(v, "bytes", c.file)
		v.Add("refused", "%s", class(t, err))
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/refusals.txt", vectors.File(refusalsHeading, list))
}

var twoFrames = []frame{kept(1, "1. e4 *\n"), kept(1, "1. d4 *\n")}

// cutArchives are cut off at each boundary, and next to it.
func cutArchives(t *testing.T) (list []bad) {
	t.Helper()
	file := archived(usual(), nil, twoFrames...)
	head, one, two := len(usual()), len(twoFrames[0].bytes()), len(twoFrames[1].bytes())
	frame1, frame2, foot := head, head+one, head+one+two
	for _, c := range []struct {
		where string
		at    int
	}{
		{"before the first byte", 0}, {"inside the header's marker", 3}, {"before the version", 4}, {"before the features", 5},
		{"before the parameters", 8}, {"inside the parameters", 9}, {"before the header's checksum", head - 4}, {"inside the header's checksum", head - 1},
		{"behind the header", head}, {"inside the first frame's marker", frame1 + 2}, {"behind the first frame's marker", frame1 + 4},
		{"inside the first frame's numbers", frame1 + 6}, {"inside the table of streams", frame1 + 8}, {"before the first frame's streams", frame1 + 9},
		{"inside a stream", frame1 + 12}, {"before the first frame's checksum", frame2 - 8}, {"inside the first frame's check", frame2 - 1},
		{"behind the first frame", frame2}, {"inside the second frame", frame2 + 11}, {"behind the last frame", foot},
		{"inside the footer's marker", foot + 1}, {"behind the footer's marker", foot + 4}, {"before the reach", foot + 5}, {"inside the entries", foot + 9},
		{"before the distance", len(file) - 8}, {"inside the distance", len(file) - 6}, {"before the footer's checksum", len(file) - 4}, {"before the last byte", len(file) - 1},
	} {
		list = append(list, bad{"cut off " + c.where, file[:c.at]})
	}
	games := packed(t, inputs(t)[1].text, nil)
	for _, share := range []int{3, 2} {
		list = append(list, bad{fmt.Sprintf("a packed game, cut off at 1/%d", share), games[:len(games)/share]})
	}
	return list
}

func badHeaders() []bad {
	flipped := func(at int) []byte {
		b := archived(usual(), nil, twoFrames...)
		b[at] ^= 1
		return b
	}
	one := kept(1, "1. e4 *\n")
	return []bad{
		{"other bytes", []byte("[Event \"no archive\"]\n\n1. e4 *\n")},
		{"another marker", flipped(1)},
		{"a blank before the archive", append([]byte(" "), archived(usual(), nil, one)...)},
		{"version 2 of the container", archived(header(2, 0, 0, parameters()), nil, one)},
		{"version 4 of the container", archived(header(4, 0, 0, parameters()), nil, one)},
		{"a mandatory feature", archived(header(3, 1, 0, parameters()), nil, one)},
		{"the highest mandatory feature", archived(header(3, 1<<63, 0, parameters()), nil, one)},
		{"a mandatory feature beside a damaged checksum", func() []byte {
			b := archived(header(3, 1, 0, parameters()), nil, one)
			b[10] ^= 1
			return b
		}()},
		{"the version of the frames before this", archived(header(3, 0, 0, changed(0, 255)), nil, one)},
		{"the version of the frames after this", archived(header(3, 0, 0, changed(0, 1)), nil, one)},
		{"no parameters", archived(header(3, 0, 0, nil), nil, one)},
		{"the version alone", archived(header(3, 0, 0, parameters()[:1]), nil, one)},
		{"parameters of six bytes", archived(header(3, 0, 0, append(parameters(), 1, 2)), nil, one)},
		{"the first byte of another checksum of the tables", archived(header(3, 0, 0, changed(1, 1)), nil, one)},
		{"the second byte of another checksum of the tables", archived(header(3, 0, 0, changed(2, 1)), nil, one)},
		{"a form that is not known", archived(header(3, 0, 0, changed(3, 32)), nil, one)},
		{"a model that nobody has", archived(header(3, 0, 0, append(parameters(), 1, 2, 3, 4)), nil, one)},
		{"parameters of 65,537 bytes", append(uv([]byte{0xc7, 'C', 'Z', 0x1a, 3}, 0, 0, 65537), make([]byte, 64)...)},
		{"a flipped bit in the features", flipped(6)},
		{"a flipped bit in the parameters", flipped(8)},
		{"a flipped bit in the header's checksum", flipped(12)},
		{"a number that is not in its shortest form", func() []byte {
			b := append([]byte{0xc7, 'C', 'Z', 0x1a, 3, 0x80, 0, 0, byte(len(parameters()))}, parameters()...)
			b = append(b, sum32(b)...)
			return archived(b, nil, one)
		}()},
		{"a number of more than 64 bits", append([]byte{0xc7, 'C', 'Z', 0x1a, 3}, bytes.Repeat([]byte{0xff}, 12)...)},
	}
}

func badFrames(t *testing.T) (list []bad) {
	t.Helper()
	add := func(name string, frames ...frame) { list = append(list, bad{name, archived(usual(), nil, frames...)}) }
	head := usual()
	flip := func(name string, at int) {
		b := archived(head, nil, twoFrames...)
		b[len(head)+at] ^= 1
		list = append(list, bad{name, b})
	}
	flip("a flipped bit in a frame's marker", 1)
	flip("a flipped bit in a frame's games", 4)
	flip("a flipped bit in a stream", 14)
	flip("a flipped bit in a frame's checksum", len(twoFrames[0].bytes())-8)
	flip("a flipped bit in a frame's check", len(twoFrames[0].bytes())-4)
	claim := kept(1, "1. e4 *\n")
	claim.games = 1<<40 + 1
	add("2^40 + 1 games", claim)
	claim = kept(1, "1. e4 *\n")
	claim.input = 1<<40 + 1
	add("2^40 + 1 bytes of input", claim)
	front := func(streams uint64, rest ...uint64) []byte {
		return append(slices.Clone(head), sealed(uv(uv([]byte{0xc7, 'F', 'R', 0xe1}, 1, 8, streams), rest...), 0)...)
	}
	list = append(list,
		bad{"257 streams", front(257, make([]uint64, 600)...)},
		bad{"a stream of 2^40 + 1 bytes", front(1, 1, 1<<40+1)},
		bad{"a stream beyond the end", front(1, 1, 100)},
		bad{"streams in the wrong order", front(2, 5, 0, 3, 0)},
		bad{"a stream twice", front(2, 3, 0, 3, 0)},
		bad{"a kind of more than 16 bits", front(1, 65536, 0)},
		bad{"a seal that is too short", front(1, 16383, 4, 0, 0, 0, 0)},
	)
	other := kept(1, "1. e4 *\n")
	other.check++
	add("the check of another input", other)
	long := kept(1, "1. e4 *\n")
	long.input++
	add("more input than there is", long)
	short := kept(1, "1. e4 *\n")
	short.input--
	add("less input than there is", short)
	empty := kept(1, "1. e4 *\n")
	empty.streams = nil
	add("no streams, and input", empty)
	return list
}

func badFooters() (list []bad) {
	add := func(name string, change func(*footer), frames ...frame) {
		list = append(list, bad{name, archived(usual(), change, frames...)})
	}
	add("a reach too short", func(f *footer) { f.reach-- }, twoFrames...)
	add("a reach too long", func(f *footer) { f.reach++ }, twoFrames...)
	add("more frames than there are", func(f *footer) { f.frames++ }, twoFrames...)
	add("fewer frames than there are", func(f *footer) { f.frames-- }, append(twoFrames[:2:2], twoFrames...)...)
	add("more frames than entries can be", func(f *footer) { f.frames = 1 << 30 }, twoFrames...)
	add("another distance", func(f *footer) { f.distance = 1 }, twoFrames...)
	add("a flipped bit in the footer's checksum", func(f *footer) { f.flip = 1 }, twoFrames...)
	add("a flipped bit in the checksum of an index of one frame", func(f *footer) { f.flip = 1 }, twoFrames[0])
	add("bytes behind the note", func(f *footer) { f.entries = append(f.entries, 0) }, twoFrames...)
	add("no note", func(f *footer) { f.short = true }, twoFrames...)
	add("a note that is cut off", func(f *footer) { f.short, f.entries = true, append(f.entries, 5, 1) }, twoFrames...)
	a, b := twoFrames[0].bytes(), twoFrames[1].bytes()
	cut := entry(entry(nil, 0, &twoFrames[0], a, "meta"), 0, &twoFrames[1], b, "meta")
	add("an index that ends inside a meta", func(f *footer) { f.entries = cut[:len(cut)-1] }, twoFrames...)
	add("an index of one frame that ends inside its entry", func(f *footer) { f.entries = f.entries[:1] }, twoFrames[0])
	lie := func(name string, change func(first *frame)) {
		first := twoFrames[0]
		change(&first)
		add(name, func(f *footer) { f.entries = entry(entry(nil, 0, &first, a, ""), 0, &twoFrames[1], b, "") }, twoFrames...)
	}
	lie("the index has other games", func(f *frame) { f.games++ })
	lie("the index has other input", func(f *frame) { f.input++ })
	add("the index has another length", func(f *footer) {
		f.entries = entry(entry(nil, 0, &twoFrames[0], append(a[:len(a):len(a)], a[len(a)-8:]...), ""), 0, &twoFrames[1], b, "")
	}, twoFrames...)
	add("the index has another checksum", func(f *footer) { f.entries = entry(entry(nil, 0, &twoFrames[1], b, ""), 0, &twoFrames[1], b, "") }, twoFrames...)
	add("the index skips bytes", func(f *footer) { f.entries = entry(entry(nil, 1, &twoFrames[0], a, ""), 0, &twoFrames[1], b, "") }, twoFrames...)
	whole := archived(usual(), nil, twoFrames...)
	list = append(list,
		bad{"bytes behind the archive", append(slices.Clone(whole), "left over"...)},
		bad{"bytes between two archives", slices.Concat(whole, []byte{0}, whole)},
		bad{"a frame is missing", slices.Concat(whole[:len(usual())], whole[len(usual())+len(a):])},
		bad{"frames in another order", slices.Concat(usual(), b, a, whole[len(usual())+len(a)+len(b):])},
		bad{"the index of another archive", slices.Concat(archived(header(3, 0, 7, parameters()), nil, twoFrames...)[:len(usual())+len(a)+len(b)], whole[len(usual())+len(a)+len(b):])},
	)
	return list
}

// badStreams are frames with right checksums and damaged streams.
func badStreams(t *testing.T) (list []bad) {
	t.Helper()
	add := func(name string, level bool, f frame) {
		params := parameters()
		if level {
			params = append(params, uv32(uint32(learned.V1.ID()))...)
		}
		list = append(list, bad{name, archived(header(3, 0, 0, params), nil, f)})
	}
	src := strings.Repeat("1. e4 *\n", 2)
	of := func(streams ...stream) frame { return frame{2, uint64(len(src)), kept(2, src).check, streams} }
	add("a text of two values", false, of(stream{kind: 2, data: []byte{3, 2, 'a', '\n', 'b', '\n'}}))
	add("a text of an unknown method", false, of(stream{kind: 2, data: []byte{7, 1, 'a'}}))
	add("an empty column", false, of(stream{kind: 2, data: nil}))
	add("an empty list", false, of(stream{kind: 12, data: nil}))
	add("a script without heads", false, of(stream{kind: 3, data: []byte{1, 2, 3}}))
	add("heads without a script", false, of(stream{kind: 10, data: []byte{1, 2, 3}}))
	add("heads and a script of nothing", false, of(stream{kind: 3, data: nil}, stream{kind: 10, data: nil}))
	add("stream 13 of no bytes", false, of(stream{kind: 13, data: []byte{0}}))
	add("stream 13 beside what belongs into it", false, of(stream{kind: 3, data: nil}, stream{kind: 13, data: []byte{1, 2, 3}}))
	for _, kind := range []uint64{15, 80, 81, 1024} {
		one := kept(1, "1. e4 *\n")
		one.streams = append(one.streams, stream{kind: kind, data: []byte("of another version")})
		add(fmt.Sprintf("a stream of kind %d, which is not known", kind), false, one)
	}
	add("names of tags that are predicted, more than may be", false, predictedNames(t))
	add("a stream that is not known", false, of(stream{kind: 3, data: nil}, stream{kind: 10, data: nil}, blocks(900, 2, nil)))
	return list
}

// badBlocks are frames with damaged streams of blocks, of a kind that may be passed over.
func badBlocks() (list []bad) {
	line := "1. e4 *\n"
	add := func(name string, change func(s *stream)) {
		s := blocks(700, 1, []byte("head"), []byte("first"), []byte("second"))
		change(&s)
		f := kept(1, line)
		f.streams = append(f.streams, s)
		list = append(list, bad{name, archived(usual(), nil, f)})
	}
	flip := func(at int) func(s *stream) {
		return func(s *stream) { s.data[(at+len(s.data))%len(s.data)] ^= 1 }
	}
	add("a flipped bit in the first block", flip(-len("second")-1))
	add("a flipped bit in the last block", flip(-1))
	add("a flipped bit in the head of a stream of blocks", flip(2))
	add("a flipped bit in the sum of the first block", flip(8))
	add("a flipped bit in the sum of a front", flip(-len("firstsecond")-1))
	add("a front of other games", func(s *stream) { *s = blocks(700, 2, nil, []byte("block")) })
	add("a front of another kind", func(s *stream) { *s = blocks(701, 1, nil, []byte("block")); s.kind = 700 })
	add("a byte behind the blocks", func(s *stream) { s.data = append(s.data, 0) })
	add("a block that is cut off", func(s *stream) { s.data = s.data[:len(s.data)-1] })
	add("a stream of blocks of no bytes", func(s *stream) { *s = stream{kind: 700} })
	add("a front that is cut off", func(s *stream) { s.data = s.data[:s.front-1]; s.front = 0 })
	add("a head that is longer than its stream", func(s *stream) { *s = stream{kind: 700, data: []byte{0, 9, 1, 2, 3, 4}} })
	add("more blocks than there are sums", func(s *stream) { *s = stream{kind: 700, data: []byte{200, 1, 0, 0, 0, 0, 0}} })
	add("a block of 2^31 bytes", func(s *stream) { *s = stream{kind: 700, data: append(uv([]byte{1, 0}, 1<<31), make([]byte, 8)...)} })
	return list
}

// predictedNames is a valid frame, except that more names of tags are predicted than
// allowed.
func predictedNames(t *testing.T) frame {
	var src strings.Builder
	random := rand.New(rand.NewPCG(3, 3))
	for i := range 300 {
		fmt.Fprintf(&src, "[Annotator%d%c \"x\"]\n", i*i, 'a'+i%26)
		if i%6 < 5 {
			continue
		}
		p := board.Start()
		src.WriteByte('\n')
		for range 60 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			src.WriteString(notation.SAN(&p, m) + " ")
			movegen.Make(&p, m)
		}
		src.WriteString("*\n\n")
	}
	_, f := frameOf(t, src.String())
	bad := frame{uint64(f.Games), uint64(f.Input), f.Check, nil}
	found := false
	for _, s := range f.Streams {
		if s.Kind == 11 {
			found = true
			values, err := text.Decode(s.Data, -1, int(f.Input), budget.New(int(f.Input)))
			require.NoError(t, err)
			s.Data = predicted(values, 5)
		}
		bad.streams = append(bad.streams, stream{kind: uint64(s.Kind), data: s.Data})
	}
	require.True(t, found)
	return bad
}

func uv32(v uint32) []byte { return []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)} }
