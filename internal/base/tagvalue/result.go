package tagvalue

import "bytes"

// Result is the value of a Result tag. The zero Result is a win for White.
type Result uint8

// The results, the first four in the order of the PGN standard.
const (
	WhiteWins Result = iota
	BlackWins
	Draw
	Unfinished
	OtherResult // anything else
	NumResults
)

var resultTexts = [NumResults]string{"1-0", "0-1", "1/2-1/2", "*", ""}

// String returns the result in the form of PGN, "" for OtherResult.
func (r Result) String() string { return resultTexts[r] }

// ParseResult reads a result in the form of String; anything else is OtherResult.
func ParseResult(text []byte) Result {
	for r := range OtherResult {
		if string(text) == resultTexts[r] {
			return r
		}
	}
	return OtherResult
}

// ParseAnyResult is ParseResult that also accepts the other spellings of CutResult,
// and white space around the result.
func ParseAnyResult(text []byte) Result {
	if r := ParseResult(text); r != OtherResult {
		return r
	}
	text = bytes.Trim(text, " \t")
	if r, n := CutResult(text); n == len(text) {
		return r
	}
	return ParseResult(text)
}

// CutResult returns the result of a finished game with which a text begins, and the
// length of its text, or OtherResult and 0. Between the points of the two sides is a
// dash of any kind or a colon, with at most one blank before and after it. Half a
// point is 1/2, ½ or 0.5; the first two alone are also a draw.
func CutResult(text []byte) (r Result, length int) {
	white, n := cutPoints(text)
	if n == 0 {
		return OtherResult, 0
	}
	half := white == onePoint/2 && text[n-1] != '5'
	if i := skipBlank(text, n); i < len(text) {
		sep := DashLen(text[i:])
		if text[i] == ':' {
			sep = 1
		}
		black, k := 0, 0
		if j := skipBlank(text, i+sep); sep > 0 && j < len(text) {
			black, k = cutPoints(text[j:])
			i = j + k
		}
		if k > 0 && white+black == onePoint {
			return [...]Result{BlackWins, Draw, WhiteWins}[white], i
		}
	}
	if half {
		return Draw, n
	}
	return OtherResult, 0
}

// onePoint is the points of a win, counted in halves.
const onePoint = 2

// pointTexts are the texts of points, the longer ones first; xBD is ½ in Latin-1.
var pointTexts = [...]struct {
	text   string
	points int
}{{"1/2", 1}, {"½", 1}, {"\xBD", 1}, {"0.5", 1}, {"0,5", 1}, {"1", 2}, {"0", 0}}

// cutPoints returns the points with which a text begins, and the length of their text.
func cutPoints(text []byte) (points, length int) {
	for i := range pointTexts {
		if p := &pointTexts[i]; len(text) >= len(p.text) && string(text[:len(p.text)]) == p.text {
			return p.points, len(p.text)
		}
	}
	return 0, 0
}

// skipBlank returns the index after a blank at i, or i if there is none.
func skipBlank(text []byte, i int) int {
	if i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

// DashLen returns the length of the dash with which a text begins: an ASCII hyphen,
// one of U+2010 to U+2015, or a minus sign; 0 if there is none.
func DashLen(text []byte) int {
	switch {
	case len(text) == 0:
		return 0
	case text[0] == '-':
		return 1
	case len(text) < 3 || text[0] != 0xE2:
		return 0
	case text[1] == 0x80 && text[2]-0x90 <= 5, text[1] == 0x88 && text[2] == 0x92:
		return 3
	}
	return 0
}
