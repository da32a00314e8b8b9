package terms

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
)

// statisticsOf are the statistics of one game.
func statisticsOf(t *testing.T, plies int, tags ...string) *index.Statistics {
	t.Helper()
	var game []tagvalue.Tag
	for i := 0; i < len(tags); i += 2 {
		game = append(game, tagvalue.Tag{Name: []byte(tags[i]), Value: []byte(tags[i+1])})
	}
	var b index.Builder
	b.Reset(index.Players)
	b.Add(game, tagvalue.Facts{Plies: plies, Result: tagvalue.ParseAnyResult(tagvalue.First(game, "Result"))})
	s, err := index.ParseStatistics(b.Statistics())
	require.NoError(t, err)
	return &s
}

// TestExcludes checks which alternatives and negated terms the statistics of one game
// exclude.
func TestExcludes(t *testing.T) {
	s := statisticsOf(t, 40, "White", "Carlsen, Magnus", "Black", "Anand", "WhiteElo", "2863", "BlackElo", "2792",
		"Date", "2014.11.08", "ECO", "C65", "Result", "1-0")
	for text, want := range map[string]bool{
		"player:nobody":                true,
		"player:nobody player:carlsen": false,
		"player:nobody player:nemo":    true,
		"player:nobody player:nem*":    false,
		"player:nobody@2800+":          true,
		"player:carls*@2900+":          true,
		"player:@2800+":                false,
		`player:"nobody x*"`:           true,
		"player:=nobody":               true,
		"player:/nobody/":              false,
		"player:carlsen event:x":       false,
		"tag:White=nobody":             true,
		"tag:Event=nobody":             false,
		"elo:2900+ elo:-2000":          true,
		"elo:2900+ elo:2800+":          false,
		"elo:2900+,2000-2500":          true,
		"diff:100+":                    true,
		"diff:0-10,80+":                false,
		"date:2013,2015":               true,
		"date:2013 date:2014":          false,
		"eco:B,D":                      true,
		"eco:B eco:C6":                 false,
		"result:draw result:0-1":       true,
		"result:draw,1-0":              false,
		"ply:1-10,50+":                 true,
		"-result:1-0":                  true,
		"-result:draw":                 false,
		"-result:draw -result:1-0":     true,
		"-ply:30+":                     true,
		"-ply:30-39,41+":               false,
		"-player:nobody":               false,
		"-player:carlsen":              false,
		"-elo:2000+":                   false,
		"-date:2014":                   false,
		"-eco:C":                       false,
		"opening:sicilian":             false,
		"result:1-0 eco:C date:2014+":  false,
	} {
		terms, err := Parse(text)
		require.NoError(t, err, text)
		conditions, err := Compile(terms)
		require.NoError(t, err, text)
		got := slices.ContainsFunc(conditions, func(c Condition) bool { return c.Excludes(s) })
		require.Equal(t, want, got, text)
	}
}

// TestColumns checks which terms numeric columns decide.
func TestColumns(t *testing.T) {
	for text, want := range map[string]struct{ asks, decides bool }{
		"elo:2000+ elo:-1000":             {true, true},
		"-elo:2000+":                      {true, true},
		"diff:100+":                       {true, true},
		"date:2013 date:2015":             {true, true},
		"player:@2700+":                   {true, true},
		"-player:@2700+":                  {true, true},
		"player:carlsen@2700+":            {true, false},
		"-player:carlsen@2700+":           {false, false},
		"player:carlsen@2700+ player:a@9": {true, false},
		"player:carlsen@2700+ player:a":   {false, false},
		"white:@2700+":                    {true, true},
		"player:carlsen":                  {false, false},
		"title:gm":                        {false, false},
	} {
		terms, err := Parse(text)
		require.NoError(t, err, text)
		conditions, err := Compile(terms)
		require.NoError(t, err, text)
		require.Len(t, conditions, 1, text)
		require.Equal(t, want.asks, conditions[0].Fits != nil, text)
		require.Equal(t, want.decides, conditions[0].Decides, text)
	}
}

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
		"player:magnus carlsen": `did you mean player:carlsen? A value with blanks is quoted: player:"magnus carlsen"`,
		"white=carlsen":         "did you mean white:carlsen?",
		"blakc:carlsen":         "did you mean black?",
		"whiteelo:2700+":        "did you mean white-elo:...?",
		"termination:x":         "did you mean tag:Termination=...?",
		"year:2013":             "did you mean date:...?",
		"result:drew":           "did you mean draw?",
		"tc:clasical":           "did you mean classical?",
		"xyzzy:1":               "",
	} {
		_, err := Parse(text)
		var at *Error
		require.True(t, errors.As(err, &at), text)
		require.Equal(t, want, at.Hint, text)
	}
}

// FuzzParse checks that the formatted text of a valid query is parsed as the same, and
// that any text is handled.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`white:carlsen eco:B2 date:2010- -event:blitz`, `player:"car* mag*"@2800+ site:=a\b`, `tag:A=/x y/i -has:B`, `player:"==a \"b\" \\ c"`,
		"result:*,draw tc:180+2 ply:-3 diff:1..2", "\tround:? \n title:any", `opening:"`,
	} {
		f.Add(text)
	}
	game := []tagvalue.Tag{{Name: []byte("White"), Value: []byte("Carlsen")}, {Name: []byte("ECO"), Value: []byte("B20")}}
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
		for _, c := range conditions {
			c.Holds(game, tagvalue.Facts{Plies: 20})
			if c.Fits != nil {
				c.Fits(1<<48, 0)
			}
		}
		Hints(terms)
	})
}
