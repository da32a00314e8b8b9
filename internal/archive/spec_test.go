package archive_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpec: the dumps in the specification are the Outputs of the Examples.
func TestSpec(t *testing.T) {
	spec, err := os.ReadFile("../../docs/spec/container.md")
	require.NoError(t, err)
	examples, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	lines := 0
	for line := range strings.Lines(string(examples)) {
		dump, ok := strings.CutPrefix(line, "\t// 000000")
		if !ok {
			continue
		}
		lines++
		if !strings.Contains(string(spec), "\n000000"+dump) {
			t.Errorf("docs/spec/container.md lacks the line 000000%s", dump)
		}
	}
	if lines != 10 {
		t.Errorf("examples have %d lines of dumps, want 10", lines)
	}
}
