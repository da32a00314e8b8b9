package openings

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// after returns the position after some moves in SAN.
func after(t *testing.T, moves string) board.Position {
	t.Helper()
	s := gamestate.NewState(board.Start())
	for _, san := range strings.Fields(moves) {
		require.NoError(t, s.PlaySAN(san), moves)
	}
	return s.Position()
}

// TestNamedLines checks that each named opening can be played, that its key is that of the
// position, that no position has two names, and that the names that are embedded are
// these; with -update it packs them.
func TestNamedLines(t *testing.T) {
	all, err := os.ReadFile("names.tsv")
	require.NoError(t, err)
	type line struct {
		key       uint64
		eco, name string
		plies     int
		home      pawns
	}
	var lines []line
	named := map[uint64][2]string{}
	for text := range strings.Lines(string(all)) {
		columns := strings.Split(strings.TrimSpace(text), "\t")
		require.Len(t, columns, 4)
		p := after(t, columns[3])
		key := keyOf(&p)
		require.Equal(t, columns[0][:keyBits/4], fmt.Sprintf("%010x", key), text)
		lines = append(lines, line{key, columns[1], columns[2], len(strings.Fields(columns[3])), pawnsAtHome(&p.Board)})
		l := lines[len(lines)-1]
		require.NotContains(t, named, key, text)
		named[key] = [2]string{l.eco, l.name}
		require.Less(t, l.plies, MostPlies)
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(cmp.Compare(a.eco, b.eco), a.plies-b.plies) })
	var packed, keys, homes []byte
	for _, l := range lines {
		packed = fmt.Appendf(packed, "%s\t%s\n", l.eco, l.name)
		keys = append(keys, binary.BigEndian.AppendUint64(nil, l.key)[8-keyBits/8:]...)
		homes = binary.BigEndian.AppendUint16(homes, uint16(l.home))
	}
	packed = slices.Concat(packed, []byte("\n"), keys, homes)
	if golden.Updating() {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("names.zst", e.EncodeAll(packed, nil), 0o644))
		return
	}
	text, err := zstdframe.Unpack(packedNames, maxNames, nil)
	require.NoError(t, err)
	require.Equal(t, string(packed), string(text), "run this test with -update if names.tsv was changed")
	for key, o := range table().byKey {
		require.Equal(t, named[key], [2]string{o.ECO, o.Name})
		require.Equal(t, o.Name, Names()[o.Number])
		require.Contains(t, CodeOf(tagvalue.ParseECO([]byte(o.ECO))).Lines, o.Number)
	}
	require.Len(t, table().byKey, len(named))
	for _, bad := range []string{"", "\n\n1234567", "A00\n\n1234567", "X00\tx\n\n1234567", "A00\tx\n\n123456", "A00\tx\n\n12345678"} {
		_, err := parseNames([]byte(bad))
		require.Error(t, err, bad)
	}
}

// TestLine follows games: the last name counts, of a game with a code the last with that
// code.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		code              int
		moves, eco, named string
	}{
		{-1, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6", "B90", "Sicilian Defense: Najdorf Variation, English Attack"},
		{-1, "Nf3 c5 e4 d6 h4 h5", "B50", "Sicilian Defense: Modern Variations"},
		{-1, "d4 c5 d5", "A43", "Benoni Defense: Old Benoni"},
		{4, "Nf3 c5 e4 d6", "A04", "Zukertort Opening: Sicilian Invitation"},
		{4, "Nf3 c5 e4 d6 h3 h6 a3 a6 b3 b6 g3 d4", "A04", "Zukertort Opening: Sicilian Invitation"},
		{120, "d4 d5", "", ""},
		{-1, "", "", ""},
	} {
		l := NewLine(c.code, nil)
		s := gamestate.NewState(board.Start())
		p := s.Position()
		more := l.See(&p)
		for _, san := range strings.Fields(c.moves) {
			if !more {
				break
			}
			require.NoError(t, s.PlaySAN(san))
			p = s.Position()
			more = l.See(&p)
		}
		var got [2]string
		if o := l.Opening(); o != nil {
			got = [2]string{o.ECO, o.Name}
		}
		require.Equal(t, [2]string{c.eco, c.named}, got, c.moves)
	}
}

// TestLineOfQuestion checks that a Line of a question ends once no line with the other answer
// may come, and that the answer is that of all moves.
func TestLineOfQuestion(t *testing.T) {
	match := make([]bool, len(Names()))
	for i, name := range Names() {
		match[i] = strings.Contains(name, "Sicilian")
	}
	for moves, want := range map[string]bool{"Nf3 d5 g3 c5 Bg2 Nc6 d4": false, "Nf3 c5 g3 Nc6 Bg2 g6 O-O": true} {
		var ends []int
		for _, question := range [][]bool{match, nil} {
			l := NewLine(4, question) // A04
			s := gamestate.NewState(board.Start())
			p := s.Position()
			end := 0
			for _, san := range strings.Fields(moves) {
				if !l.See(&p) {
					break
				}
				require.NoError(t, s.PlaySAN(san))
				p, end = s.Position(), end+1
			}
			require.Equal(t, want, match[l.Opening().Number], moves)
			ends = append(ends, end)
		}
		require.LessOrEqual(t, ends[0], ends[1], moves)
		require.Equal(t, want, ends[0] == ends[1], moves)
	}
}

// TestSource compares the names with the files that they were taken from, if OPENINGS is
// their folder. With -update it writes them.
func TestSource(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("OPENINGS"), "?.tsv"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("OPENINGS is not a folder of names")
	}
	var want strings.Builder
	number := regexp.MustCompile(`\d+\. `)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		_, lines, _ := strings.Cut(string(text), "\n")
		for line := range strings.Lines(lines) {
			line = number.ReplaceAllString(line, "")
			p := after(t, line[strings.LastIndexByte(line, '\t')+1:])
			same := gamestate.Essence(&p)
			fmt.Fprintf(&want, "%016x\t%s", book.Key(&same), line)
		}
	}
	golden.Equal(t, "names.tsv", want.String())
}

func TestAt(t *testing.T) {
	for fen, want := range map[string][2]string{
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6":   {"B90", "Sicilian Defense: Najdorf Variation"},
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 9":        {"B00", "King's Pawn Game"},
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":           {},
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk e3 0 1":         {},
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 100 6": {},
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		eco, name := At(&p)
		require.Equal(t, want, [2]string{eco, name}, fen)
	}
}
