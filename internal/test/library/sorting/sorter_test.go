package sorting

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// naiveKeys compute the value of a game for one key of SortOptions, and whether it is
// known.
var naiveKeys = map[string]func(h *chesszip.Game) (key []string, known bool){
	"elo": func(h *chesszip.Game) ([]string, bool) {
		w, b := h.WhiteElo, h.BlackElo
		if w == 0 || b == 0 {
			w, b = w+b, w+b
		}
		return naiveNumber(w + b), w > 0
	},
	"white-elo": func(h *chesszip.Game) ([]string, bool) { return naiveNumber(h.WhiteElo), h.WhiteElo > 0 },
	"black-elo": func(h *chesszip.Game) ([]string, bool) { return naiveNumber(h.BlackElo), h.BlackElo > 0 },
	"eco": func(h *chesszip.Game) ([]string, bool) {
		code := regexp.MustCompile(`^[A-E]\d\d`).FindString(h.Tag("ECO"))
		return []string{code}, code != ""
	},
	"ply": func(h *chesszip.Game) ([]string, bool) { return naiveNumber(h.Plies), true },
	"result": func(h *chesszip.Game) ([]string, bool) {
		i := slices.Index([]string{"1-0", "1/2-1/2", "0-1"}, h.Tag("Result"))
		return naiveNumber(i), i >= 0
	},
	"event": func(h *chesszip.Game) ([]string, bool) {
		text := strings.Join(naiveBreaks.Split(naiveFold.Replace(strings.ToLower(h.Tag("Event"))), -1), " ")
		return []string{strings.TrimSpace(text)}, strings.TrimSpace(text) != ""
	},
	"date": func(h *chesszip.Game) ([]string, bool) {
		date := regexp.MustCompile(`^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)`).FindStringSubmatch(h.Date())
		if date == nil {
			date = make([]string, 4)
		}
		date[0] = date[1]
		for i := range date {
			date[i] = strings.ReplaceAll(cmp.Or(date[i], "~"), "??", "~")
		}
		var rounds []string
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(h.Tag("Round"), -1) {
			rounds = append(rounds, naiveNumber(must(strconv.Atoi(n)))...)
		}
		if len(rounds) == 0 {
			rounds = []string{"~"}
		}
		return append(append(date, cmp.Or(h.Tag("UTCTime"), "~")), rounds...), true
	},
	"player": func(h *chesszip.Game) ([]string, bool) {
		return []string{naiveSurnameFirst(h.Tag("White")), naiveSurnameFirst(h.Tag("Black"))}, true
	},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func naiveNumber(n int) []string { return []string{fmt.Sprintf("%08d", n)} }

func naiveSurnameFirst(name string) string {
	if !strings.Contains(name, ",") {
		words := strings.Fields(name)
		if len(words) > 1 {
			words = append(words[len(words)-1:], words[:len(words)-1]...)
		}
		name = strings.Join(words, " ")
	}
	text := naiveFold.Replace(strings.ToLower(strings.ReplaceAll(name, ",", " ")))
	return cmp.Or(strings.TrimSpace(naiveBreaks.ReplaceAllString(text, " ")), "~")
}

// naiveSort sorts games by keys such as date,-elo; "~" in a key is an unknown value.
func naiveSort(headers []chesszip.Game, by string) []int {
	order := make([]int, len(headers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		for _, name := range strings.Split(by, ",") {
			name, minus := strings.CutPrefix(name, "-")
			a, known := naiveKeys[name](&headers[i])
			b, known2 := naiveKeys[name](&headers[j])
			if known != known2 {
				if known {
					return -1
				}
				return 1
			}
			if !known {
				continue
			}
			for k := range max(len(a), len(b)) {
				x, y := "", ""
				if k < len(a) {
					x = a[k]
				}
				if k < len(b) {
					y = b[k]
				}
				switch c := cmp.Compare(x, y); {
				case c == 0:
				case x == "~" || y == "~" || !minus:
					return c
				default:
					return -c
				}
			}
		}
		return 0
	})
	return order
}

// TestSorterIsNaive compares Sorter with a stable sort in memory, at several limits.
func TestSorterIsNaive(t *testing.T) {
	for _, name := range corpus.Games("master-twic-train", "chesscom-train") {
		src := kit.HeadOf(t, name, 40_000)
		a := kit.OpenPGN(t, src)
		packed := kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel)
		var headers []chesszip.Game
		var texts []string
		for h, err := range a.Games().Headers(t.Context()) {
			require.NoError(t, err)
			headers = append(headers, h)
		}
		for g, err := range a.Games().Texts(t.Context()) {
			require.NoError(t, err)
			texts = append(texts, string(g.Text))
		}
		for _, by := range []string{"date", "-date", "elo", "-elo,date", "white-elo,-black-elo", "eco,-ply", "-player", "player", "ply", "-result,event", "-event,result"} {
			var want []int64
			for _, i := range naiveSort(headers, by) {
				want = append(want, int64(i))
			}
			for _, from := range []*chesszip.Archive{a, packed} {
				for _, memory := range []int{0, 3000} {
					s, err := chesszip.NewSorter(&chesszip.SortOptions{By: by, Memory: memory, Dir: t.TempDir()})
					require.NoError(t, err)
					require.NoError(t, s.AddGames(t.Context(), from.Games()))
					var got []int64
					for g, err := range s.Games(t.Context()) {
						require.NoError(t, err)
						require.Equal(t, texts[g.Number], string(g.Text))
						got = append(got, g.Number)
					}
					require.Equal(t, want, got, "%s by %s, memory %d", name, by, memory)
					require.NoError(t, s.Close())
				}
			}
		}
	}
}

// TestSorterBy checks the order of several keys, that equal games stay in their order,
// and the errors of invalid keys.
func TestSorterBy(t *testing.T) {
	games := []string{
		roster(breyer, "ECO=B12"), roster(breyer, "WhiteElo=1000", "ECO=A00"), roster(breyer, "ECO=A00"), roster(breyer, "WhiteElo=2000"), roster(breyer, "ECO=B12"),
	}
	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: " -Rating , eco"})
	require.NoError(t, err)
	defer s.Close()
	for i, game := range games {
		require.NoError(t, s.Add(chesszip.Game{Number: int64(i), Text: []byte(game)}))
	}
	var got []int64
	for g, err := range s.Games(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, games[g.Number], string(g.Text))
		got = append(got, g.Number)
	}
	require.Equal(t, []int64{3, 1, 2, 0, 4}, got)
	for _, by := range []string{"colour", "date,", " --date"} {
		_, err := chesszip.NewSorter(&chesszip.SortOptions{By: by})
		require.ErrorIs(t, err, chesszip.ErrQuery, by)
		require.EqualError(t, err, fmt.Sprintf("chesszip: malformed query: by %q: want date, elo, white-elo, black-elo, eco, player, white, black, "+
			"ply, event, site, round, result, or several separated by commas, with a minus to reverse one", by))
		require.ErrorAs(t, err, new(*chesszip.QueryError))
	}
}

// TestSorterGluesNothing checks that sorting preserves the games, however the last of a
// file ends.
func TestSorterGluesNothing(t *testing.T) {
	for name, end := range map[string]string{"Unix": "\n", "DOS": "\r\n", "Mac": "\r"} {
		game := func(n int) string {
			return strings.ReplaceAll(fmt.Sprintf("[Event \"%d\"]\n[Date \"19%02d\"]\n\n1. e4 e5 ; a line\n1-0", n, n), "\n", end)
		}
		for lacks, last := range []string{game(80) + end + end, game(80) + end, game(80)} {
			s, err := chesszip.NewSorter(nil)
			require.NoError(t, err)
			for _, src := range []string{game(99) + end + end + last, game(98) + end + end + game(70)} {
				require.NoError(t, s.AddGames(t.Context(), kit.OpenPGN(t, []byte(src)).Games()))
			}
			var out bytes.Buffer
			_, err = s.Copy(t.Context(), &out)
			require.NoError(t, err)
			want := game(70) + end + end + game(80) + end + end + game(98) + end + end + game(99) + end + end
			require.Equal(t, want, out.String(), "%s, %d line ends less", name, lacks)
			require.NoError(t, s.Close())
		}
	}
	mark := "\ufeff"
	require.Equal(t, roster(breyer)+roster(quick16), sortedText(t, kit.OpenPGN(t, []byte(mark+roster(quick16)+roster(breyer))), "-ply"))
	require.Equal(t, mark+roster(breyer)+roster(quick16), sortedText(t, kit.OpenPGN(t, []byte(mark+roster(breyer)+roster(quick16))), "-ply"))
	// A sorted file is not changed.
	src := roster(breyer) + strings.TrimSpace(roster(breyer, "Date=2014"))
	require.Equal(t, src, sortedText(t, kit.OpenPGN(t, []byte(src)), "date"))
}

// TestSortedGamesAreTheSame checks that sorting preserves the games of files from the
// wild. Text before the first tag of a file stays before that game, and is read as the
// end of the previous one.
func TestSortedGamesAreTheSame(t *testing.T) {
	step := 8
	if os.Getenv("CHESSZIP_LONG") != "" {
		step = 1
	}
	for _, folder := range []string{"odd", "annotated"} {
		names, _ := corpus.Names(folder)
		for i := 0; i < len(names); i += step {
			a := kit.OpenPGN(t, corpus.Need(t, names[i]))
			for _, by := range []string{"-ply", "player"} {
				want, got := headerSet(t, a), headerSet(t, kit.OpenPGN(t, []byte(sortedText(t, a, by))))
				require.Equal(t, want, got, "%s by %s", names[i], by)
			}
		}
	}
}

// headerSet counts the games of an archive that have the same tags and length.
func headerSet(t testing.TB, a *chesszip.Archive) map[string]int {
	set := map[string]int{}
	for h, err := range a.Games().Headers(t.Context()) {
		require.NoError(t, err)
		set[fmt.Sprint(h.Tags, h.Plies)]++
	}
	return set
}

func sortedText(t testing.TB, a *chesszip.Archive, by string) string {
	t.Helper()
	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: by})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.AddGames(t.Context(), a.Games()))
	var out bytes.Buffer
	n, err := s.Copy(t.Context(), &out)
	require.NoError(t, err)
	require.EqualValues(t, out.Len(), n)
	return out.String()
}

// TestSorterGoesAroundDamage checks that exactly the games of a damaged frame are
// missing.
func TestSorterGoesAroundDamage(t *testing.T) {
	games := []string{roster(breyer, "Date=2013"), roster(breyer, "Date=2012"), roster(breyer, "Date=2011")}
	var packed []byte
	starts := []int{0}
	for i, game := range games {
		var out bytes.Buffer
		var err error
		if i == 0 {
			_, err = chesszip.Compress(t.Context(), &out, strings.NewReader(game), kit.Quick)
		} else {
			out.Write(packed)
			_, err = chesszip.Append(t.Context(), &out, bytes.NewReader(packed), int64(len(packed)), strings.NewReader(game), &chesszip.AppendOptions{Levels: kit.EveryLevel.Levels})
		}
		require.NoError(t, err)
		packed = out.Bytes()
		starts = append(starts, len(packed))
	}
	require.Equal(t, games[2]+games[1]+games[0], sortedText(t, kit.OpenBytes(t, packed, kit.EveryLevel), "date"))
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	packed[(starts[1]+starts[2])/2] ^= 4
	s, err := chesszip.NewSorter(nil)
	require.NoError(t, err)
	defer s.Close()
	require.ErrorIs(t, s.AddGames(t.Context(), a.Games()), chesszip.ErrCorrupt)
	d := chesszip.NewDeduper(nil)
	defer d.Close()
	require.ErrorIs(t, d.AddGames(t.Context(), 0, a.Games()), chesszip.ErrCorrupt)
	var out, out2 bytes.Buffer
	_, err = s.Copy(t.Context(), &out)
	require.NoError(t, err)
	require.Equal(t, games[2]+games[0], out.String())
	_, err = d.Copy(t.Context(), &out2)
	require.NoError(t, err)
	require.Equal(t, games[0]+games[2], out2.String())
}

// TestSorterTakesHugeGames checks that a game of more than 16 MiB is sorted, and is
// never a duplicate.
func TestSorterTakesHugeGames(t *testing.T) {
	huge := roster(breyer+" {"+strings.Repeat("very long ", 17<<20/10)+"}", "Date=2014")
	src := huge + roster(breyer, "Date=2013") + huge[:len(huge)-2]
	a := kit.OpenPGN(t, []byte(src))
	require.EqualValues(t, 3, a.NumGames())
	if sortedText(t, a, "date") != roster(breyer, "Date=2013")+huge+huge[:len(huge)-2] {
		t.Error("huge games are not what they were")
	}
	s, err := chesszip.NewSorter(nil)
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.AddGames(t.Context(), a.Games()))
	limits := 0
	for g, err := range s.Games(t.Context()) {
		if g.Number != 1 {
			require.ErrorIs(t, err, chesszip.ErrLimit)
			require.NotErrorIs(t, err, chesszip.ErrCorrupt)
			limits++
		} else {
			require.NoError(t, err)
		}
	}
	require.Equal(t, 2, limits)
	d := chesszip.NewDeduper(nil)
	defer d.Close()
	require.NoError(t, d.AddGames(t.Context(), 0, a.Games()))
	var out bytes.Buffer
	_, err = d.Copy(t.Context(), &out)
	require.NoError(t, err)
	if out.String() != src {
		t.Error("huge games were left out")
	}
}

func TestSorterErrors(t *testing.T) {
	a := kit.OpenPGN(t, []byte(roster(breyer)+roster(quick16)))
	s, err := chesszip.NewSorter(&chesszip.SortOptions{Memory: 1, Dir: t.TempDir() + "/none"})
	require.NoError(t, err)
	require.ErrorIs(t, s.AddGames(t.Context(), a.Games()), chesszip.ErrTemporary)
	s, err = chesszip.NewSorter(nil)
	require.NoError(t, err)
	require.ErrorIs(t, s.AddGames(t.Context(), a.Games().Where(new(chesszip.Query).Add("date", "soon"))), chesszip.ErrQuery)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, s.AddGames(ctx, a.Games()), context.Canceled)
	require.NoError(t, s.AddGames(t.Context(), a.Games().Where(new(chesszip.Query).Add("ply", "-16"))))
	_, err = s.Copy(ctx, new(bytes.Buffer))
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("full")
	_, err = s.Copy(t.Context(), kit.FailingWriter{Err: full})
	require.ErrorIs(t, err, full)
	n := 0
	for g, err := range s.Games(t.Context()) {
		require.NoError(t, err)
		require.EqualValues(t, 1, g.Number)
		n++
	}
	require.Equal(t, 1, n)
}

// TestLoopsAreLeft checks that a loop may be left when its context is done.
func TestLoopsAreLeft(t *testing.T) {
	s, err := chesszip.NewSorter(nil)
	require.NoError(t, err)
	d := chesszip.NewDeduper(nil)
	for range 3 {
		g := chesszip.Game{Text: []byte(roster(breyer))}
		require.NoError(t, errors.Join(s.Add(g), d.Add(0, g)))
	}
	for _, games := range []func(context.Context) iter.Seq2[chesszip.Game, error]{s.Games, d.Games} {
		ctx, stop := context.WithCancel(t.Context())
		for _, err := range games(ctx) {
			require.NoError(t, err)
			stop()
			break
		}
		stop()
	}
	ctx, stop := context.WithCancel(t.Context())
	for _, err := range d.Duplicates(ctx) {
		require.NoError(t, err)
		stop()
		break
	}
	stop()
	require.NoError(t, errors.Join(s.Close(), d.Close()))
}
