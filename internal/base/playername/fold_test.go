package playername

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// lettersForm begins the list of letters.
const lettersForm = `# Letters that are folded to others than their lower case (indexes.md, names). Generated; a test holds it equal to the code.
# Form: a line with # in front is a comment; every other line is the code point of a letter, and those of the letters that it is folded to, in four hexadecimal digits, each behind a space.
`

func TestLetters(t *testing.T) {
	var b strings.Builder
	b.WriteString(lettersForm)
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		if got := string(appendFolded(nil, 0, c)); classOf(c) == letter && got != string(unicode.ToLower(c)) {
			fmt.Fprintf(&b, "%04x", c)
			for _, to := range got {
				fmt.Fprintf(&b, " %04x", to)
			}
			b.WriteByte('\n')
		}
	}
	golden.Equal(t, "../../../docs/spec/lists/letters.txt", b.String())
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Hübner", "HÜBNER", "hubner", "Huebner", "H\xfcbner", "Hu\u0308bner", " HUEBNER. "},
		{"Lékó", "Leko", "LÉKÓ", "Le\u0301ko\u0301", "L\xe9k\xf3"},
		{"Đurić", "Djuric", "Duric", "ĐURIĆ"}, {"Sørensen", "Soerensen", "Sorensen"}, {"Ågren", "Aagren", "Agren", "A\u030agren"},
		{"Großmann", "Grossmann", "Grosmann", "GROẞMANN"}, {"Ærø", "Aeroe", "Aero", "ÆRØ"}, {"Þór", "Thor", "THOR"},
		{"O'Kelly", "OKelly", "O’Kelly", "O`kelly", "O´Kelly", "OʼKelly"}, {"Vachier-Lagrave", "vachier lagrave", "Vachier—Lagrave"},
		{"Пётр Й", "петр и", "ПЕ\u0308ТР И\u0306"}, {"Σοφός", "ΣΟΦΌΣ", "σοφοσ"}, {"", " ", "?", ".,-'"}, {"a\u200bb", "ab", "a\u00adb"},
	} {
		for _, text := range same {
			require.Equal(t, Fold(same[0]), Fold(text), "%q", text)
		}
	}
	for _, apart := range [][2]string{{"Smith", "Smit"}, {"Hubner", "Hibner"}, {"ab", "a b"}, {"Müller", "Möller"}, {"½", "2"}, {"Kasparov", "Kasparow"}} {
		require.NotEqual(t, Fold(apart[0]), Fold(apart[1]), "%q", apart)
	}
}

func TestFoldEveryLetter(t *testing.T) {
	for c := range rune(0x20000) {
		once := Fold("x" + string(c) + "y")
		require.Equal(t, once, Fold(once), "%U", c)
	}
}

func TestFoldTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aedjosuiAEÜöäßøåæđþ '’-.,\u0308IJкйΣς\u0130"))).Draw(t, "text")
		once := Fold(text)
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, and that is folded to %q", text, once, twice)
		}
	})
}

// TestEachWord checks that every way in which a text can be searched finds a word
// that the filters of names have.
func TestEachWord(t *testing.T) {
	words := func(text string) (all []string) {
		EachWord(nil, []byte(text), func(w []byte) { all = append(all, string(w)) })
		return all
	}
	require.Equal(t, []string{"o", "kelly", "m", "okelly", "m"}, words("O'Kelly, M."))
	require.Equal(t, []string{"hubner", "r"}, words("H\xfcbner,R"))
	require.Nil(t, words("?, -"))
}

func wanted(t *testing.T, query, name string) (fits, near bool) {
	t.Helper()
	w := NewWanted(query)
	require.NotNil(t, w, query)
	fits = w.Fits(Decode([]byte(name)))
	if fits {
		found := false
		EachWord(nil, []byte(name), func(word []byte) {
			for _, k := range w.Keys() {
				found = found || string(k) == string(word)
			}
		})
		require.True(t, found, "%q fits %q and has none of its keys", name, query)
	}
	return fits, w.Near(Decode([]byte(name)))
}

func TestWanted(t *testing.T) {
	for query, names := range map[string][]string{
		"Magnus Carlsen": {"Carlsen,M", "Carlsen, Magnus", "M Carlsen", "Carlsen M.", "CARLSEN,MAGNUS", "Carlsen, Magnus (NOR)", "WGM Carlsen, Ma", "Magnus, C"},
		"Carlsen, M":     {"Carlsen,M", "Magnus Carlsen", "Carlsen, Mads"},
		"JR Capablanca":  {"Capablanca, Jose Raul", "Capablanca,J", "Capablanca, JR"},
		"Robert Hübner":  {"Huebner,R", "H\xfcbner, Robert", "HUBNER, ROBERT"},
		"O'Kelly, A":     {"O Kelly, A", "OKelly,A", "Alberic O’Kelly"},
		"van Wely, Loek": {"Wely, Loek van", "Loek van Wely", "Van Wely,L"},
	} {
		for _, name := range names {
			fits, _ := wanted(t, query, name)
			require.True(t, fits, "%q %q", query, name)
		}
	}
	for query, names := range map[string][]string{
		"Magnus Carlsen": {"Carlsen, Henrik", "Carlsen", "Magnus", "Carlsson, Magnus", "Carlsen, Mads", "Magnusson, C", "", "?"},
		"Carlsen, M":     {"M, Carlsen", "Carlsen", "Carlsen, H"},
		"Stockfish 15":   {"Stockfish 1", "Stockfish 150", "Stockfish", "15, Stockfish"},
		"Wang Yue":       {"Wang", "Yue", "Wang, Hao"},
	} {
		for _, name := range names {
			fits, _ := wanted(t, query, name)
			require.False(t, fits, "%q %q", query, name)
		}
	}
	for name, want := range map[string]bool{"Kasparov, Gary": true, "Kasparov": true, "Kasparov,Georgy": true, "Kasparov,S": false, "Kasparova, G": false, "Garry": true} {
		_, near := wanted(t, "Garry Kasparov", name)
		require.Equal(t, want, near, name)
	}
	for _, query := range []string{"carlsen", "GM Carlsen", "", "?", "a b c d e f g h i"} {
		require.Nil(t, NewWanted(query), query)
	}
}

func FuzzWanted(f *testing.F) {
	f.Add("Magnus Carlsen", "Carlsen,M")
	f.Add("O'Kelly, J.R", "JR O\xb4Kelly van")
	f.Fuzz(func(t *testing.T, query, name string) {
		if w := NewWanted(query); w != nil {
			wanted(t, query, name)
			if !w.Fits(Decode([]byte(query))) {
				t.Errorf("%q does not fit itself", query)
			}
		}
	})
}

// TestPass: no word with one of the letters is passed over, and no word is cut.
func TestPass(t *testing.T) {
	for _, text := range []string{
		"", "-", "Carlsen, Magnus", "de la Riva Aguado, O.", "O'Kelly de Galway", "l'Ami,E", "Müller", "Lékó P", "Ünal M", "e\u0301cole u\u0301", "Ольга Girya",
		"aMü a", "1st 2 b", "a'ü ü'a", "Æ ae", "x-ü-x", "ß s",
	} {
		all := func(letters []byte, pass bool) (words []string) {
			for at := 0; ; {
				if pass {
					at = Pass([]byte(text), at, letters)
				}
				word, start, end := NextWord(nil, []byte(text), at, false)
				if start == end {
					return words
				}
				if bytes.IndexByte(letters, word[0]) >= 0 {
					words = append(words, string(word))
				}
				at = end
			}
		}
		for c := range 256 {
			letters := []byte{byte(c), 'm'}
			require.Equal(t, all(letters, false), all(letters, true), "%q %q", text, letters)
		}
	}
}
