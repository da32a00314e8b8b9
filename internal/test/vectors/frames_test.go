package vectors_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movelist/learned"
)

const framesHeading = `Frames of games, docs/spec/games.md: their streams.
parameters  of the header, hexadecimal
frame       games, bytes of input, check as a hexadecimal number
stream      kind | bytes, hexadecimal
input       what the frame stands for, as a text
refused     the class of refusal`

// TestFrames checks vectors/layers/frames.txt.
func TestFrames(t *testing.T) {
	var list []*vectors.Vector
	for i, in := range inputs(t) {
		for _, l := range []struct {
			name  string
			level *learned.Level
		}{{"-1", nil}, {"-6", learned.V1}} {
			h, rest, err := archive.DecodeHeader(packed(t, in.text, &chesszip.WriterOptions{Level: l.level}), nil)
			require.NoError(t, err)
			f, _, err := archive.DecodeFrame(rest, nil)
			if err != nil || len(f.Streams) < 2 {
				continue // a text or a list
			}
			list = append(list, frameVector(fmt.Sprintf("%s, %s", in.name, l.name), h.Params, &f, in.text))
			if i%3 == 0 {
				list = append(list, emptied(t, in.name+", "+l.name, h.Params, f)...)
			}
		}
	}
	for _, c := range []struct{ name, what string }{
		{"heads", "160 games whose chains of tags and numbers of half-moves change"},
		{"styles", "games that break lines in all ways, in dialects, with numbers that are spelled out"},
		{"results", "results that tags, moves, or both say"},
		{"steps", "all kinds of steps, brackets that do not match, moves behind a result"},
	} {
		b, err := os.ReadFile(filepath.Join("testdata", c.name+".pgn"))
		require.NoError(t, err)
		params, f := frameOf(t, string(b))
		require.Greater(t, len(f.Streams), 2, c.name)
		list = append(list, frameVector(c.what+", -1", params, f, string(b)))
	}
	many := manyGames(340)
	params, f := frameOf(t, many)
	require.Greater(t, len(f.Streams), 2)
	list = append(list, frameVector("340 games of a few moves, -1", params, f, many))
	list = append(list, crossed(t)...)
	list = append(list, groupFrames(t)...)
	list = append(list, scripted(t)...)
	list = append(list, handFrames(t)...)
	list = append(list, knownGames(t)...)
	list = append(list, keptFrames(t)...)
	list = append(list, openedFrames(t)...)
	golden.Equal(t, "../../../vectors/layers/frames.txt", vectors.File(framesHeading, list))
}

// knownGames returns frames of games with results inside and outside of brackets, with
// ratings and times that are numbers or missing, at both levels, and one with almost
// only words.
func knownGames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "known.pgn"))
	require.NoError(t, err)
	words := "[White \"a\"]\n\n1. e4 e5" + strings.Repeat(" x", 120) + " *\n\n"
	for _, c := range []struct {
		name, text string
		level      *learned.Level
	}{
		{"games of which something is known, -1", string(b), nil},
		{"games of which something is known, -6", string(b), learned.V1},
		{"words of one letter, -1", words + words, nil},
		{"lines that are broken, without tags, -1", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n5. O-O Be7 6. Re1 b5\n7. Bb3 d6 8. c3 O-O\n9. h3 Nb8 10. d4 *\n\n", nil},
		{"as many values as a frame may have, -1", strings.Repeat("[White \"a\"]\n\n1. e4 e5 "+strings.Repeat("$", 39)+" *\n\n", 2), nil},
		{"as many values as a frame may have, none of them of tags, -1", strings.Repeat("1. e4 e5 "+strings.Repeat("$", 28)+" *\n\n", 2), nil},
		{"tags with blanks in odd places, -1", strings.Repeat("[Event \"x\"]\n[White\"a\"]\n[ Black \"b\"]\n[\tResult\t\"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n", 8), nil},
	} {
		h, rest, err := archive.DecodeHeader(packed(t, c.text, &chesszip.WriterOptions{Level: c.level}), nil)
		require.NoError(t, err)
		f, _, err := archive.DecodeFrame(rest, nil)
		require.NoError(t, err)
		require.Greater(t, len(f.Streams), 2, c.name)
		list = append(list, frameVector(c.name, h.Params, &f, c.text))
	}
	for _, in := range inputs(t) {
		if strings.HasPrefix(in.name, "all tags") {
			params, f := frameOf(t, in.text)
			require.Equal(t, uint16(13), f.Streams[0].Kind, in.name)
			list = append(list, frameVector(in.name+", -1", params, f, in.text))
		}
	}
	return list
}

// keptFrames returns frames that are stored as text, valid and invalid ones.
func keptFrames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	const input = "1. e4 *\n1. d4 *\n"
	params, games := frameOf(t, input)
	fens := strings.Repeat("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", 3)
	_, positions := frameOf(t, fens)
	require.Len(t, positions.Streams, 1)
	require.Equal(t, uint16(12), positions.Streams[0].Kind)
	column := func(values ...string) []byte {
		var all [][]byte
		for _, v := range values {
			all = append(all, []byte(v))
		}
		return text.Append(nil, all, text.Quick, nil)
	}
	of := func(of *archive.Frame, streams ...archive.Stream) *archive.Frame {
		f := *of
		f.Streams = streams
		return &f
	}
	stored, asText := archive.Stream{Kind: 1, Data: []byte(input)}, archive.Stream{Kind: 2, Data: column(input)}
	for _, c := range []struct {
		name, input string
		f           *archive.Frame
	}{
		{"two games that are kept as they are", input, of(games, stored)},
		{"two games that are kept as one text", input, of(games, asText)},
		{"three positions", fens, positions},
		{"three positions, and streams that may be passed over", fens, of(positions, positions.Streams[0], archive.Stream{Kind: 513, Data: archive.AppendBlocks(nil, 513, 0, nil, [][]byte{[]byte("x")})}, archive.Stream{Kind: 1023, Data: archive.AppendBlocks(nil, 1023, 0, nil, nil)})},
	} {
		list = append(list, takenFrame(t, c.name, params, c.f, c.input))
	}
	for _, c := range []struct {
		name string
		f    *archive.Frame
	}{
		{"two texts in a stream 2", of(games, archive.Stream{Kind: 2, Data: column(input[:8], input[8:])})},
		{"no text in a stream 2", of(games, archive.Stream{Kind: 2, Data: column()})},
		{"streams 1 and 2", of(games, stored, asText)},
		{"streams 1 and 12", of(games, stored, positions.Streams[0])},
		{"streams 2 and 9", of(games, asText, archive.Stream{Kind: 9, Data: []byte{0}})},
		{"streams 12 and 3", of(positions, archive.Stream{Kind: 3, Data: []byte{0}}, positions.Streams[0])},
		{"an empty text", of(games, archive.Stream{Kind: 1})},
	} {
		list = append(list, refusedFrame(t, c.name, params, c.f))
	}
	return list
}

// manyGames returns games of a few moves.
func manyGames(n int) string {
	r := numbers(7)
	var s strings.Builder
	for range n {
		fmt.Fprintf(&s, "[Round \"%d\"]\n\n1. %s *\n\n", 1+r(3), [...]string{"e4", "e4 e5", "e4 e5 2. Nf3", "d4 d5 2. c4 e6 3. Nc3", "e4 e5", "e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O"}[r(6)])
	}
	return s.String()
}

// frameOf returns the parameters and the frame of a text, at the fast level.
func frameOf(t *testing.T, input string) (params []byte, f *archive.Frame) {
	t.Helper()
	h, rest, err := archive.DecodeHeader(packed(t, input, nil), nil)
	require.NoError(t, err)
	frame, _, err := archive.DecodeFrame(rest, nil)
	require.NoError(t, err)
	return h.Params, &frame
}

// crossed returns frames with a stream of another frame, or a changed one; all must be
// refused.
func crossed(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	game := func(tags, moves string) string { return "[White \"a\"]\n" + tags + "\n" + moves + "\n\n" }
	pair := func(moves string) string {
		return game("[Black \"b\"]\n", moves) + game("[Black \"c\"]\n", "1. e4 e5 *")
	}
	many := ""
	for i := range 20 {
		many += pair(fmt.Sprintf("1. e4 Zz%d Yy%d (1. d4 d5 2. c4 e6) 1... e5 2. Nf3 Nc6 -- *", i%10, i*7%10))
	}
	_, words := frameOf(t, many)
	column, ok := words.Stream(5)
	require.True(t, ok)
	spelled, err := text.Decode(column, -1, 1<<12, nil)
	require.NoError(t, err)
	texts := func(values ...[]byte) []byte { return text.Append(nil, values, text.Quick, nil) }
	for _, c := range []struct {
		name      string
		of, other string // the frame, and the one whose stream it gets
		kind      uint16
		changed   []byte // the stream instead
	}{
		{"half-moves that are more than the main line has", pair("1. e4 e5 *"), pair("1. e4 e5 2. Nf3 *"), 10, nil},
		{"half-moves that are fewer than the main line has", pair("1. e4 e5 2. Nf3 *"), pair("1. e4 e5 *"), 10, nil},
		{"tags of other games", pair("1. e4 e5 *"), game("[Black \"b\"]\n", "1. e4 e5 *") + game("", "1. e4 e5 *"), 10, nil},
		{"the script of fewer moves", pair("1. e4 e5 2. Nf3 *"), pair("1. e4 e5 *"), 3, nil},
		{"an empty word", many, "", 5, texts(slices.Replace(slices.Clone(spelled), 1, 2, []byte{})...)},
		{"a word that is missing", many, "", 5, texts(spelled[1:]...)},
		{"a word that is left over", many, "", 5, texts(append(spelled, []byte("--"))...)},
	} {
		params, f := frameOf(t, c.of)
		changed := c.changed
		if c.other != "" {
			_, other := frameOf(t, c.other)
			changed, _ = other.Stream(c.kind)
		}
		bad := *f
		bad.Streams = slices.Clone(f.Streams)
		at := slices.IndexFunc(bad.Streams, func(s archive.Stream) bool { return s.Kind == c.kind })
		require.GreaterOrEqual(t, at, 0, "%s: %v", c.name, bad.Streams)
		bad.Streams[at].Data = changed
		list = append(list, refusedFrame(t, c.name, params, &bad))
	}
	params, f := frameOf(t, game("[Black \"b\"]\n", "1. e4 e5 *"))
	for _, kind := range []uint16{3, 16, 80, 1024} {
		bad := *f
		bad.Streams = append(slices.Clone(f.Streams), archive.Stream{Kind: kind, Data: []byte("x")})
		slices.SortFunc(bad.Streams, func(a, b archive.Stream) int { return int(a.Kind) - int(b.Kind) })
		list = append(list, refusedFrame(t, fmt.Sprintf("stream 13 beside a stream %d", kind), params, &bad))
	}
	both := *f
	both.Streams = append([]archive.Stream{{Kind: 1, Data: bytes.Repeat([]byte("x"), int(f.Input))}}, f.Streams...)
	list = append(list, refusedFrame(t, "stream 1 beside others", params, &both))
	return append(list, claiming(t, params, f, words)...)
}

// claiming returns a frame of one game and one of many with wrong claims.
func claiming(t *testing.T, params []byte, one, many *archive.Frame) (list []*vectors.Vector) {
	t.Helper()
	require.Equal(t, uint16(13), one.Streams[len(one.Streams)-1].Kind)
	with := func(f *archive.Frame, kinds ...uint16) {
		for _, kind := range kinds {
			f.Streams = append(f.Streams, archive.Stream{Kind: kind, Data: []byte{0}})
		}
		slices.SortFunc(f.Streams, func(a, b archive.Stream) int { return int(a.Kind) - int(b.Kind) })
	}
	for _, c := range []struct {
		name   string
		f      *archive.Frame
		change func(f *archive.Frame)
	}{
		{"stream 13 in a frame of two games", one, func(f *archive.Frame) { f.Games = 2 }},
		{"stream 13 in a frame of no games", one, func(f *archive.Frame) { f.Games = 0 }},
		{"4,001 games", many, func(f *archive.Frame) { f.Games = 4001 }},
		{"more games than bytes of input", many, func(f *archive.Frame) { f.Input = f.Games - 1 }},
		{"stream 8 where the parameters name no model", many, func(f *archive.Frame) { with(f, 8) }},
		{"streams 7 and 8", many, func(f *archive.Frame) { with(f, 7, 8) }},
		{"a column of a tag that no game has", many, func(f *archive.Frame) { with(f, 79) }},
	} {
		f := *c.f
		f.Streams = slices.Clone(c.f.Streams)
		c.change(&f)
		list = append(list, refusedFrame(t, c.name, params, &f))
	}
	return list
}

// refusedFrame returns the vector of a frame that must be refused.
func refusedFrame(t *testing.T, name string, params []byte, f *archive.Frame) *vectors.Vector {
	t.Helper()
	_, err := unpacked(t, archived(header(3, 0, 0, params), nil, builtFrame(f)))
	require.Error(t, err, name)
	v := frameVector(name, params, f, "")
	v.Add("refused", "%s", class(t, err))
	return v
}

// takenFrame returns the vector of a frame that must decode to input.
func takenFrame(t *testing.T, name string, params []byte, f *archive.Frame, input string) *vectors.Vector {
	t.Helper()
	got, err := unpacked(t, archived(header(3, 0, 0, params), nil, builtFrame(f)))
	require.NoError(t, err, name)
	require.Equal(t, input, got, name)
	return frameVector(name, params, f, input)
}

// builtFrame returns a frame in the form of a hand-made one.
func builtFrame(f *archive.Frame) frame {
	built := frame{games: uint64(f.Games), input: uint64(f.Input), check: f.Check}
	for _, s := range f.Streams {
		built.streams = append(built.streams, stream{uint64(s.Kind), s.Data, frontOf(f, &s)})
	}
	return built
}

// frontOf returns the size of the front of a stream of blocks, 0 if it is none.
func frontOf(f *archive.Frame, s *archive.Stream) int {
	if s.Kind < archive.FirstBlocks || s.Kind > archive.LastBlocks {
		return 0
	}
	b, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
	front := len(s.Data)
	for i := range b.Len() {
		block, _ := b.Block(i)
		front -= len(block)
	}
	if err != nil {
		return 0
	}
	return front
}

// frameVector returns the vector of a frame, which is refused if input is "".
func frameVector(name string, params []byte, f *archive.Frame, input string) *vectors.Vector {
	v := vectors.New("%s", name)
	v.Add("parameters", "%x", params)
	v.Add("frame", "%d %d %08x", f.Games, f.Input, f.Check)
	for _, s := range f.Streams {
		v.Add("stream", "%d | %x", s.Kind, s.Data)
	}
	if input != "" {
		v.Add("input", "%s", vectors.Quote([]byte(input)))
	}
	return v
}

// emptied returns frames each of which lacks a stream, or has an empty one or half of
// it.
func emptied(t *testing.T, name string, params []byte, f archive.Frame) (list []*vectors.Vector) {
	t.Helper()
	for i, s := range f.Streams {
		if s.Kind >= 16 && s.Data[0] == 21 {
			continue // its values are elsewhere, and a reader need not read it
		}
		for _, how := range []string{"without", "with an empty", "with a half"} {
			bad := f
			bad.Streams = slices.Clone(f.Streams)
			switch how {
			case "without":
				bad.Streams = slices.Delete(bad.Streams, i, i+1)
			case "with an empty":
				bad.Streams[i].Data = nil
			default:
				bad.Streams[i].Data = s.Data[:len(s.Data)/2]
			}
			_, err := unpacked(t, archived(header(3, 0, 0, params), nil, builtFrame(&bad)))
			if err == nil && how == "without" && s.Kind == 8 && !slices.ContainsFunc(s.Data, func(b byte) bool { return b != 0 }) {
				continue // groups without moves, which are all in the openings
			}
			if err == nil {
				t.Errorf("%s, %s stream %d: the frame is taken", name, how, s.Kind)
				continue
			}
			// The text before the damage is found makes no difference here.
			if c := class(t, err); c == "damaged" && !strings.Contains(err.Error(), "what comes out") {
				v := frameVector(fmt.Sprintf("%s, %s stream %d", name, how, s.Kind), params, &bad, "")
				v.Add("refused", "%s", c)
				list = append(list, v)
			}
		}
	}
	return list
}
