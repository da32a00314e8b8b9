package gamelist

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// TestFind finds names by beginnings of words, without letter case and accents, also in
// Latin-1.
func TestFind(t *testing.T) {
	src := ""
	for _, name := range []string{"Hübner, Robert", "H\xfcbner, R", "Huebner, R.", "Lékó, Péter", "Đurić, S", "O'Kelly, A", "?"} {
		src += "[White \"" + name + "\"]\n[Black \"Nobody\"]\n\n1. e4 *\n\n"
	}
	a, err := chesszip.OpenPGN(t.Context(), strings.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	p, err := ReadPlayers(t.Context(), a)
	require.NoError(t, err)
	for text, want := range map[string][]string{
		"hubner": {"Huebner, R.", "Hübner, Robert", "H\xfcbner, R"}, "HÜBN rob": {"Hübner, Robert"}, "huebner r": {"Huebner, R.", "Hübner, Robert", "H\xfcbner, R"},
		"leko": {"Lékó, Péter"}, "peter le": {"Lékó, Péter"}, "djur": {"Đurić, S"}, "okel": {"O'Kelly, A"}, "o'k": {"O'Kelly, A"}, "bner": nil, "nob": {"Nobody"},
	} {
		var got []string
		for _, f := range p.Find(text, 10) {
			got = append(got, f.Name)
		}
		require.Equal(t, want, got, text)
	}
	require.Equal(t, []Opening{
		{"C44", "Ponziani Opening"}, {"C24", "Bishop's Opening: Ponziani Gambit"}, {"C57", "Italian Game: Two Knights Defense, Ponziani-Steinitz Gambit"},
	}, Openings("pónziani", 5))
	require.Equal(t, []Opening{{"C60-C99", "Spanish Opening"}}, Openings("spanish op", 1))
	require.Equal(t, []Opening{{"B90", "Sicilian Defense: Najdorf Variation"}}, Openings("b90", 5))
	require.Equal(t, []Opening{{"B90-B99", "Sicilian Defense: Najdorf Variation"}}, Openings("najdorf", 1))
	require.NotEmpty(t, Openings("kings gam", 5))
	require.Equal(t, Openings("kings gam", 5), Openings("King’s Gam", 5))
}
