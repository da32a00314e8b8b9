package sortkey_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/query/sortkey"
)

func on() bool { return true }

func reader(t require.TestingT, by string) *sortkey.Reader {
	keys, ok := sortkey.Parse(by)
	require.True(t, ok, by)
	return sortkey.NewReader(keys, on)
}

// game returns a game with tags such as "White=Anand, V", separated by semicolons;
// moves=... are its moves.
func game(tags string) []byte {
	var text, moves strings.Builder
	for tag := range strings.SplitSeq(tags, ";") {
		name, value, _ := strings.Cut(tag, "=")
		if name == "moves" {
			moves.WriteString(value)
		} else {
			text.WriteString("[" + name + " \"" + value + "\"]\n")
		}
	}
	return []byte(text.String() + "\n" + moves.String() + " *\n")
}

// TestOrder checks the order of games by each key. Those in one text are equal.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		by    string
		games []string // in order
	}{
		{"date", []string{"Date=2012.05.??", "Date=2013.01.02", "Date=2013.01.??", "Date=2013.??.??", "Date=????.??.??|Date=|Event=a"}},
		{"-date", []string{"Date=2013.02.01", "Date=2013.01.02", "Date=2013.01.??", "Date=2012.05.??", "Date=2012.??.??", "Date=|Date=soon"}},
		{"date", []string{"Date=2013.01.02|Date=????.??.??;UTCDate=2013.01.02|Date=2013.01.02;UTCDate=2011.01.01", "UTCDate=2014.01.01"}},
		{"date", []string{"UTCTime=09:59:59", "UTCTime=10:00:00|UTCTime=100000", "UTCTime=10:00|UTCTime=10:00:00 PM|UTCTime="}},
		{"date", []string{"Date=2013.01.02;UTCTime=23:00:00;Round=9", "Date=2013.01.02;Round=1", "Date=2013.01.03;UTCTime=01:00:00"}},
		{"-date", []string{"UTCTime=10:00:00", "UTCTime=09:59:59", "UTCTime="}},
		{"date", []string{"Round=2", "Round=2.1", "Round=2.10", "Round=11", "Round=?|Round=-"}},
		{"-date", []string{"Round=11", "Round=2.10", "Round=2.1", "Round=2", "Round=final"}},
		{"round", []string{"Round=1.2.3.4|Round=1.2.3.4.5", "Round=1.2.3.5", "Round="}},
		{"elo", []string{"WhiteElo=1000|WhiteElo=900;BlackElo=1100", "BlackElo=1500", "Elo=1|WhiteElo=0|WhiteElo=?"}},
		{"-elo", []string{"WhiteElo=2700;BlackElo=2700", "WhiteElo=2699|BlackElo=2699", "WhiteElo=-"}},
		{"white-elo", []string{"WhiteElo=900;BlackElo=1", "WhiteElo=1000", "BlackElo=2000|WhiteElo=0"}},
		{"-black-elo", []string{"BlackElo=1000", "BlackElo=900", "WhiteElo=2000"}},
		{"eco", []string{"ECO=A00", "ECO=b12|ECO=B12", "ECO=E99", "ECO=|ECO=F00"}},
		{"player", []string{"White=Agdestein, S", "White=Ågren, B", "White=Magnus Carlsen|White=Carlsen, Magnus", "White=Zelic", "White=?"}},
		{"player", []string{"White=A, a;Black=B, b", "White=A, a;Black=C, c", "White=A, a", "White=B, b;Black=A, a", "Black=A, a"}},
		{"-white", []string{"White=Zelic", "White=Magnus Carlsen", "White=Agdestein", "White=?;Black=a|Black=b"}},
		{"black,round", []string{"Black=a", "Black=ab;Round=1", "Black=ab;Round=2", "Black=b"}},
		{"-black", []string{"Black=b", "Black=ab", "Black=a", "White=c"}},
		{"site", []string{"Site=Ålesund", "Site=berlin|Site= Berlin.|Site=BERLIN", "Site=?"}},
		{"event", []string{"Event=" + strings.Repeat("x", 255), "Event=" + strings.Repeat("x", 256) + "|Event=" + strings.Repeat("x", 256) + "y", "Event="}},
		{"result", []string{"Result=1-0", "Result=1/2-1/2", "Result=0-1", "Result=*"}},
		{"-result", []string{"Result=0-1", "Result=1/2-1/2", "Result=1-0", "Result=*"}},
		{" -Rating , eco", []string{"WhiteElo=2000", "WhiteElo=1000;ECO=A00", "WhiteElo=1000", "ECO=A00", "ECO=B12", "ECO="}},
		{"length", []string{"moves=|moves=1. e5", "moves=1. e4|moves=1. e4 e4 2. d4", "moves=1. e4 e5|moves=1. e4 {e5} (1. d4 d5) 1... e5"}},
		{"-ply", []string{"moves=1. e4 e5", "moves=1. e4", "moves="}},
		{"", []string{"Date=2012", "Date=2013"}},
		{" ", []string{"Date=2012", "Date=2013"}},
	} {
		r := reader(t, c.by)
		var last []byte
		for i, row := range c.games {
			equal := strings.Split(row, "|")
			key := r.Read(game(equal[0]))
			if i > 0 {
				require.Negative(t, bytes.Compare(last, key), "by %q: %s before %s", c.by, c.games[i-1], row)
			}
			for _, tags := range equal[1:] {
				require.Equal(t, key, r.Read(game(tags)), "by %q: %s and %s", c.by, equal[0], tags)
			}
			last = key
		}
	}
}

// TestParse checks which keys are valid, and that Want names all of them.
func TestParse(t *testing.T) {
	for _, by := range []string{"colour", "date,", ",", "--date", "- date", "date elo", "number"} {
		keys, ok := sortkey.Parse(by)
		require.False(t, ok, by)
		require.Empty(t, keys)
	}
	require.Equal(t, "date, elo, white-elo, black-elo, eco, player, white, black, ply, event, site, round, result, or several separated by commas, with a minus to reverse one", sortkey.Want())
	names, _, _ := strings.Cut(sortkey.Want(), ", or")
	keys, ok := sortkey.Parse(names)
	require.True(t, ok)
	require.Len(t, keys, 13)
	g := game("White=A, a;Black=B;Date=2013.01.02;WhiteElo=2000;ECO=A00;Event=e;Site=s;Round=1;Result=1-0;UTCTime=10:00:00;moves=1. e4")
	for pair := range strings.SplitSeq("elo=rating ply=length date=DATE black-elo=Black-Elo", " ") {
		a, b, _ := strings.Cut(pair, "=")
		require.Equal(t, reader(t, a).Read(g), reader(t, b).Read(g))
	}
}

// TestStep checks that half-moves are counted only if a key needs them, and no further
// than step allows.
func TestStep(t *testing.T) {
	steps := 0
	step := func() bool { steps++; return steps < 3 }
	keys, _ := sortkey.Parse("date,elo")
	sortkey.NewReader(keys, step).Read(game("moves=1. e4 e5 2. d4"))
	require.Zero(t, steps)
	keys, _ = sortkey.Parse("date,ply")
	r := sortkey.NewReader(keys, step)
	key := r.Read(game("moves=1. e4 e5 2. d4 d5"))
	require.Equal(t, 3, steps)
	require.Equal(t, reader(t, "date,ply").Read(game("moves=1. e4 e5")), key)
}

// TestSeveralKeys checks that games are in the order of the first key that differs, and
// that a minus reverses known values and nothing else.
func TestSeveralKeys(t *testing.T) {
	names := strings.Split("date elo white-elo black-elo eco player white black ply event site round result", " ")
	values := map[string][]string{
		"Date": {"", "2012", "2012.05.??", "2012.05.06"}, "UTCTime": {"", "10:11:12"}, "Round": {"?", "1", "1.1"},
		"WhiteElo": {"", "1", "2500"}, "BlackElo": {"", "2500"}, "ECO": {"", "B12", "B13"}, "Result": {"*", "1-0", "0-1"},
		"White": {"?", "a", "ab", "A, b\\\"", "\x00"}, "Black": {"?", "b"}, "Event": {"", "\x00", "\x01a", "\xff"}, "Site": {"?", "x"},
		"moves": {"", "1. e4"},
	}
	var tags []string
	for name := range values {
		tags = append(tags, name)
	}
	slices.Sort(tags)
	drawn := func(t *rapid.T) []byte {
		var all []string
		for _, name := range tags {
			all = append(all, name+"="+rapid.SampledFrom(values[name]).Draw(t, name))
		}
		return game(strings.Join(all, ";"))
	}
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SliceOfN(rapid.SampledFrom(names), 1, 4).Draw(t, "by")
		a, b := drawn(t), drawn(t)
		want := 0
		for i, name := range by {
			one := reader(t, name)
			c := bytes.Compare(one.Read(a), one.Read(b))
			if rapid.Bool().Draw(t, "minus") {
				by[i] = "-" + name
				turned := reader(t, by[i])
				d := bytes.Compare(turned.Read(a), turned.Read(b))
				require.Equal(t, c == 0, d == 0)
				none := one.Read(game(""))
				if !slices.Contains([]string{"date", "player"}, name) && !bytes.Equal(one.Read(a), none) && !bytes.Equal(one.Read(b), none) {
					require.Equal(t, -c, d)
				}
				c = d
			}
			if want == 0 {
				want = c
			}
		}
		all := reader(t, strings.Join(by, ","))
		require.Equal(t, want, bytes.Compare(all.Read(a), all.Read(b)), "by %v:\n%s\n%s", by, a, b)
	})
}
