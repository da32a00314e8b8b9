package archive_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpec: the dumps in the specification are the Outputs of the Examples.
func TestSpec(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	require.NoError(t, err)
	examples, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(spec), "\n## 8. ")
	section, _, _ = strings.Cut(section, "\n## 9. ")
	lines := 0
	for line := range strings.Lines(string(examples)) {
		dump, ok := strings.CutPrefix(line, "\t// 000000")
		if !ok {
			continue
		}
		lines++
		if !strings.Contains(section, "\n000000"+dump) {
			t.Errorf("section 8 lacks the line 000000%s", dump)
		}
	}
	if lines != 10 {
		t.Errorf("examples have %d lines of dumps, want 10", lines)
	}
}
