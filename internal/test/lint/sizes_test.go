package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// measured are the files whose sizes README.md and docs/sizes.md show, by what they call
// them, and measures the columns, where they are not called as benchmarks/sizes does.
var (
	measured = map[string]string{
		"Lichess, January 2013":              "lichess-old-test.pgn",
		"Lichess with clocks, 2021":          "lichess-clk-test.pgn",
		"Lichess, strong players":            "lichess-elite-test.pgn",
		"Lichess, one player's games":        "lichess-user-test.pgn",
		"Chess.com, with clocks":             "chesscom-test.pgn",
		"masters over the board":             "master-test.pgn",
		"engine matches":                     "engine-test.pgn",
		"TCEC, engines' lines in comments":   "tcec-test.pgn",
		"annotated, with variations":         "annotated-test.pgn",
		"Lichess, in lines of 80 characters": "wrapped-test.pgn",
		"endings, FENs without moves":        "endings-test.pgn",
	}
	measures = map[string]string{
		"games": "games or positions", "PGN": "plain", "PPMd": "7z PPMd, order 32, 256 MB",
	}
)

// cells returns the cells of a row of a table.
func cells(row string) []string {
	all := strings.Split(strings.Trim(row, "|"), "|")
	for i := range all {
		all[i] = strings.Trim(all[i], " *")
	}
	return all
}

// results returns the last tables of the newest result of benchmarks/sizes for several
// files: what is measured, for each file, by every program.
func results(t *testing.T, root string) map[string]map[string]map[string]string {
	names, err := filepath.Glob(filepath.Join(root, "benchmarks", "results", "sizes-*.md"))
	require.NoError(t, err)
	var newest string
	for _, name := range names { // the newest comes last
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if _, after, ok := strings.Cut(string(text), "\nBytes each\n"); ok {
			newest = "Bytes each\n" + after
		}
	}
	all := map[string]map[string]map[string]string{}
	parts := strings.Split(strings.TrimSpace(newest), "\n\n")
	for i := 0; i+1 < len(parts); i += 2 {
		rows := strings.Split(parts[i+1], "\n")
		table := map[string]map[string]string{}
		for _, row := range rows[2:] {
			c := cells(row)
			table[c[0]] = map[string]string{}
			for i, column := range cells(rows[0]) {
				table[c[0]][column] = c[i]
			}
		}
		all[parts[i]] = table
	}
	return all
}

// TestSizes holds the tables of sizes and seconds in README.md and docs/sizes.md, and the
// chart docs/sizes.svg, equal to the newest result.
func TestSizes(t *testing.T) {
	const root = "../../.."
	all := results(t, root)
	of := map[string]string{"bytes a game": "Bytes each", "seconds there": "Seconds there", "seconds back": "Seconds back"}
	table := regexp.MustCompile(`(?m)^\| (bytes a game|seconds there|seconds back) \|.*\n\|[-:|]+\n((?:\|.*\n)+)`)
	for _, name := range []string{"README.md", "docs/sizes.md"} {
		page, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		text := string(page)
		found := table.FindAllStringSubmatch(text, -1)
		require.NotEmpty(t, found, "%s has no table of sizes", name)
		for _, f := range found {
			head, _, _ := strings.Cut(f[0], "\n")
			var want strings.Builder
			for row := range strings.Lines(f[2]) {
				label := cells(row)[0]
				fmt.Fprintf(&want, "| %s |", label)
				for _, column := range cells(head)[1:] {
					if longer, ok := measures[column]; ok {
						column = longer
					}
					value := all[of[f[1]]][measured[label]][column]
					require.NotEmpty(t, value, "%s, %s, %s, %s", name, f[1], label, column)
					fmt.Fprintf(&want, " %s |", value)
				}
				want.WriteString("\n")
			}
			text = strings.Replace(text, f[2], want.String(), 1)
		}
		golden.Equal(t, filepath.Join(root, name), text)
	}
	golden.Equal(t, filepath.Join(root, "docs", "sizes.svg"), chart(t, all["Bytes each"]["lichess-old-test.pgn"]))
}

// chart draws the bytes a game of a file, as it is and by every program.
func chart(t *testing.T, size map[string]string) string {
	const left, full, height = 100, 480, 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 240" role="img" font-family="sans-serif" font-size="15">
<title>Bytes a game of 20,000 games of Lichess</title>
<rect width="760" height="240" rx="6" fill="#fff"/>
<text x="%d" y="30" font-size="16" fill="#222">20,000 games of Lichess, bytes a game</text>
`, left)
	plain, err := strconv.ParseFloat(size["plain"], 64)
	require.NoError(t, err)
	for i, name := range []string{"plain", "zstd -19", "xz -9e", "zpaq -m5", "chesszip -1", "chesszip -6"} {
		bytes, err := strconv.ParseFloat(size[name], 64)
		require.NoError(t, err)
		fill, y := "#8a94a6", 48+i*height
		if strings.HasPrefix(name, "chesszip") {
			fill = "#0a8f5b"
		}
		width := bytes / plain * full
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end" fill="#222">%s</text>`, left-10, y+17, strings.Replace(name, "plain", "PGN", 1))
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="22" fill="%s"/>`, left, y, width, fill)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" fill="#222">%.0f, %s %%</text>`+"\n", left+width+8, y+17, bytes, strings.TrimSuffix(fmt.Sprintf("%.1f", 100*bytes/plain), ".0"))
	}
	return b.String() + "</svg>\n"
}
