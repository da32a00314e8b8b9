package sorting

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// breyer are 30 half-moves, and quick16 are 16.
const (
	breyer = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 " +
		"11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5"
	quick16 = "1. e4 e5 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3 Nxe4 5. Nc3 Nxc3 6. dxc3 Be7 7. Be3 O-O 8. Qd2 Nd7"
)

// roster is a game with tags and moves and some changes such as "White=Anand, V";
// moves=... are other moves, and Tag= removes a tag.
func roster(moves string, changes ...string) string {
	names := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}
	values := map[string]string{
		"Event": "Open", "Site": "Berlin", "Date": "2013.05.17", "Round": "3", "White": "Müller, Karl Otto", "Black": "Carlsen, Magnus", "Result": "1/2-1/2",
	}
	for _, c := range changes {
		name, value, _ := strings.Cut(c, "=")
		if name == "moves" {
			moves = value
			continue
		}
		if _, ok := values[name]; !ok {
			names = append(names, name)
		}
		if values[name] = value; value == "" {
			names = slices.DeleteFunc(names, func(n string) bool { return n == name })
		}
	}
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, values[name])
	}
	return b.String() + "\n" + moves + " " + cmp.Or(values["Result"], "1/2-1/2") + "\n\n"
}

// plies returns the first n half-moves of breyer.
func plies(n int) string {
	words := strings.Fields(breyer)
	end := 0
	for n > 0 {
		if !strings.HasSuffix(words[end], ".") {
			n--
		}
		end++
	}
	return strings.Join(words[:end], " ")
}

var twins = []struct {
	name string
	one  bool
	a, b string
}{
	{"equal", true, roster(breyer), roster(breyer)},
	{"names in another order", true, roster(breyer), roster(breyer, "White=Karl Otto Müller", "Black=Magnus Carlsen")},
	{"initials", true, roster(breyer), roster(breyer, "White=Müller,K.O.", "Black=Carlsen,M")},
	{"accents", true, roster(breyer), roster(breyer, "White=Mueller, Karl Otto")},
	{"Latin-1", true, roster(breyer), roster(breyer, "White=M\xfcller, Karl Otto")},
	{"titles and letter case", true, roster(breyer), roster(breyer, "White=IM Mueller, K O", "Black=CARLSEN, GM MAGNUS")},
	{"a result that is not known", true, roster(breyer), roster(breyer, "Result=*")},
	{"no tag of the result", true, roster(breyer), roster(breyer, "Result=")},
	{"a date that is not known", true, roster(breyer), roster(breyer, "Date=????.??.??")},
	{"a year", true, roster(breyer), roster(breyer, "Date=2013.??.??")},
	{"UTCDate", true, roster(breyer), roster(breyer, "Date=", "UTCDate=2013.05.17")},
	{"another event and place", true, roster(breyer), roster(breyer, "Event=German Open", "Site=Berlin GER", "Round=?")},
	{"a board behind the round", true, roster(breyer), roster(breyer, "Round=3.14")},
	{"ratings", true, roster(breyer, "WhiteElo=2500"), roster(breyer, "WhiteElo=2480", "BlackElo=2800", "ECO=C95")},
	{"comments and variations", true, roster(breyer), roster(strings.Replace(breyer, "e5", "e5 {solid} (1... c5) $1", 1))},
	{"the start as FEN", true, roster(breyer), roster(breyer, "SetUp=1", "FEN="+strings.Replace(startFEN, "0 1", "3 7", 1))},
	{"20 half-moves of 30", true, roster(breyer), roster(plies(20))},
	{"the same site from the other side", true, roster(breyer, "Site=https://lichess.org/abcdefgh"), roster(breyer, "Site=https://lichess.org/abcdefgh/black")},
	{"a short game", true, roster(quick16), roster(quick16, "White=K.O. Müller", "Event=OPEN")},
	{"a forfeit", true, roster("", "Result=1-0"), roster("{did not come}", "Result=1-0")},
	{"one word online", true, roster(breyer, "White=DrNyk"), roster(breyer, "White=drnyk")},
	{"a move that cannot be read", true, roster(breyer + " 16. Qh9"), roster(strings.ReplaceAll(breyer, ". ", ".") + " 16.Qh9")},

	{"the same opening a year later", false, roster(breyer), roster(breyer, "Date=2014.05.17")},
	{"the same short draw a year later", false, roster(quick16), roster(quick16, "Date=2014.05.17")},
	{"a short draw in another event", false, roster(quick16), roster(quick16, "Event=Rapid")},
	{"a short draw in another round", false, roster(quick16), roster(quick16, "Round=4")},
	{"a short game of which something is not known", false, roster(quick16), roster(quick16, "Round=?")},
	{"a rematch on the same day, by round", false, roster(breyer), roster(breyer, "Round=4")},
	{"a rematch by game of the match", false, roster(breyer, "Round=3.1"), roster(breyer, "Round=3.2")},
	{"a rematch by time", false, roster(breyer, "UTCTime=17:00:00"), roster(breyer, "UTCTime=17:04:10")},
	{"a rematch by address", false, roster(breyer, "Site=https://lichess.org/abcdefgh"), roster(breyer, "Site=https://lichess.org/abcdefgH")},
	{"a rematch by link", false, roster(breyer, "Link=https://www.chess.com/game/live/1"), roster(breyer, "Link=https://www.chess.com/game/live/2")},
	{"a rematch by number", false, roster(breyer, "GameId=abcdefgh"), roster(breyer, "GameId=abcdefgi")},
	{"a rematch with other colours", false, roster(breyer), roster(breyer, "White=Carlsen, Magnus", "Black=Müller, Karl Otto")},
	{"a rematch with another end", false, roster(breyer + " 16. d5"), roster(breyer + " 16. dxe5")},
	{"forfeits in two rounds", false, roster("", "Result=1-0"), roster("", "Result=1-0", "Round=4")},
	{"forfeits by two players", false, roster("", "Result=1-0"), roster("", "Result=1-0", "Black=Anand, V")},
	{"a forfeit and a game", false, roster("", "Result=1-0"), roster(breyer, "Result=1-0")},
	{"19 half-moves of 30", false, roster(breyer), roster(plies(19))},
	{"another result", false, roster(breyer), roster(breyer, "Result=1-0")},
	{"another given name", false, roster(breyer), roster(breyer, "Black=Carlsen, Henrik")},
	{"another initial", false, roster(breyer), roster(breyer, "Black=Carlsen, H.")},
	{"a surname alone", false, roster(breyer), roster(breyer, "Black=Carlsen")},
	{"another month", false, roster(breyer), roster(breyer, "Date=2013.06.??")},
	{"another start", false, roster(breyer), roster(breyer, "SetUp=1", "FEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1")},
	{"another name online", false, roster(breyer, "White=DrNyk"), roster(breyer, "White=DrNyk2")},
	{"other moves that cannot be read", false, roster(breyer + " 16. Qh9"), roster(breyer + " 16. Qi9")},
	{"a move that cannot be read and none", false, roster(breyer + " 16. Qh9"), roster(breyer)},
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// dedupe returns the numbers of the games of texts that are dropped, and of those kept
// instead.
func dedupe(t testing.TB, o *chesszip.DedupeOptions, texts ...string) (dropped, kept []int64) {
	t.Helper()
	d := chesszip.NewDeduper(o)
	defer d.Close()
	for i, text := range texts {
		require.NoError(t, d.Add(7, chesszip.Game{Number: int64(i), Text: []byte(text)}))
	}
	for p, err := range d.Duplicates(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, 7, p.Kept.Source)
		dropped, kept = append(dropped, p.Dropped.Number), append(kept, p.Kept.Number)
	}
	return dropped, kept
}

func TestTwins(t *testing.T) {
	for _, c := range twins {
		want := 0
		if c.one {
			want = 1
		}
		for _, first := range []bool{false, true} {
			o := &chesszip.DedupeOptions{KeepFirst: first}
			dropped, _ := dedupe(t, o, c.a, c.b)
			require.Len(t, dropped, want, c.name)
			dropped, _ = dedupe(t, o, c.b, c.a)
			require.Len(t, dropped, want, c.name)
		}
		a, b := naiveGame(c.a), naiveGame(c.b)
		require.Equal(t, c.one, a.same(b) && b.same(a), "%s: the oracle differs", c.name)
	}
}

func TestKeepsTheOneWithMore(t *testing.T) {
	base := roster(plies(24))
	for name, more := range map[string]string{
		"half-moves": roster(breyer), "tags": roster(plies(24), "WhiteElo=2500"),
		"comments": roster(plies(24) + " {good}"), "bytes": roster(plies(24) + " $14"),
	} {
		dropped, kept := dedupe(t, nil, base, more)
		require.Equal(t, []int64{0}, dropped, name)
		require.Equal(t, []int64{1}, kept, name)
		dropped, kept = dedupe(t, &chesszip.DedupeOptions{KeepFirst: true}, base, more)
		require.Equal(t, []int64{1}, dropped, name)
		require.Equal(t, []int64{0}, kept, name)
	}
	// Half-moves count before tags, tags before comments; a tag without a value does not
	// count.
	dropped, _ := dedupe(t, nil, roster(plies(24), "WhiteElo=2500")+"", roster(breyer))
	require.Equal(t, []int64{0}, dropped)
	dropped, _ = dedupe(t, nil, roster(plies(24)+" {a comment}", "WhiteElo=?"), roster(plies(24), "WhiteElo=2500"))
	require.Equal(t, []int64{0}, dropped)
	dropped, _ = dedupe(t, nil, base, base, base)
	require.Equal(t, []int64{1, 2}, dropped)
}

// TestChain checks that a game is dropped only for a kept one: of three games of which
// the middle one duplicates both others, these stay unless they are duplicates.
func TestChain(t *testing.T) {
	short, left, right := roster(plies(22)), roster(breyer+" 16. d5 c4"), roster(breyer+" 16. dxe5")
	dropped, kept := dedupe(t, nil, right, short, left)
	require.Equal(t, []int64{1}, dropped)
	require.Equal(t, []int64{2}, kept, "the one with more")
	dropped, kept = dedupe(t, &chesszip.DedupeOptions{KeepFirst: true}, short, left, right)
	require.Equal(t, []int64{1, 2}, dropped)
	require.Equal(t, []int64{0, 0}, kept)
}

// TestDedupeArchives checks that the kept games are the same from archives, PGN and
// texts, and that each game is kept or a duplicate.
func TestDedupeArchives(t *testing.T) {
	var all, other bytes.Buffer
	for i, c := range twins {
		all.WriteString(roster(c.a, "moves="+c.a[strings.Index(c.a, "\n\n")+2:]))
		all.WriteString(c.a)
		fmt.Fprintf(&other, "%s%s", c.b, roster(breyer, fmt.Sprint("Round=", 100+i%20)))
	}
	var texts, wantTexts []string
	sources := []*chesszip.Archive{
		kit.OpenPGN(t, all.Bytes()),
		kit.OpenBytes(t, kit.Compress(t, other.Bytes(), &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel),
	}
	d := chesszip.NewDeduper(nil)
	defer d.Close()
	for i, a := range sources {
		for g, err := range a.Games().Texts(t.Context()) {
			require.NoError(t, err)
			texts = append(texts, string(g.Text))
		}
		require.NoError(t, d.AddGames(t.Context(), i, a.Games()))
	}
	require.EqualValues(t, len(texts), d.Added())
	dropped, kept := dedupe(t, nil, texts...)
	var pairs []chesszip.Duplicate
	for p, err := range d.Duplicates(t.Context()) {
		require.NoError(t, err)
		pairs = append(pairs, p)
	}
	require.Len(t, pairs, len(dropped))
	inAll := func(p chesszip.GamePlace) int64 { return p.Number + int64(p.Source)*sources[0].NumGames() }
	for i, p := range pairs {
		require.Equal(t, dropped[i], inAll(p.Dropped))
		require.Equal(t, kept[i], inAll(p.Kept))
		require.LessOrEqual(t, p.DroppedPlies, p.KeptPlies)
	}
	for i, text := range texts {
		if !slices.Contains(dropped, int64(i)) {
			wantTexts = append(wantTexts, text)
		}
	}
	var out bytes.Buffer
	n, err := d.Copy(t.Context(), &out)
	require.NoError(t, err)
	require.EqualValues(t, out.Len(), n)
	require.Equal(t, strings.Join(wantTexts, ""), out.String())
	i := 0
	for g, err := range d.Games(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, wantTexts[i], string(g.Text))
		i++
	}
	require.Len(t, wantTexts, i)
}

// TestDedupeStops checks that a done context ends the work.
func TestDedupeStops(t *testing.T) {
	d := chesszip.NewDeduper(&chesszip.DedupeOptions{Memory: 1, Dir: t.TempDir()})
	defer d.Close()
	for range 3 {
		require.NoError(t, d.Add(0, chesszip.Game{Text: []byte(roster(breyer))}))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range d.Duplicates(ctx) {
		require.ErrorIs(t, err, context.Canceled)
	}
	_, err := d.Copy(ctx, new(bytes.Buffer))
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("full")
	_, err = d.Copy(t.Context(), kit.FailingWriter{Err: full})
	require.ErrorIs(t, err, full)
	_, err = d.Copy(t.Context(), new(bytes.Buffer))
	require.NoError(t, err)
}

// TestAddKnown checks that a game that is a duplicate of a known one is dropped, whatever
// form the known games have, and that no other is.
func TestAddKnown(t *testing.T) {
	for i, c := range twins {
		var known bytes.Buffer
		for k := range 70 { // so that columns are open
			known.WriteString(roster(breyer, fmt.Sprintf("Round=%d", 200+k)))
			if k == i%70 {
				known.WriteString(c.a)
			}
		}
		for name, a := range map[string]*chesszip.Archive{
			"PGN":    kit.OpenPGN(t, known.Bytes()),
			"packed": kit.OpenBytes(t, kit.Compress(t, known.Bytes(), nil), nil),
			"open":   kit.OpenBytes(t, kit.Compress(t, known.Bytes(), &chesszip.WriterOptions{Open: kit.EveryIndex}), nil),
		} {
			d := chesszip.NewDeduper(nil)
			defer d.Close()
			other := roster(breyer, "Round=1000")
			for k, text := range []string{c.b, other, other} {
				require.NoError(t, d.Add(1, chesszip.Game{Number: int64(k), Text: []byte(text)}))
			}
			require.NoError(t, d.AddKnown(t.Context(), 0, a.Games()))
			require.EqualValues(t, 3, d.Added())
			want := other
			if !c.one {
				want = c.b + other
			}
			var out bytes.Buffer
			_, err := d.Copy(t.Context(), &out)
			require.NoError(t, err)
			require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(out.String()), "%s, %s", c.name, name)
			for p, err := range d.Duplicates(t.Context()) {
				require.NoError(t, err)
				require.Equal(t, 1, p.Dropped.Source, "%s, %s", c.name, name)
			}
		}
	}
}
