package game

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/movelist/learned"
)

// recalledGames are 70 games, three groups, with all that moves depend on: ratings,
// results, time controls, endings, start positions, variations, null moves, openings.
func recalledGames() string {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "[White \"a%d\"]\n[Result \"%s\"]\n[WhiteElo \"%d\"]\n[BlackElo \"2011\"]\n[TimeControl \"%d+2\"]\n[Termination \"%s\"]\n",
			i%7, []string{"1-0", "0-1", "1/2-1/2"}[i%3], 1400+i, 60*(i%4), []string{"Normal", "Time forfeit"}[i%2])
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "[FEN \"r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 %d\"]\n\n20. O-O O-O-O 21. Rfe1 Rhe8 22. Kf1 a6 *\n\n", 20+i)
		case 1:
			b.WriteString("[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 2. Nf3 (2. Nc3 Nc6 (2... d6 3. f4) 3. g3) 2... d6 { [%clk 0:01:30] } 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n")
		case 2:
			b.WriteString("\n1. d4 -- 2. c4 Nf6 3. Nc3 e6 4. e4 Bb4 5. e5 h6 6. exf6 *\n\n")
		default:
			fmt.Fprintf(&b, "\n1. e4 e5 2. Nf3 Nc6 3. B%s a6 4. Ng1 Nb8 5. Nf3 Nc6 *\n\n", []string{"b5", "c4", "e2"}[i%3])
		}
	}
	return b.String()
}

// TestCheckRecalls checks that the check that recalls finds whatever a check that
// decodes in full finds: faults of tags, start positions, styles, moves, comments.
func TestCheckRecalls(t *testing.T) {
	inputs, ends := cut([]byte(recalledGames()))
	src := inputs[0]
	for name, level := range map[string]*learned.Level{"fast": nil, "default": learned.V1} {
		most, least := 6, 150 // places in a stream, and faults that are found
		switch {
		case os.Getenv("CHESSZIP_LONG") != "":
			most, least = 12, 300
		case level != nil:
			most, least = 2, 60
		}
		t.Run(name, func(t *testing.T) {
			e := Encoder{Level: level}
			f, c := e.Encode(src, ends[0])
			require.True(t, c.Columns)
			require.True(t, e.checkGames(&f, src))
			agreed := map[bool]int{}
			for i, s := range f.Streams {
				for _, d := range damages {
					for _, at := range positionsOf(len(s.Data), most) {
						g := f
						g.Streams = slices.Clone(f.Streams)
						g.Streams[i].Data = d.damage(slices.Clone(s.Data), at)
						got := e.checkGames(&g, src)
						full := Encoder{Level: level, Full: true}
						require.Equal(t, full.checkGames(&g, src), got, "%s of stream %d at %d", d.name, s.Kind, at)
						agreed[got]++
					}
				}
			}
			require.Greater(t, agreed[false], least)
		})
	}
}

// TestFaultyFrame plants a fault in each stream before the check: the frame becomes
// text, and comes back.
func TestFaultyFrame(t *testing.T) {
	inputs, ends := cut([]byte(recalledGames()))
	src := inputs[0]
	for name, e := range map[string]*Encoder{
		"fast": {}, "default": {Level: learned.V1}, "in full": {Level: learned.V1, Full: true},
	} {
		t.Run(name, func(t *testing.T) {
			sound, _ := e.Encode(src, ends[0])
			for i, s := range sound.Streams {
				e.tamper = func(f *archive.Frame) {
					data := slices.Clone(f.Streams[i].Data)
					data[len(data)/2] ^= 0x10
					f.Streams[i].Data = data
				}
				f, c := e.Encode(src, ends[0])
				require.False(t, c.Columns, "a fault of stream %d", s.Kind)
				require.Less(t, streams.Size(f.Streams), len(src))
				d := Decoder{Level: e.Level}
				got, err := d.Decode(nil, &f)
				require.NoError(t, err)
				require.True(t, bytes.Equal(src, got))
			}
			// What was remembered of a faulty frame does not affect the next frame.
			e.tamper = nil
			f, c := e.Encode(src, ends[0])
			require.True(t, c.Columns)
			require.Equal(t, sound, f)
		})
	}
}
