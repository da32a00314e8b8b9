package terms

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// TestPatternBounds checks that the cost of a regular expression is limited.
func TestPatternBounds(t *testing.T) {
	for _, text := range []string{
		"player:/" + strings.Repeat("a", maxPattern+1) + "/",
		"player:/(a{100}){10}(b{100}){10}(c{1000}){1}(d{1000}){1}(e{1000}){1}(f{1000}){1}/",
		`player:/\pL{1000}/i player:/(x{2}){600}/`,
		"player:/(((a{30}){30}){30}){30}/",
	} {
		_, err := Parse(text)
		require.ErrorIs(t, err, ErrQuery, text)
	}
	terms := slices.Repeat([]Term{{Field: "player", Value: "a"}}, maxTerms+1)
	require.ErrorIs(t, Check(terms), ErrQuery)
	require.NoError(t, Check(terms[1:]))
	m, err := parseText("/b/")
	require.Nil(t, err)
	long := append(make([]byte, maxMatched), 'b')
	require.False(t, m.match(long), "what is behind the bytes that are looked at")
	require.True(t, m.match(long[1:]))
}

func TestHints(t *testing.T) {
	for text, want := range map[string]string{
		"player:carslen":          "player:carslen: did you mean carlsen?",
		"white:kasparow@2700+":    "white:kasparow@2700+: did you mean kasparov?",
		"opening:sicillian":       "opening:sicillian: did you mean sicilian?",
		"title:GN":                "title:GN: did you mean gm?",
		"has:whitetitle":          "has:whitetitle: did you mean WhiteTitle?",
		"tag:Terminaton=forfeit":  "tag:Terminaton=forfeit: did you mean Termination?",
		"player:carlsen":          "",
		`player:"magnus carlsen"`: "",
		"opening:quene":           "opening:quene: did you mean queen?",
		"player:tahl":             "player:tahl: did you mean tal?",
		"player:huebner":          "",
		"-player:carslen":         "",
		"player:=carslen":         "",
		"player:/carslen/":        "",
		"player:carsl*":           "",
		"opening:sicilian":        "",
		"title:gm":                "",
		"has:WhiteTitle":          "",
		"event:carslen":           "",
	} {
		terms, err := Parse(text)
		require.NoError(t, err, text)
		var got []string
		for _, h := range Hints(terms) {
			got = append(got, h.Text)
			require.Empty(t, Hints(h.Terms), "%s: what is meant looks misspelt, too", text)
		}
		require.Equal(t, want, strings.Join(got, "; "), text)
	}
}

func TestEqualFold(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"", "", true}, {"Ab-1", "aB-1", true}, {"ab", "abc", false}, {"a[", "a{", false}, {"a@", "a`", false},
		{"Hübner", "HÜBNER", true}, {"Hübner", "Hubner", false}, {"\u212a", "k", true}, {"aé", "a", false}, {"Пётр", "ПЁТР", true}, {"é", "É", true},
	} {
		require.Equal(t, c.want, equalFold([]byte(c.a), []byte(c.b)), "%q %q", c.a, c.b)
		require.Equal(t, c.want, equalFold([]byte(c.b), []byte(c.a)), "%q %q", c.b, c.a)
	}
}

func TestErrorHints(t *testing.T) {
	for text, want := range map[string]string{
		"white=carlsen":  "did you mean white:carlsen?",
		"blakc:carlsen":  "did you mean black?",
		"whiteelo:2700+": "did you mean white-elo:...?",
		"termination:x":  "did you mean tag:Termination=...?",
		"year:2013":      "did you mean date:...?",
		"result:drew":    "did you mean draw?",
		"tc:clasical":    "did you mean classical?",
		"xyzzy:1":        "",
	} {
		_, err := Parse(text)
		var at *Error
		require.True(t, errors.As(err, &at), text)
		require.Equal(t, want, at.Hint, text)
	}
}

// fixed are facts of a game with the same number everywhere, and named Carlsen.
type fixed facts.Number

func (f fixed) Number(open.Column) facts.Number { return facts.Number(f) }

func (f fixed) Days() facts.Days {
	if f.Has == facts.No {
		return facts.Days{}
	}
	return facts.Days{First: f.In[0], Last: f.In[0], Has: f.Has}
}

func (f fixed) Opening(int, []bool) (*openings.Opening, bool) { return nil, f.Has != facts.Maybe }

func (f fixed) Match(_ string, m *facts.Matcher) facts.Truth {
	return min(f.Has, facts.TruthOf(m.Match([]byte("Carlsen"))))
}

// FuzzParse checks that the formatted text of a valid query is parsed as the same, and
// that any text is handled.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`white:carlsen eco:B2 date:2010- -event:blitz`, `player:"car* mag*"@2800+ site:=a\b`, `tag:A=/x y/i -has:B`, `player:"==a \"b\" \\ c"`,
		"result:*,draw tc:180+2 ply:-3 diff:1..2", "\tround:? \n title:any", `opening:"`,
		`magnus carlsen vs "wijk aan zee" B90 2013 1-0 -draw`, "1. e4 c5 2.Nf3 2700+", "8/8/8/4k3/8/8/4K3/4R3 w - - 0 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms, err := Parse(text)
		if err != nil {
			require.ErrorIs(t, err, ErrQuery)
			return
		}
		again, err := Parse(Format(terms))
		require.NoError(t, err, Format(terms))
		require.Equal(t, terms, again)
		conditions, err := Compile(terms)
		require.NoError(t, err)
		for _, n := range []facts.Number{{}, {In: []facts.Range{{Min: 7, Max: facts.MaxInt}}, Has: facts.Maybe}, {In: []facts.Range{{Min: 20, Max: 20}}, Has: facts.Yes}} {
			All(conditions, fixed(n), true)
		}
		Hints(terms)
	})
}
