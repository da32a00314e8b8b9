package sorting

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/pgn"
)

// naiveTwin is a game for the oracle of dedupe.
type naiveTwin struct {
	tags  map[string]string
	start string
	moves []board.Move
	words string // of the main line, if it is malformed
	more  [4]int

	date   [3]string // year, month and day, each "" if not known
	rounds []string
	pages  map[string]string // addresses in tags
}

func naiveGame(text string) *naiveTwin {
	g := pgn.ParseGame(text)
	n := &naiveTwin{tags: map[string]string{}}
	valued := 0
	for _, tag := range g.Tags {
		if _, again := n.tags[tag.Name]; !again {
			n.tags[tag.Name] = strings.TrimSpace(tag.Value)
		}
		if strings.Trim(tag.Value, " ?.-*") != "" {
			valued++
		}
	}
	line, ok := g.MainLine()
	p := line.Start
	p.Castling, p.HalfmoveClock, p.FullmoveNumber = p.UsableRights(), 0, 0
	n.start, n.moves = p.String(), line.Moves
	comments, depth := 0, 0
	in := pgn.NewScanner([]byte(text))
	if at, begins := pgn.Begin([]byte(text)); begins {
		in.Seek(at)
	}
	for token, more := in.Next(); more; token, more = in.Next() {
		switch token.Kind {
		case pgn.Comment, pgn.LineComment:
			comments++
		case pgn.Open:
			depth++
		case pgn.Close:
			depth = max(depth-1, 0)
		case pgn.Move:
			if !ok && depth == 0 {
				n.words += string(token.Text) + " "
			}
		}
	}
	if n.result() == "*" {
		for _, r := range []string{"1-0", "0-1", "1/2-1/2"} {
			if strings.HasSuffix(strings.TrimSpace(text), r) {
				n.tags["Result"] = r
			}
		}
	}
	n.more = [4]int{len(n.moves), valued, comments, len(text)}
	n.date, n.rounds, n.pages = n.readDate(), naiveDigits.FindAllString(n.tags["Round"], -1), map[string]string{}
	for _, tag := range []string{"Site", "Link"} {
		if v := n.tags[tag]; strings.HasPrefix(v, "http") {
			n.pages[tag] = naiveAddress.ReplaceAllString(v, "")
		}
	}
	return n
}

// readDate returns the value of date.
func (n *naiveTwin) readDate() (parts [3]string) {
	for _, name := range []string{"Date", "UTCDate"} {
		if m := naiveDate.FindStringSubmatch(n.tags[name]); m != nil && m[1] != "0000" {
			for i := range parts {
				if parts[i] = strings.Trim(m[i+1], "?"); parts[i] == "" || parts[i] == "00" {
					return parts
				}
			}
			return parts
		}
	}
	return parts
}

func (n *naiveTwin) known(tag string) (string, bool) {
	v := n.tags[tag]
	return v, strings.Trim(v, "?.-*") != ""
}

func (n *naiveTwin) result() string {
	r := strings.Replace(n.tags["Result"]+" ", "1/2 ", "1/2-1/2", 1)
	if r = strings.TrimSpace(strings.Replace(r, "1/2-1/2-1/2", "1/2-1/2", 1)); r == "1-0" || r == "0-1" || r == "1/2-1/2" {
		return r
	}
	return "*"
}

// same is the rule of docs/duplicates.md, implemented again.
func (n *naiveTwin) same(o *naiveTwin) bool {
	few := min(len(n.moves), len(o.moves))
	equal := len(n.moves) == len(o.moves)
	if n.start != o.start || !slices.Equal(n.moves[:few], o.moves[:few]) || n.words != o.words || !equal && (few < 20 || n.words != "") {
		return false
	}
	if a, b := n.result(), o.result(); a != b && (a != "*" && b != "*" || few < 20) {
		return false
	}
	a, b := n.date, o.date
	for i := range a {
		if a[i] != b[i] && few < 20 {
			return false
		}
		if a[i] == "" || b[i] == "" {
			if few >= 20 {
				break
			}
		} else if a[i] != b[i] {
			return false
		}
	}
	for _, tag := range []string{"Event", "Site", "Round"} {
		a, known := n.known(tag)
		b, known2 := o.known(tag)
		if few < 20 && (known != known2 || known && !strings.EqualFold(a, b)) {
			return false
		}
	}
	for _, tag := range []string{"UTCTime", "GameId"} {
		a, known := n.known(tag)
		if b, known2 := o.known(tag); known && known2 && a != b {
			return false
		}
	}
	for tag, a := range n.pages {
		if b, both := o.pages[tag]; both && a != b {
			return false
		}
	}
	x, y := n.rounds, o.rounds
	for i := range min(len(x), len(y)) {
		if strings.TrimLeft(x[i], "0") != strings.TrimLeft(y[i], "0") {
			return false
		}
	}
	return naiveName(n.tags["White"], o.tags["White"]) && naiveName(n.tags["Black"], o.tags["Black"])
}

var (
	naiveFold    = strings.NewReplacer("ü", "u", "ue", "u", "ä", "a", "ae", "a", "ö", "o", "oe", "o", "é", "e", "ss", "s", "'", "")
	naiveTitles  = regexp.MustCompile(`\b(GM|IM|FM|WGM)\b `)
	naiveDate    = regexp.MustCompile(`^(\d{4})(?:[./-](\d\d|\?\?)(?:[./-](\d\d|\?\?))?)?`)
	naiveDigits  = regexp.MustCompile(`\d+`)
	naiveAddress = regexp.MustCompile(`^https?://(www\.)?|/(white|black)$`)
	naiveBreaks  = regexp.MustCompile(`[^\pL\pN]+`)
)

// naiveName tries all ways to pair the words of two names.
func naiveName(a, b string) bool {
	if !strings.ContainsAny(a+b, ", ") {
		return strings.EqualFold(a, b)
	}
	words := func(s string) (front, behind []string, comma bool) {
		s = naiveFold.Replace(strings.ToLower(naiveTitles.ReplaceAllString(strings.ReplaceAll(s, "\xfc", "ü"), "")))
		x, y, comma := strings.Cut(s, ",")
		return strings.Fields(naiveBreaks.ReplaceAllString(x, " ")), strings.Fields(naiveBreaks.ReplaceAllString(y, " ")), comma
	}
	af, ab, ac := words(a)
	bf, bb, bc := words(b)
	if !ac || !bc {
		return permuted(append(af, ab...), append(bf, bb...), false)
	}
	return permuted(af, bf, true) && permuted(ab, bb, true) && permuted(append(af, ab...), append(bf, bb...), false)
}

// permuted reports whether the words of a are those of b in some order, with initials
// for words; unless anyWill is set, a word must be equal, or all.
func permuted(a, b []string, anyWill bool) bool {
	if len(a) != len(b) {
		return false
	}
	if slices.Equal(a, b) || len(a) == 0 {
		return true
	}
	var try func(i int, equal bool, used int) bool
	try = func(i int, equal bool, used int) bool {
		if i == len(a) {
			return equal || anyWill
		}
		for j, w := range b {
			short := len(w) == 1 || len(a[i]) == 1
			fits := w == a[i] || short && w[0] == a[i][0] && (w[0] > '9' || w == a[i])
			if used&(1<<j) == 0 && fits && try(i+1, equal || w == a[i] && len(w) > 1, used|1<<j) {
				return true
			}
		}
		return false
	}
	return try(0, false, 0)
}

// naiveDedupe compares all pairs, and returns the numbers of the dropped games.
func naiveDedupe(texts []string, first bool) (dropped []int64) {
	games := make([]*naiveTwin, len(texts))
	order := make([]int, len(texts))
	for i, text := range texts {
		games[i], order[i] = naiveGame(text), i
	}
	if !first {
		slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(games[j].more[:], games[i].more[:]) })
	}
	var kept []*naiveTwin
	for _, i := range order {
		if slices.ContainsFunc(kept, games[i].same) {
			dropped = append(dropped, int64(i))
		} else {
			kept = append(kept, games[i])
		}
	}
	slices.Sort(dropped)
	return dropped
}

// planted are changes that make a duplicate or a near miss of a game.
var planted = []func(text string) string{
	func(text string) string { return text },
	changed(`\[White "(\w+), ?(\w+)"`, `[White "$2 $1"`),
	changed(`\[Black "(\w+), ?(\w)\w*"`, `[Black "GM $1,$2."`),
	changed(`\[Date "(\d+)[^"]*"`, `[Date "$1.??.??"`),
	changed(`\[Date "\d+`, `[Date "1987`),
	changed(`\[(UTCTime|Round) "[^"]*"\]\s*`, ``),
	changed(`\[Round "[^"]*"`, `[Round "77"`),
	changed(`\[UTCTime "\d+`, `[UTCTime "77`),
	changed(`\[Result "[^"]*"`, `[Result "*"`),
	changed(`\[Result "[^"]*"`, `[Result "1-0"`),
	changed(`\[Site "([^"]*)"`, `[Site "$1x"`),
	changed(`\[Event "[^"]*"`, `[Event "Elsewhere"`),
	changed(`\{[^}]*\}`, ``),
	changed(`(?s)\s+16\..*`, " *\n\n"),
	changed(`(?s)\s+10\..*`, " *\n\n"),
	changed(`(?s)\s+11\..*`, " 1-0\n\n"),
	changed(`(?s)\s+(1-0|0-1|1/2-1/2)\s*$`, " {and so on} *\n\n"),
}

func changed(pattern, by string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(text string) string { return re.ReplaceAllString(text, by) }
}

// TestDedupeIsNaive compares Deduper with an oracle that compares all pairs of games,
// for real files with added duplicates and near misses.
func TestDedupeIsNaive(t *testing.T) {
	size := 600_000
	if os.Getenv("CHESSZIP_LONG") != "" {
		size = 2_500_000
	}
	for _, name := range corpus.Games("master-twic-train", "chesscom-train", "lichess-user-train") {
		src := kit.HeadOf(t, name, size)
		var texts []string
		for g, err := range kit.OpenPGN(t, src).Games().Texts(t.Context()) {
			require.NoError(t, err)
			texts = append(texts, string(g.Text))
		}
		for i := range len(texts) {
			texts = append(texts, planted[i%len(planted)](texts[i]))
		}
		for _, first := range []bool{false, true} {
			want := naiveDedupe(texts, first)
			require.NotEmpty(t, want, name)
			require.Less(t, len(want), len(texts)/2, "%s: near misses stay", name)
			for _, memory := range []int{0, 50_000} {
				got, _ := dedupe(t, &chesszip.DedupeOptions{KeepFirst: first, Memory: memory, Dir: t.TempDir()}, texts...)
				require.Equal(t, want, got, "%s, first %v, memory %d", name, first, memory)
			}
		}
	}
}
