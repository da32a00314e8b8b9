package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/golden"
	"github.com/chesszip/chesszip/internal/vectors"
	"github.com/chesszip/chesszip/movelist/learned"
)

const framesHeading = `Frames of games, docs/spec/games.md: their streams.
parameters  of the header, hexadecimal
frame       games, bytes of input, check
stream      kind | bytes, hexadecimal
input       what the frame stands for, as a text
refused     the class of refusal`

// TestFrames holds vectors/layers/frames.txt.
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
	golden.Equal(t, "../../vectors/layers/frames.txt", vectors.File(framesHeading, list))
}

// frameVector returns the vector of a frame, which is refused if it stands for nothing.
func frameVector(name string, params []byte, f *archive.Frame, text string) *vectors.Vector {
	v := vectors.New("%s", name)
	v.Add("parameters", "%x", params)
	v.Add("frame", "%d %d %08x", f.Games, f.Input, f.Check)
	for _, s := range f.Streams {
		v.Add("stream", "%d | %x", s.Kind, s.Data)
	}
	if text != "" {
		v.Add("input", "%s", vectors.Quote([]byte(text)))
	}
	return v
}

// emptied returns frames each of which lacks a stream, or has one that is empty or half.
func emptied(t *testing.T, name string, params []byte, f archive.Frame) (list []*vectors.Vector) {
	t.Helper()
	for i, s := range f.Streams {
		if s.Kind >= 16 && s.Data[0] == 21 {
			continue // its values are elsewhere, and no reader need look here
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
			built := frame{games: uint64(f.Games), input: uint64(f.Input), check: f.Check}
			for _, s := range bad.Streams {
				built.streams = append(built.streams, stream{uint64(s.Kind), s.Data})
			}
			_, err := unpacked(t, archived(header(2, 0, 0, params), nil, built))
			if err == nil && how == "without" && s.Kind == 8 && !slices.ContainsFunc(s.Data, func(b byte) bool { return b != 0 }) {
				continue // groups without moves, all of which are in the openings
			}
			if err == nil {
				t.Errorf("%s, %s stream %d: the frame is taken", name, how, s.Kind)
				continue
			}
			// What text comes out before the damage is found is no matter here.
			if c := class(t, err); c == "damaged" && !strings.Contains(err.Error(), "what comes out") {
				v := frameVector(fmt.Sprintf("%s, %s stream %d", name, how, s.Kind), params, &bad, "")
				v.Add("refused", "%s", c)
				list = append(list, v)
			}
		}
	}
	return list
}
