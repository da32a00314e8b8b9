package notation

import (
	"bytes"
	"strings"
)

// Language is a set of letters for the pieces, of one language or of several with the
// same letters. The languages are the numbers below Languages; the zero Language is
// English, the language of SAN.
type Language uint8

// English has the letters K, Q, R, B and N.
const English Language = 0

// Languages is the number of languages.
const Languages Language = Language(len(languages))

// letters are those of king, queen, rook, bishop and knight.
type letters [5]string

// pieces are the letters of English, in the order of letters.
const pieces = "KQRBN"

// languages are the letters of section 17 of the PGN standard, and those that it
// lacks. Letters of pawns are left out, since nobody writes them, except the
// figurines.
var languages = [...]struct {
	name    string
	letters letters
	also    letters // other spellings, read but not written
}{
	{name: "English", letters: letters{"K", "Q", "R", "B", "N"}},
	{name: "German, Danish, Norwegian, Swedish", letters: letters{"K", "D", "T", "L", "S"}},
	{name: "Dutch", letters: letters{"K", "D", "T", "L", "P"}},
	{name: "Finnish", letters: letters{"K", "D", "T", "L", "R"}},
	{name: "Icelandic", letters: letters{"K", "D", "H", "B", "R"}},
	{name: "Estonian", letters: letters{"K", "L", "V", "O", "R"}},
	{name: "French", letters: letters{"R", "D", "T", "F", "C"}},
	{name: "Spanish, Italian", letters: letters{"R", "D", "T", "A", "C"}},
	{name: "Portuguese", letters: letters{"R", "D", "T", "B", "C"}},
	{name: "Romanian", letters: letters{"R", "D", "T", "N", "C"}},
	{name: "Polish", letters: letters{"K", "H", "W", "G", "S"}},
	{name: "Czech", letters: letters{"K", "D", "V", "S", "J"}},
	{name: "Hungarian", letters: letters{"K", "V", "B", "F", "H"}},
	{name: "Russian", letters: letters{"Кр", "Ф", "Л", "С", "К"}},
	{name: "figurines", letters: letters{"♔", "♕", "♖", "♗", "♘"}, also: letters{"♚", "♛", "♜", "♝", "♞"}},
}

// pawnFigurines are the only letters of pawns that are read.
var pawnFigurines = [...]string{"♙", "♟"}

// selectors may follow a figurine, to choose whether it is drawn as text or in
// colour.
var selectors = [...]string{"\uFE0E", "\uFE0F"}

// String returns the names of the languages that use these letters, such as "German,
// Danish, Norwegian, Swedish".
func (l Language) String() string {
	if l < Languages {
		return languages[l].name
	}
	return "Language(?)"
}

// AppendEnglish appends the text of a move in l, in any form that ParseSAN reads,
// with the letters of English, and returns the extended slice. Letters of promotions
// may be in either case. ok is false if the text has a letter that is not a piece's
// in l.
func (l Language) AppendEnglish(dst, move []byte) (out []byte, ok bool) {
	if l >= Languages || len(move) == 0 {
		return dst, false
	}
	if l == English {
		return append(dst, move...), true
	}
	letter, n := l.letterAt(move)
	if n == 0 && isCapital(move[0]) && !isCastling(move) {
		return dst, false
	}
	if n > 0 {
		if letter != 0 {
			return append(append(dst, letter), move[n:]...), true
		}
		move = move[n:] // a pawn
	}
	at := promotionAt(move)
	if at == len(move) {
		return append(dst, move...), true
	}
	letter, n = l.letterAt(move[at:])
	if c := move[at]; n == 0 && c >= 'a' && c <= 'z' {
		letter, n = l.letterAt([]byte{c - 'a' + 'A'})
	}
	if n == 0 {
		return append(dst, move...), !isCapital(move[at])
	}
	return append(append(append(dst, move[:at]...), letter), move[at+n:]...), true
}

// AppendMove appends the text of a move in SAN with the letters of l, and returns
// the extended slice.
func (l Language) AppendMove(dst, san []byte) []byte {
	if l == English || l >= Languages {
		return append(dst, san...)
	}
	for _, c := range san {
		if i := strings.IndexByte(pieces, c); i >= 0 {
			dst = append(dst, languages[l].letters[i]...)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// letterAt returns the English letter of the piece whose letter in l the text begins
// with, or 0 for a pawn, and the length of the letter in l, 0 if there is none. The
// letter of the Russian king begins with that of the knight, so the longer one comes
// first.
func (l Language) letterAt(text []byte) (letter byte, n int) {
	if isCastling(text) {
		return 0, 0
	}
	language := &languages[l]
	for i := range language.letters {
		for _, spelled := range [2]string{language.letters[i], language.also[i]} {
			if n = prefix(text, spelled); n > 0 {
				return pieces[i], n
			}
		}
	}
	if language.also[0] != "" {
		for _, spelled := range pawnFigurines {
			if n = prefix(text, spelled); n > 0 {
				return 0, n
			}
		}
	}
	return 0, 0
}

// prefix returns the length of letter and of its selector if text begins with them,
// or 0.
func prefix(text []byte, letter string) int {
	n := len(letter)
	if n == 0 || len(text) < n || string(text[:n]) != letter {
		return 0
	}
	if n > 2 {
		for _, s := range selectors {
			if bytes.HasPrefix(text[n:], []byte(s)) {
				return n + len(s)
			}
		}
	}
	return n
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// isCastling reports whether a text begins as castling does. O alone is a letter in
// Estonian.
func isCastling(text []byte) bool { return len(text) > 1 && text[0] == 'O' && text[1] == '-' }

// promotionAt returns the index of the letter of the promotion in the text of a
// pawn's move, len(move) if there is none.
func promotionAt(move []byte) int {
	for i := len(move) - 1; i > 0; i-- {
		if (move[i] != '1' && move[i] != '8') || move[i-1]-'a' > 7 {
			continue
		}
		if i++; i < len(move) && (move[i] == '=' || move[i] == '/' || move[i] == '(') {
			i++
		}
		return i
	}
	return len(move)
}

// LanguageSet is a set of languages, bit l is Language l. The zero LanguageSet is
// empty.
type LanguageSet uint32

// AllLanguages holds all languages.
const AllLanguages LanguageSet = 1<<Languages - 1

// Has reports whether l is in s.
func (s LanguageSet) Has(l Language) bool { return s>>l&1 != 0 }

// firstLetters holds, for the first byte of a move, the languages with a letter that
// begins with it, or all languages if there is none.
var firstLetters = func() (t [256]LanguageSet) {
	for c := range t {
		if !isCapital(byte(c)) && c < 0x80 {
			t[c] = AllLanguages
		}
	}
	t['P'] = 1 << English // a pawn, which nearly nobody writes
	for l := range languages {
		for i, letter := range languages[l].letters {
			t[letter[0]] |= 1 << l
			if also := languages[l].also[i]; also != "" {
				t[also[0]] |= 1 << l
			}
		}
	}
	return t
}()

// SpelledIn returns the languages in which a move may be spelled, judged by its first
// letter: all languages for a pawn's move or castling.
func SpelledIn(move []byte) LanguageSet {
	if len(move) == 0 {
		return 0
	}
	if isCastling(move) || len(move) == 2 && string(move) == nullTexts[1] {
		return AllLanguages
	}
	s := firstLetters[move[0]]
	if move[0] >= 0x80 {
		for l := range Languages {
			if _, n := l.letterAt(move); n == 0 {
				s &^= 1 << l
			}
		}
	}
	return s
}
