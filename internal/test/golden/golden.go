// Package golden compares results of tests with files. With the flag -update, tests
// write these files instead.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// Updating reports whether tests write golden files.
func Updating() bool { return *update }

// Equal fails the test unless the file holds got.
func Equal(t *testing.T, file string, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "%s; run this test with -update if the change is meant", file)
}

// Frozen fails the test unless the file holds the lines of got, in any order: bytes that
// have been stored and so never change. With -update it adds lines that the file does not
// have, such as those of a new method; it never alters or removes one.
func Frozen(t *testing.T, file string, got string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	have, want := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(got) {
		have[line] = true
	}
	for line := range strings.Lines(string(old)) {
		want[line] = true
		require.True(t, have[line], "%s holds the line below, which is stored data of users and not what is written now; a form never changes, a new one is another method\n%s", file, line)
	}
	for line := range strings.Lines(got) {
		if !want[line] {
			require.True(t, *update, "%s lacks the line below; run this test with -update if it is a new form\n%s", file, line)
			old = append(old, line...)
		}
	}
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, old, 0o644))
	}
}

// contextsForm begins the files of tables of contexts.
const contextsForm = `# Contexts of the adaptive models of %s. Generated; a test holds it equal to the tables that the code runs on.
# Form: a line with # in front is a comment. A line that begins with a letter is the name of a table. A line that begins with a digit is a choice of that table: its number, a space, what is coded, a colon, a space, and its fields with spaces between them, each a name, a colon and its width in bits. A line that begins with four spaces is a context of that choice: its number, a space, and the names of the fields that it looks at with spaces between them, or - for none.
`

// Contexts fails the test unless the file in docs/spec/lists for a document holds the
// given tables of contexts. Root is the path to the module's folder.
func Contexts(t *testing.T, root, name, documents string, tables ...fmt.Stringer) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, contextsForm, documents)
	for _, table := range tables {
		b.WriteString(table.String())
	}
	Equal(t, filepath.Join(root, "docs", "spec", "lists", "contexts-"+name+".txt"), b.String())
}
