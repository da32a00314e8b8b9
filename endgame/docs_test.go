package endgame

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDocs checks that the depth table and the sizes of docs/endgame.md are
// those of the code.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "endgame.md"))
	require.NoError(t, err)
	want := func(line string) {
		t.Helper()
		if !strings.Contains(string(text), line) {
			t.Errorf("docs/endgame.md lacks %q", line)
		}
	}
	c := solve(t, "KBNK").Counts()
	for moves := 1; moves <= 33; moves++ {
		want(fmt.Sprintf("\n| %d | %s | %s |\n", moves, commas(c.White[2*moves-1]/2), commas(c.Black[2*moves]/2)))
	}
	for i := range embeddedCount {
		name, data := embedded(i)
		pieces := strings.Join(strings.Split(strings.TrimSuffix(name, "K"), ""), "+")
		size := commas(len(data))
		if name == "KBNK" {
			want("| coded, in 518 blocks that can be read alone | " + size + " |")
			size = "**" + size + "**"
		}
		want("| " + pieces + " v K | " + size + " |")
	}
}

// commas writes n with a comma between groups of three digits.
func commas(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
