package streams

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestOddCounts checks the number of games of each odd file, as counted by a person, in
// the file and in its archive.
func TestOddCounts(t *testing.T) {
	table, err := os.ReadFile("testdata/odd.txt")
	require.NoError(t, err)
	names, err := corpus.Names("odd")
	if err != nil {
		t.Skipf("the odd files are not there: %v", err)
	}
	want := map[string]int64{}
	for row := range strings.Lines(string(table)) {
		var n int64
		var name string
		_, err := fmt.Sscan(row, &n, &name)
		require.NoError(t, err, row)
		want["odd/"+name] = n
	}
	require.Len(t, names, len(want))
	for i, name := range names {
		n, ok := want[name]
		require.True(t, ok, "%s is not in the table", name)
		src := corpus.Need(t, name)
		require.Equal(t, n, kit.OpenPGN(t, src).NumGames(), name)
		if !kit.Long && i%4 > 0 {
			continue
		}
		stats, err := chesszip.Compress(t.Context(), new(bytes.Buffer), bytes.NewReader(src), &chesszip.WriterOptions{Unchecked: true})
		require.NoError(t, err)
		require.Equal(t, n, stats.Games, "%s in an archive", name)
	}
}

// notChess are inputs without a game, with their kinds.
func notChess() map[string]struct {
	src  string
	is   chesszip.Content
	many int64 // number of positions
} {
	games := kit.Opera + kit.Opera
	wide := func(littleEndian bool, mark string) string {
		b := []byte(mark)
		for _, c := range utf16.Encode([]rune(games)) {
			if littleEndian {
				b = append(b, byte(c), byte(c>>8))
			} else {
				b = append(b, byte(c>>8), byte(c))
			}
		}
		return string(b)
	}
	var utf32 []byte
	for _, c := range games {
		utf32 = append(utf32, byte(c), byte(c>>8), byte(c>>16), 0)
	}
	random := make([]byte, 20_000)
	_, _ = rand.NewChaCha8([32]byte{5}).Read(random)
	noise := string(random)
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	record := "fen " + fen + "\nmove e2e4\nscore 31\nply 0\nresult 1\ne\n"
	type input = struct {
		src  string
		is   chesszip.Content
		many int64
	}
	return map[string]input{
		"nothing":             {"", chesszip.ContentEmpty, 0},
		"blank lines":         {"\n\r\n \n", chesszip.Content(chunk.Blank), 0},
		"a mark":              {"\ufeff\n", chesszip.Content(chunk.Blank), 0},
		"a result":            {"*\n", chesszip.Content(chunk.Text), 0},
		"prose":               {"Dear reader,\nthere is no game here.\n", chesszip.Content(chunk.Text), 0},
		"Latin-1":             {"Gr\xfc\xdfe an alle Spieler, heute keine Partie!\n", chesszip.Content(chunk.Text), 0},
		"an escape line":      {"% nothing follows\n", chesszip.Content(chunk.Text), 0},
		"a comment":           {"{1. e4 e5}\n", chesszip.Content(chunk.Text), 0},
		"much prose":          {strings.Repeat("There is no game here, and none there.\n", 110_000), chesszip.Content(chunk.Text), 0},
		"JPEG":                {"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + noise, chesszip.Content(chunk.JPEG), 0},
		"PNG":                 {"\x89PNG\r\n\x1a\n" + noise, chesszip.Content(chunk.PNG), 0},
		"PDF":                 {"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj << /Type /Page >> endobj\n" + noise, chesszip.Content(chunk.PDF), 0},
		"gzip":                {"\x1f\x8b\x08\x00" + noise, chesszip.Content(chunk.Gzip), 0},
		"zstd":                {"\x28\xb5\x2f\xfd" + noise, chesszip.Content(chunk.Zstd), 0},
		"UTF-16":              {wide(true, "\xff\xfe"), chesszip.ContentUTF16, 0},
		"UTF-16 big":          {wide(false, "\xfe\xff"), chesszip.ContentUTF16, 0},
		"UTF-16 no mark":      {wide(true, ""), chesszip.ContentUTF16, 0},
		"UTF-16 big, no mark": {wide(false, ""), chesszip.ContentUTF16, 0},
		"UTF-32":              {"\xff\xfe\x00\x00" + string(utf32), chesszip.ContentUTF32, 0},
		"UTF-32 no mark":      {string(utf32), chesszip.ContentUTF32, 0},
		"random bytes":        {noise, chesszip.Content(chunk.Binary), 0},
		"zeros":               {strings.Repeat("\x00", 5000), chesszip.Content(chunk.Binary), 0},
		"FEN":                 {strings.Repeat(fen+"\n", 70) + fen, chesszip.ContentPositions, 71},
		"EPD":                 {strings.Repeat("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"1-0\";\n", 30) + "\n# end\n", chesszip.ContentPositions, 30},
		"much FEN":            {strings.Repeat(fen+"\n", 80_000), chesszip.ContentPositions, 80_000},
		"puzzles":             {"PuzzleId,FEN,Moves\n" + strings.Repeat("a1,"+fen+",e2e4 e7e5\n", 40), chesszip.ContentTable, 40},
		"training records":    {strings.Repeat(record, 12), chesszip.ContentRecords, 12},
	}
}

// TestNoChessIsNoGame checks that text without chess is not counted as a game, in a file
// or in its archive; it comes back, and its kind is recognized.
func TestNoChessIsNoGame(t *testing.T) {
	for what, in := range notChess() {
		src := []byte(in.src)
		var packed bytes.Buffer
		stats, err := chesszip.Compress(t.Context(), &packed, bytes.NewReader(src), kit.Quick)
		require.NoError(t, err, what)
		require.Zero(t, stats.Games, what)
		require.Equal(t, in.is, stats.Content, what)
		checkBack(t, what, packed.Bytes(), src)
		for from, a := range map[string]*chesszip.Archive{"file": kit.OpenPGN(t, src), "archive": kit.OpenBytes(t, packed.Bytes(), kit.EveryLevel)} {
			require.Zero(t, a.NumGames(), "%s, %s", what, from)
			is, err := a.Content(t.Context())
			require.NoError(t, err, what)
			require.Equal(t, in.is, is, "%s, %s", what, from)
			n, err := a.CountPositions(t.Context())
			require.NoError(t, err, what)
			require.Equal(t, in.many, n, "%s, %s", what, from)
			for g := range a.Games().Texts(t.Context()) {
				t.Errorf("%s, %s: game %.30q", what, from, g.Text)
			}
			for h := range a.Games().Headers(t.Context()) {
				t.Errorf("%s, %s: header of game %d", what, from, h.Number)
			}
		}
	}
}

// checkBack checks that an archive is valid and decompresses to src.
func checkBack(t testing.TB, what string, packed, src []byte) {
	t.Helper()
	var back bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &back, bytes.NewReader(packed), kit.EveryLevel)
	require.NoError(t, err, what)
	require.True(t, bytes.Equal(src, back.Bytes()), what)
	_, damaged, err := kit.OpenBytes(t, packed, kit.EveryLevel).Verify(t.Context())
	require.NoError(t, err, what)
	require.Empty(t, damaged, what)
}

// TestPreface checks that text before the first game belongs to it without a cost, at
// any level and in a file.
func TestPreface(t *testing.T) {
	names := func(a *chesszip.Archive) (all []string) {
		for h, err := range a.Games().Headers(t.Context()) {
			require.NoError(t, err)
			all = append(all, fmt.Sprint(h.Tag("White"), " ", h.Plies))
		}
		return all
	}
	src := kit.DependentTags()
	want := names(kit.OpenPGN(t, src))
	require.Equal(t, "w0 4", want[0])
	moves := "1. e4 e5 2. Nf3 1-0\n\n"
	for _, preface := range []string{
		"% exported by a program\n", "; a comment\n", "{a comment}\n\n", "\ufeff", "\n\n", "*\n", "Games of the club (2 of them)\nWhite - Black\n\n",
		"1. e5 cannot be played\n", "[ -n \"$1\" ]\n", strings.Repeat("Much prose.\n", 10_000),
	} {
		text := append([]byte(preface), src...)
		untagged := []byte(preface + moves + moves)
		for _, o := range []*chesszip.WriterOptions{nil, kit.Quick, {Open: kit.EveryIndex}, {Level: learned.V1}} {
			what := fmt.Sprintf("%.20q with %v", preface, o)
			a, b := kit.OpenPGN(t, text), kit.OpenPGN(t, untagged)
			if o != nil {
				a, b = kit.OpenBytes(t, kit.Compress(t, text, o), kit.EveryLevel), kit.OpenBytes(t, kit.Compress(t, untagged, o), kit.EveryLevel)
			}
			require.Equal(t, want, names(a), what)
			first, err := kit.Text(t.Context(), a, 0)
			require.NoError(t, err)
			require.Equal(t, preface, string(first[:bytes.Index(first, []byte("[Event"))]), what)
			h, err := a.Game(t.Context(), 0, chesszip.FieldTags|chesszip.FieldNumbers)
			require.NoError(t, err)
			require.Equal(t, "w0", h.Tag("White"), what)
			n, err := a.Games().Where(kit.Query("white:w0")).Count(t.Context())
			require.NoError(t, err)
			require.Equal(t, int64(1), n, what)
			require.Equal(t, []string{" 3", " 3"}, names(b), what)
			n, err = b.Games().With(kit.Pattern(`moves:"1. e4 e5"`)).Count(t.Context())
			require.NoError(t, err)
			require.Equal(t, int64(2), n, what)
		}
	}
}

// TestOneGameAndOther checks that text after an archive's only game, however it came
// there, is not read as a part of the game.
func TestOneGameAndOther(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	prose := []byte(strings.Repeat("There is no game here, and none there.\n", 11_000)) // of several frames
	long := []byte("[Event \"long\"]\n\n1. e4 {" + strings.Repeat("a long comment ", 29_000) + "} e5 *\n\n")
	for what, game := range map[string][]byte{"a game": []byte(kit.Opera), "a long game": long} {
		for _, o := range []*chesszip.WriterOptions{{Unchecked: true}, {Open: kit.EveryIndex, Unchecked: true}} {
			if o.Open != 0 && len(game) == len(long) {
				continue
			}
			one := kit.Compress(t, game, o)
			packed := kit.Appended(t, kit.Appended(t, kit.Appended(t, one, prose, &chesszip.AppendOptions{Open: o.Open}), []byte(kit.Opera), &chesszip.AppendOptions{Open: o.Open}), prose[:500], &chesszip.AppendOptions{Open: o.Open})
			whole := slices.Concat(game, prose, []byte(kit.Opera), prose[:500])
			var merged bytes.Buffer
			other, none := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), o), kit.EveryLevel), kit.OpenBytes(t, kit.Compress(t, prose[:500], o), kit.EveryLevel)
			_, err := chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{kit.OpenBytes(t, one, kit.EveryLevel), kit.OpenBytes(t, kit.Compress(t, prose, o), kit.EveryLevel), other, none}, nil)
			require.NoError(t, err)
			var again bytes.Buffer
			_, err = chesszip.Merge(t.Context(), &again, []*chesszip.Archive{kit.OpenBytes(t, packed, kit.EveryLevel)}, nil)
			require.NoError(t, err)
			for how, b := range map[string][]byte{"appended": packed, "merged": merged.Bytes(), "merged again": again.Bytes()} {
				checkBack(t, what+" "+how, b, whole)
				a := kit.OpenBytes(t, b, kit.EveryLevel)
				require.Equal(t, int64(2), a.NumGames(), what, how)
				for i, want := range [][]byte{game, []byte(kit.Opera)} {
					got, err := kit.Text(t.Context(), a, int64(i))
					require.NoError(t, err)
					require.True(t, bytes.Equal(want, got), "%s %s: game %d has %d bytes, want %d", what, how, i, len(got), len(want))
					var copied bytes.Buffer
					_, err = a.Games().Range(int64(i), int64(i)+1).WriteTo(t.Context(), &copied)
					require.NoError(t, err)
					require.True(t, bytes.Equal(want, copied.Bytes()), "%s %s: game %d is copied as %d bytes, want %d", what, how, i, copied.Len(), len(want))
				}
			}
		}
	}
}

// TestLongTexts checks that text larger than a frame is counted alike in a file and in
// its archive, at any place.
func TestLongTexts(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	prose := strings.Repeat("There is no game here, and none there.\n", 11_000)
	long := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat("a long comment ", 29_000) + "} e5 *\n\n"
	for what, c := range map[string]struct {
		src   string
		games int64
		first int // bytes of the text of the first game
	}{
		"prose first":       {prose + kit.Opera + kit.Opera, 2, len(prose)%(400<<10) + len(kit.Opera)},
		"prose behind":      {kit.Opera + prose, 1, len(kit.Opera) + len(prose)},
		"prose between":     {kit.Opera + prose + kit.Opera, 2, len(kit.Opera) + len(prose)},
		"long game":         {long + kit.Opera, 2, len(long)},
		"some prose, long":  {prose[:len(prose)/3] + long + kit.Opera, 2, len(prose)/3 + len(long)},
		"two long games":    {long + long, 2, len(long)},
		"prose, long, more": {prose + long + prose + kit.Opera, 2, 0},
	} {
		src := []byte(c.src)
		packed := kit.Compress(t, src, &chesszip.WriterOptions{Unchecked: true})
		checkBack(t, what, packed, src)
		for from, a := range map[string]*chesszip.Archive{"file": kit.OpenPGN(t, src), "archive": kit.OpenBytes(t, packed, kit.EveryLevel)} {
			require.Equal(t, c.games, a.NumGames(), "%s, %s", what, from)
			game, err := kit.Text(t.Context(), a, 0)
			require.NoError(t, err)
			if c.first > 0 {
				require.InDelta(t, c.first, len(game), 100, "%s, %s: text of the first game", what, from)
			}
			n := int64(0)
			for h, err := range a.Games().Headers(t.Context()) {
				require.NoError(t, err)
				require.NotEmpty(t, h.Tag("Event"), "%s, %s: game %d", what, from, h.Number)
				n++
			}
			require.Equal(t, c.games, n, "%s, %s", what, from)
		}
	}
}
