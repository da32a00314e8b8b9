package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLimitsAreFound holds that every change of limits.txt still has its place:
// a check that is moved or reworded is moved or reworded there, too.
func TestLimitsAreFound(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	changes, err := readChanges(filepath.Join(root, folder, "limits.txt"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(changes), 12)
	for _, c := range changes {
		_, _, err := c.find(root)
		require.NoError(t, err)
		require.NotEqual(t, c.from, c.to, c.what)
	}
}

// TestReasons holds that each mutant that is called equivalent has a reason, and
// that its file still has the line.
func TestReasons(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	reasons, err := readReasons(filepath.Join(root, folder, "equivalent.txt"))
	require.NoError(t, err)
	for key, reason := range reasons {
		f := strings.Split(key, "\t")
		require.Len(t, f, 6, key)
		require.NotEmpty(t, strings.TrimSpace(reason), key)
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f[0])))
		require.NoError(t, err, key)
		require.Contains(t, strings.ReplaceAll(string(text), "\t", " "), f[4], key)
	}
}

const example = `package example

import "errors"

type reader struct{ left int }

func (r *reader) read(n, limit int) (int, error) {
	if n > limit || r.left == 0 {
		return 0, errors.New("too much")
	}
	if n == 1 {
		n++
	}
	if err := r.more(); err != nil {
		return 0, err
	}
	p := &n
	return *p - 1, nil
}

func (r *reader) more() error { return nil }

func appendTo(n int) int { return n + 1 }
`

// place makes a mutant of the example at the nth place of an operator.
func place(t *testing.T, kind, op string, nth int) *mutant {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, write(dir, "internal/column/comments/example.go", []byte(example)))
	s, err := parseSource(dir, "internal/column/comments/example.go")
	require.NoError(t, err)
	at := -1
	for range nth {
		i := strings.Index(example[at+1:], op)
		require.GreaterOrEqual(t, i, 0)
		at += 1 + i
	}
	before := example[:at]
	line := strings.Count(before, "\n") + 1
	made := s.mutant(kind, line, at-strings.LastIndexByte(before, '\n'))
	if len(made) == 0 {
		return nil
	}
	return made[0]
}

// TestMutant makes changes of an example, and holds which of them are in checks
// of limits.
func TestMutant(t *testing.T) {
	for _, c := range []struct {
		kind, op string
		nth      int
		want     string // in the changed text; nothing if there is no mutant
		limit    bool
	}{
		{"CONDITIONALS_BOUNDARY", ">", 1, "if n >= limit ||", true},
		{"CONDITIONALS_NEGATION", ">", 1, "if n <= limit ||", true},
		{"CONDITIONALS_NEGATION", "==", 1, "r.left != 0 {", true},
		{"INVERT_LOGICAL", "||", 1, "if n > limit && r.left", false},
		{"CONDITIONALS_NEGATION", "==", 2, "if n != 1 {", false},
		{"INCREMENT_DECREMENT", "++", 1, "n--\n", false},
		{"CONDITIONALS_NEGATION", "!=", 1, "err == nil", false},
		{"ARITHMETIC_BASE", "-", 1, "return *p + 1, nil", false},
		{"INVERT_BITWISE", "&n", 1, "", false}, // the address of n
		{"ARITHMETIC_BASE", "+", 3, "", false}, // only writes
	} {
		m := place(t, c.kind, c.op, c.nth)
		if c.want == "" {
			require.Nil(t, m)
			continue
		}
		require.NotNil(t, m, c.want)
		require.Contains(t, string(m.changedText()), c.want)
		require.Equal(t, c.limit, m.limit, c.want)
		require.Equal(t, len(example)-len(m.from)+len(m.to), len(m.changedText()))
	}
}

// TestKeys holds that a mutant has one key, wherever its line lies in the file.
func TestKeys(t *testing.T) {
	m := place(t, "CONDITIONALS_BOUNDARY", ">", 1)
	require.Equal(t, "internal/column/comments/example.go\treader.read\tCONDITIONALS_BOUNDARY\t5\tif n > limit || r.left == 0 {\t0", m.key())
}

// TestDraw holds that the sample has all checks of limits, enough of each room,
// and is the same each time.
func TestDraw(t *testing.T) {
	var all []*mutant
	for i, r := range rooms {
		s := &source{name: r.name, room: r, text: []byte("x")}
		for k := range 100 + 50*i {
			all = append(all, &mutant{source: s, column: k, limit: k%11 == 0})
		}
	}
	sample := draw(all)
	require.Len(t, sample, ofAll)
	of, limits := map[*room]int{}, 0
	for _, m := range sample {
		of[m.room]++
		if m.limit {
			limits++
		}
	}
	for _, r := range rooms {
		require.GreaterOrEqual(t, of[r], ofOneRoom, r.name)
	}
	for _, m := range all {
		if m.limit {
			limits--
		}
	}
	require.Zero(t, limits)
	require.Equal(t, sample, draw(all))
}

// TestFailingBase holds that a run goes on where the tests of a package fail
// without a mutant, and says in the end what it has not run.
func TestFailingBase(t *testing.T) {
	book, err := readVerdicts(filepath.Join(t.TempDir(), "results.txt"))
	require.NoError(t, err)
	var sample []*mutant
	for i, room := range []int{0, 1, 0, 1, 0} {
		sample = append(sample, &mutant{source: &source{name: rooms[room].name, room: rooms[room]}, column: i})
	}
	try := func(m *mutant) (verdict, error) {
		if m.room == rooms[0] {
			return "", &baseError{"./broken", errors.New("exit status 1"), nil}
		}
		return killed, nil
	}
	all := func(*mutant) bool { return true }
	require.EqualError(t, runSample(try, sample, book, all, time.Time{}, 0),
		"not run: 3 of "+rooms[0].name+"; their tests fail without a mutant")
	require.Equal(t, map[string]verdict{sample[1].key(): killed, sample[3].key(): killed}, book.of)
	other := func(*mutant) (verdict, error) { return "", errors.New("no go") }
	require.EqualError(t, runSample(other, sample, book, all, time.Time{}, 0), "no go")
}

// TestVerdicts writes verdicts and reads them back: the last one counts.
func TestVerdicts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.txt")
	b, err := readVerdicts(file)
	require.NoError(t, err)
	require.NoError(t, b.add("a\tb", survived))
	require.NoError(t, b.add("c", uncompilable))
	require.NoError(t, b.add("a\tb", killed))
	b, err = readVerdicts(file)
	require.NoError(t, err)
	require.Equal(t, map[string]verdict{"a\tb": killed, "c": uncompilable}, b.of)
}
