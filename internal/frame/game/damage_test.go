package game

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// damages are ways to damage a stream; n counts the positions.
var damages = []struct {
	name   string
	damage func(data []byte, at int) []byte
}{
	{"flip a bit", func(b []byte, at int) []byte { b[at] ^= 1 << (at % 8); return b }},
	{"flip a byte", func(b []byte, at int) []byte { b[at] ^= 0xff; return b }},
	{"cut", func(b []byte, at int) []byte { return b[:at] }},
	{"add", func(b []byte, at int) []byte { return append(b, byte(at), 0x55) }},
	{"empty", func([]byte, int) []byte { return nil }},
}

// positionsOf returns at most so many positions in n bytes.
func positionsOf(n, most int) (at []int) {
	step := max(n/max(most, 1), 1)
	for i := 0; i < n && len(at) < most; i += step {
		at = append(at, i)
	}
	return at
}

// readWhole says of which streams an error names no game: they are read as a
// whole.
func readWhole(stream string) bool {
	switch stream {
	case "stored", "text", "positions", "new layout", "words", "new comments", "new tags", "lengths":
		return true
	}
	return strings.HasPrefix(stream, "[") || strings.HasPrefix(stream, "open [") || stream == "open players" || stream == "variations"
}

// checkNamed requires that an error names a stream of the frame, and the game
// where one was being read.
func checkNamed(t *testing.T, what string, err error, names []string) {
	t.Helper()
	if err == nil {
		return
	}
	var c *corrupt.Error
	require.True(t, errors.As(err, &c), "%s: %v is no *corrupt.Error", what, err)
	if strings.Contains(c.Problem, "what comes out is not what went in") {
		return // of the whole frame
	}
	known := strings.HasPrefix(c.Stream, "of kind ")
	for _, n := range names {
		known = known || n == c.Stream || strings.HasPrefix(c.Stream, n+", ")
	}
	// A damaged stream of lengths may give tags and games other names, and a
	// stream that is missing has its name.
	known = known || strings.HasPrefix(c.Stream, "[") || c.Stream == "new tags" || c.Stream == "new layout" || c.Stream == "words" || c.Stream == "moves" || c.Stream == "comments"
	require.True(t, known, "%s: %v names no stream of %q", what, err, names)
	atEnd := strings.Contains(c.Problem, "left over") || strings.Contains(c.Problem, "want") || strings.Contains(c.Problem, "missing")
	if stream, _, _ := strings.Cut(c.Stream, ", "); !readWhole(stream) && !atEnd {
		require.Positive(t, c.Game, "%s: %v names no game", what, err)
	}
}

// readAll reads a frame in all ways that there are, and gives each error to
// check.
func readAll(d *Decoder, f *archive.Frame, check func(what string, err error)) {
	got, err := d.Decode(nil, f)
	if err == nil && int64(len(got)) != f.Input {
		err = errors.New("the text has another length than the frame claims")
	}
	check("Decode", err)
	for _, n := range []int{0, int(f.Games) / 2, int(f.Games) - 1} {
		if f.Games > 0 {
			_, err = d.Game(nil, f, n)
			check("Game", err)
		}
	}
	check("Tags", d.Tags(f, nil, true, func(int, []tagvalue.Tag, tagvalue.Facts) bool { return true }))
	check("Moves", d.Moves(f, nil, func(int, int, *board.Position, board.Move) bool { return true }))
	_, err = d.StreamNames(f)
	check("StreamNames", err)
}

// framesOfAllKinds are frames that together have streams of every kind.
func framesOfAllKinds(t *testing.T) map[string]archive.Frame {
	var src strings.Builder
	for i := range 40 {
		src.WriteString(games[i%len(games)].text)
	}
	src.WriteString(strings.Join(endingGames(3), ""))
	src.WriteString("[Event \"x\"]\n[Odd-1 \"a\"]\n\n1. e4 {A new comment, Ne2 and e5 [%clk 0:01:02]} e5 {+0.35/12 1.2s} *\n\n")
	_, ends := cut([]byte(src.String()))
	fast := columns(t, &Encoder{}, []byte(src.String()), ends[0])
	deep := columns(t, &Encoder{Level: learned.V1}, []byte(src.String()), ends[0])
	text := strings.Repeat("no game at all\nbut a text\n\n", 20)
	packed, _ := new(Encoder).EncodeText([]byte(text), 1)
	stored, _ := new(Encoder).Encode([]byte("?"), []int{1})
	var list []byte
	p := board.Start()
	for range 40 {
		list = append(p.AppendFEN(list), '\n')
		legal := movegen.AppendLegal(nil, &p)
		movegen.Make(&p, legal[len(legal)/2])
	}
	positions, _ := new(Encoder).EncodeText(list, 0)
	return map[string]archive.Frame{"fast": fast, "learned": deep, "packed": packed, "stored": stored, "positions": positions}
}

// most is how many positions of a stream are damaged. Frames whose moves a
// learned level coded have the same streams otherwise, and take long.
func most(frame string, kind uint16) int {
	switch {
	case os.Getenv("CHESSZIP_LONG") != "":
		return 40
	case frame == "learned" && kind != streams.KindLearned:
		return 0
	case frame == "learned":
		return 1
	case kind >= streams.KindTags:
		return 2
	}
	return 4
}

// TestDamageNamed damages each stream of frames of every kind: every error names
// the stream and the game.
func TestDamageNamed(t *testing.T) {
	kinds := map[uint16]bool{}
	errs := 0
	for name, frame := range framesOfAllKinds(t) {
		d := Decoder{Level: learned.V1}
		names, err := d.StreamNames(&frame)
		require.NoError(t, err)
		readAll(&d, &frame, func(what string, err error) { require.NoError(t, err, name+" "+what) })
		for i, s := range frame.Streams {
			kinds[min(s.Kind, streams.KindTags)] = true
			for _, way := range damages {
				for _, at := range positionsOf(len(s.Data), most(name, s.Kind)) {
					bad := frame
					bad.Streams = append([]archive.Stream(nil), frame.Streams...)
					bad.Streams[i].Data = way.damage(bytes.Clone(s.Data), at)
					readAll(&d, &bad, func(what string, err error) {
						checkNamed(t, name+", "+names[i]+", "+way.name+", "+what, err, names)
						if err != nil {
							errs++
						}
					})
					if way.name == "empty" {
						break
					}
				}
			}
		}
		if whole.Is(&frame) {
			continue
		}
		for i := range frame.Streams { // a stream is missing
			bad := frame
			bad.Streams = append(append([]archive.Stream(nil), frame.Streams[:i]...), frame.Streams[i+1:]...)
			readAll(&d, &bad, func(what string, err error) {
				checkNamed(t, name+" without "+names[i]+", "+what, err, names)
			})
		}
	}
	kinds[streams.KindTogether] = true // TestTogether
	for kind := range uint16(streams.KindTags) {
		require.Equal(t, streams.Name(kind) != "", kinds[kind], "a frame with a stream of kind %d", kind)
	}
	require.Greater(t, errs, 200)
}

// TestNeedsModel checks that moves of a learned level are not read without it.
func TestNeedsModel(t *testing.T) {
	f := framesOfAllKinds(t)["learned"]
	d := Decoder{Missing: fmt.Errorf("%w of a test", ErrLevel)}
	_, err := d.Decode(nil, &f)
	require.ErrorIs(t, err, ErrLevel)
	require.ErrorIs(t, d.Moves(&f, nil, nil), ErrLevel)
	_, err = d.Game(nil, &f, 0)
	require.ErrorIs(t, err, ErrLevel)
	d.Missing = nil // the archive claims to need none
	_, err = d.Decode(nil, &f)
	require.ErrorIs(t, err, corrupt.Err)
}

// TestPassedOver checks that a frame with a stream of a kind that may be passed over
// comes back, whether it is kept as columns or as text, and one with another does
// not.
func TestPassedOver(t *testing.T) {
	games := strings.Repeat("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n", 9)
	for _, text := range []string{games, strings.Repeat("no game\n", 9)} {
		var e Encoder
		f, _ := e.EncodeText([]byte(text), 1)
		if text == games {
			f, _ = e.Encode([]byte(text), []int{len(text)})
		}
		for kind, passed := range map[uint16]bool{600: true, 300: false} {
			f := f
			f.Streams = append(f.Streams[:len(f.Streams):len(f.Streams)], archive.Stream{Kind: kind, Data: []byte("x")})
			var d Decoder
			got, err := d.Decode(nil, &f)
			if !passed {
				require.ErrorContains(t, err, "stream of kind 300")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, text, string(got))
		}
	}
}

// TestEmptyWords checks that a frame whose words are empty is refused, and not looked
// into for moves.
func TestEmptyWords(t *testing.T) {
	var src []byte
	var ends []int
	for range 200 {
		src = append(src, "[Event \"a\"]\n[White \"b\"]\n\n1. e4 Qxq9 2. Nf3 \x01 Nf6 3. d4 d5 1-0\n\n"...)
		ends = append(ends, len(src))
	}
	var e Encoder
	f, _ := e.Encode(src, ends)
	words := 0
	for i := range f.Streams {
		if s := &f.Streams[i]; s.Kind == streams.KindWords {
			count, n := binary.Uvarint(s.Data[1:])
			const lengths = 4 // without zstd
			s.Data = append(append([]byte{lengths}, s.Data[1:1+n]...), make([]byte, count)...)
			words++
		}
	}
	require.Equal(t, 1, words)
	var d Decoder
	_, err := d.Decode(nil, &f)
	require.ErrorIs(t, err, corrupt.Err)
	err = d.Moves(&f, nil, func(int, int, *board.Position, board.Move) bool { return true })
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "a word is empty")
}
