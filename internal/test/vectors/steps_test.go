package vectors_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const stepsHeading = `%s of frames, docs/spec/games.md, section %d, value by value.
string   stream %d, hexadecimal
%s
step     a Bit, Tree or Number that is read, and its value | for each bit of it that is not raw,
         the probability of a 1 in 1/65536, a colon and the bit`

// stepFrames are the frames whose heads and scripts are read step by step.
var stepFrames = []struct {
	name, file string
	lines      int // of the file
}{
	{"all kinds of steps, brackets that do not match", "steps", 60},
	{"ways to break lines, dialects, numbers that are spelled out", "styles", 75},
	{"chains of tags that change", "heads", 200},
	{"results that tags, moves, or both say", "results", 59},
}

// TestSteps holds vectors/layers/heads.txt and script.txt: what is read here by the
// specification alone must use up the strings that frames have.
func TestSteps(t *testing.T) {
	var heads, scripts []*vectors.Vector
	for _, c := range stepFrames {
		b, err := os.ReadFile(filepath.Join("testdata", c.file+".pgn"))
		require.NoError(t, err)
		lines := bytes.SplitAfterN(b, []byte("\n"), c.lines+1)
		_, f := frameOf(t, string(bytes.Join(lines[:c.lines], nil)))
		facts := factsOf(t, f)

		r := newStepReader(t, c.name, f, 10)
		fresh := spelledOf(t, f, 11, "literal", r.v)
		require.Equal(t, facts.plies, r.heads(t, len(facts.plies), fresh))
		heads = append(heads, r.end(t))
		r = newStepReader(t, c.name, f, 3)
		spelledOf(t, f, 4, "text", r.v)
		r.words = spelledOf(t, f, 5, "word", r.v)
		for i := range facts.plies {
			r.game(facts.plies[i], facts.results[i])
		}
		scripts = append(scripts, r.end(t))
	}
	golden.Equal(t, "../../../vectors/layers/heads.txt", vectors.File(fmt.Sprintf(stepsHeading, "Heads", 4, 10,
		`literal  a value of stream 11, in order
chain    the numbers of the literals of the game that was read
plies    its half-moves, read by Plies behind the steps before`), heads))
	golden.Equal(t, "../../../vectors/layers/script.txt", vectors.File(fmt.Sprintf(stepsHeading, "Scripts", 5, 3,
		`text     a value of stream 4, in order
word     a value of stream 5, in order
game     a game begins: its half-moves by the heads, and its result (section 4.1)`), scripts))
}

// spelledOf returns the values of a column of a frame, and adds them to a vector.
func spelledOf(t *testing.T, f *archive.Frame, kind uint16, key string, v *vectors.Vector) (list [][]byte) {
	t.Helper()
	data, ok := f.Stream(kind)
	if !ok {
		return nil
	}
	list, err := text.Decode(data, -1, int(f.Input), nil)
	require.NoError(t, err)
	for _, value := range list {
		v.Add(key, "%s", vectors.Quote(value))
	}
	return list
}

// facts are what is known of games before their scripts are read.
type facts struct{ plies, results []int }

func factsOf(t *testing.T, f *archive.Frame) (known facts) {
	t.Helper()
	heads, _ := f.Stream(10)
	literals := layout.NewTexts("literals", spelledOf(t, f, 11, "literal", vectors.New("none")))
	column := func(k int) []byte {
		data, _ := f.Stream(uint16(16 + k))
		return data
	}
	limits := tagsection.Limits{Games: int(f.Games), Upto: int(f.Games), Values: 1 << 20, Bytes: int(f.Input)}
	limits.Results, _ = f.Stream(15)
	var r tagsection.Reader
	require.NoError(t, r.Open(heads, literals, column, limits))
	wanted := r.Needed(func(name string) bool { return tagvalue.SameName(name, "Result") })
	require.NoError(t, r.DecodeAll(wanted))
	for game := range int(f.Games) {
		one, err := r.Facts(game, r.Next(nil, wanted))
		require.NoError(t, err)
		known.plies, known.results = append(known.plies, one.Plies), append(known.results, int(one.Result))
	}
	return known
}

// stepReader reads a string of the range coder as the specification says it.
type stepReader struct {
	d    *rangecoder.Decoder
	v    *vectors.Vector
	bits map[string]*rangecoder.Bit // of all Bits, Trees and Numbers
	seen []string                   // bits of the step at hand

	// Of scripts.
	words               [][]byte
	had, games          int
	gaps, suffixes, all int // texts in each list
}

func newStepReader(t *testing.T, name string, f *archive.Frame, kind uint16) *stepReader {
	t.Helper()
	data, ok := f.Stream(kind)
	require.True(t, ok, "%s has no stream %d", name, kind)
	r := &stepReader{d: rangecoder.NewDecoder(data), v: vectors.New("%s", name), bits: map[string]*rangecoder.Bit{}, gaps: 9, suffixes: 4}
	r.v.Add("string", "%x", data)
	return r
}

// end returns the vector of a string that is used up.
func (r *stepReader) end(t *testing.T) *vectors.Vector {
	t.Helper()
	require.NoError(t, r.d.Err())
	require.True(t, r.d.AtEnd())
	require.Empty(t, r.words)
	return r.v
}

func (r *stepReader) code(format string, args ...any) int {
	name := fmt.Sprintf(format, args...)
	m := r.bits[name]
	if m == nil {
		m = &rangecoder.Bit{}
		r.bits[name] = m
	}
	p, b := m.P(), m.Decode(r.d)
	r.seen = append(r.seen, fmt.Sprintf("%d:%d", p, b))
	return b
}

func (r *stepReader) say(name string, value int) int {
	r.v.Add("step", "%s = %d | %s", name, value, strings.Join(r.seen, " "))
	r.seen = nil
	return value
}

// indexed is a name of the specification with its indices.
func indexed(name string, at []int) string {
	for _, i := range at {
		name += fmt.Sprintf("[%d]", i)
	}
	return name
}

func (r *stepReader) bit(name string, at ...int) int {
	name = indexed(name, at)
	return r.say(name, r.code("%s", name))
}

func (r *stepReader) tree(name string, at ...int) int {
	name = indexed(name, at)
	x := 1
	for range 4 {
		x = x<<1 | r.code("%s %d", name, x)
	}
	return r.say(name, x-16)
}

func (r *stepReader) number(name string, at ...int) int {
	name = indexed(name, at)
	n, x := 1, 1
	for n < 31 && r.code("%s length %d", name, n) == 1 {
		n++
	}
	for range min(n-1, 2) {
		x = x<<1 | r.code("%s %d %d", name, n, x)
	}
	for left := max(n-3, 0); left > 0; left -= min(left, 16) {
		k := min(left, 16)
		x = x<<k | int(r.d.Raw(uint(k)))
	}
	return r.say(name, x-1)
}

// heads reads the heads of games, section 4, and returns their half-moves.
func (r *stepReader) heads(t *testing.T, games int, fresh [][]byte) (plies []int) {
	t.Helper()
	const none = -1
	model := (*contextmix.Memory)(nil).New(&contextmix.Coder{Dec: r.d}, tagsection.Contexts(), 12, 250)
	literals := firstLiterals(t)
	var chain []int
	memory := map[[2]int][2]int{}
	again, right, at, before := 0, 0, 0, 0
	for range games {
		a := r.bit("AGAIN", again)
		again = (again<<1 | a) & 7
		for pair := [2]int{none, none}; a == 0; {
			if pair == [2]int{none, none} {
				chain = nil
			}
			likely, ok := memory[pair]
			if !ok {
				likely = [2]int{none, none}
			}
			id := none
			if likely[0] != none {
				g := r.bit("FIRST", right)
				right = (right<<1 | g) & 7
				if g == 1 {
					id = likely[0]
				} else if likely[1] != none && r.bit("SECOND") == 1 {
					id = likely[1]
				}
			}
			if id == none {
				v := r.number("LITERAL")
				id = at + (v>>1 ^ -(v & 1))
				if at = id + 1; id == len(literals) {
					literals, fresh = append(literals, fresh[0]), fresh[1:]
				}
			}
			if id != likely[0] {
				memory[pair] = [2]int{id, likely[0]}
			}
			chain, pair = append(chain, id), [2]int{pair[1], id}
			if !valued.Match(literals[id]) {
				break
			}
		}
		r.v.Add("chain", "%s", strings.Trim(fmt.Sprint(chain), "[]"))
		model.Use(0, uint32(min(before, 255)/16))
		before = int(model.Number(0))
		r.v.Add("plies", "%d", before)
		plies = append(plies, before)
	}
	return plies
}

// valued are the literals with a value behind them.
var valued = regexp.MustCompile(`(?s)\[[ \t]*[^\[ \t][^\[]*"$`)

// firstLiterals are those that every frame begins with.
func firstLiterals(t *testing.T) (list [][]byte) {
	t.Helper()
	b, err := os.ReadFile("../../../docs/spec/lists/literals.txt")
	require.NoError(t, err)
	for line := range bytes.Lines(b) {
		if line[0] != '#' {
			_, quoted, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
			literal, err := vectors.Unquote(quoted)
			require.NoError(t, err)
			list = append(list, literal)
		}
	}
	return list
}

// game reads the script of a game, section 5.
func (r *stepReader) game(plies, result int) {
	r.v.Add("game", "%d %d", plies, result)
	if r.games++; r.games == 1 || r.bit("SAME") == 0 && r.number("STYLE") == 0 {
		if r.number("WRAP") != 0 {
			r.number("WIDTH")
			r.bit("CRLF")
		}
		r.number("DIALECT")
	}
	n := r.number("DEPARTURES", r.had)
	r.had = min(n, 1)
	for i := range n {
		r.departure(i)
	}
	left, depth, prev, run, ended := plies, 0, stepEnd, 0, false
	for {
		main, k := depth == 0 && !ended, min(run, 3)
		switch {
		case main && left == 0:
			run = 0
		case main && r.bit("ALL", prev, k, one(left == 1)) == 1:
			run = left
		default:
			run = r.number("RUN", prev, k)
		}
		if main {
			left -= run
		}
		prev = r.tree("STEP", prev, min(run, 1)+2*one(main && left == 0))
		switch prev {
		case 1, 2, 10:
			word := r.words[0]
			r.words = r.words[1:]
			ended = ended || prev == 10 && depth == 0 && tagvalue.ParseAnyResult(word) < tagvalue.NumResults-1
			if main {
				left -= one(prev == 1)
			}
		case stepNAG:
			r.number("NAG")
		case 6:
			r.all += one(r.number("GLYPH") == r.all)
		case stepOpen:
			depth++
		case stepClose:
			depth = max(depth-1, 0)
		case stepResult:
			r.tree("RESULT", result)
			ended = ended || depth == 0
		case stepEnd:
			return
		}
	}
}

// departure reads the i-th departure of a game, section 5.3.
func (r *stepReader) departure(i int) {
	r.number("WHERE", min(i, 2))
	mask := 0
	for b := range 6 {
		mask |= r.bit("MASK", b, min(mask, 1)) << b
	}
	if mask&1 != 0 {
		r.gaps += one(r.number("GAP") == r.gaps)
	}
	if mask&2 != 0 {
		r.gaps += one(r.number("INNER") == r.gaps)
	}
	if mask&8 != 0 {
		r.suffixes += one(r.number("SUFFIX") == r.suffixes)
	}
	if mask&32 != 0 {
		r.number("FORM")
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
