package playername

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func same(a, b string) bool {
	x, y := Parse(a), Parse(b)
	return x.Same(&y)
}

func TestSame(t *testing.T) {
	for _, names := range [][]string{
		{"Carlsen, Magnus", "Magnus Carlsen", "Carlsen, M.", "Carlsen,M", "GM Carlsen,M", "CARLSEN, MAGNUS (2850)", "M. Carlsen", "Carlsen, GM Magnus", "M.Carlsen"},
		{"Müller, K", "Mueller, K", "Muller, K", "M\xfcller, Karsten", "Mu\u0308ller, Karsten"},
		{"Vachier-Lagrave, Maxime", "Vachier Lagrave,M", "Maxime Vachier-Lagrave"},
		{"Smith, J.A.", "Smith, John A", "Smith, J. Andrew", "John Andrew Smith"},
		{"L'Ami, Erwin", "LAmi, E."},
		{"Nguyễn, Ngọc", "Nguyen, Ngoc"}, {"Großmann, A", "Grossmann, Anna"}, {"Bjørn, Ærø", "Bjorn, Aero"},
		{"Dr. Tarrasch, S", "Tarrasch, Siegbert"},
		{"DrNykterstein", "drnykterstein"}, {"?", "?"}, {"", ""},
		{"Carlsen", "GM Carlsen", "Carlsen,", "carlsen"},
		{"Im, Sung", "Sung Im"}, {"IM, SUNG", "Im, S"},
		{"Stockfish 15.1", "stockfish 15.1"},
		{"Иванов, Пётр", "иванов, П"},
		{"(?)", "(?)"}, {"J S", "J. S."}, {"Mia M Mo", "M Max Mo"}, {"Mia M Mo", "Max Mia Mo"},
	} {
		for _, a := range names {
			for _, b := range names {
				require.True(t, same(a, b), "%q %q", a, b)
				x, y := Parse(a), Parse(b)
				require.Equal(t, string(x.AppendKey(nil)), string(y.AppendKey(nil)), "%q %q", a, b)
			}
		}
	}
}

func TestDifferent(t *testing.T) {
	for _, names := range [][2]string{
		{"Carlsen, Magnus", "Carlsen, Henrik"}, {"Carlsen, Magnus", "Carlsen"}, {"Carlsen, M", "Karlsen, M"},
		{"Carlsen, Magnus", "Magnus, Carlsen"}, // the comma says which is the surname
		{"Polgar, Judit", "Polgar, Sofia"}, {"Polgar, Judit", "Polgar, Jolan"},
		{"Smith, John", "Smith, John A"}, {"Smith, J", "Stone, J"}, {"J Smith", "S Jones"},
		{"Stockfish 15", "Stockfish 1"}, {"Stockfish 15", "Stockfish 15.1"},
		{"drnykterstein", "drnykterstein2"}, {"dr-nykterstein", "dr_nykterstein"}, {"josé", "jose"},
		{"?", ""}, {"", "Carlsen, M"}, {"Mia M Mo", "Max Mara Mo"}, {"Max Mia Mo", "M Mara Mo"}, {"A A Mo", "Anna Berta Mo"},
	} {
		require.False(t, same(names[0], names[1]), "%q", names)
		require.False(t, same(names[1], names[0]), "%q", names)
	}
}

func TestSorting(t *testing.T) {
	for name, want := range map[string]string{
		"Carlsen, Magnus": "carlsen magnus", "Magnus Carlsen": "carlsen magnus", "GM Carlsen,M": "carlsen m",
		"Ågren": "agren", "": "", "Vachier-Lagrave, M": "vachier lagrave m",
	} {
		n := Parse(name)
		require.Equal(t, want, string(n.AppendSorting(nil)), name)
	}
}

func FuzzSame(f *testing.F) {
	f.Add("Carlsen, Magnus", "M. Carlsen")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := Parse(a), Parse(b)
		if !x.Same(&x) {
			t.Errorf("%q is not the same as itself", a)
		}
		if x.Same(&y) != y.Same(&x) {
			t.Errorf("%q and %q: one way only", a, b)
		}
		if x.Same(&y) && string(x.AppendKey(nil)) != string(y.AppendKey(nil)) {
			t.Errorf("%q and %q are the same, their keys differ", a, b)
		}
	})
}
