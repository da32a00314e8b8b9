package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// said are the phrases in which documents name a version, N being the number.
var said = []struct{ phrase, of string }{
	{"Version N of the archive", "container"},
	{"marker, version N, no features", "container"},
	{"not N: refuse version", "container"},
	{"| version | 1 | N | version |", "container"},
	{"| container | N | the byte", "container"},
	{"| C7 43 5A 1A | 0N | mandatory", "container"},
	{"`0N` is the version of the container", "container"},
	{"Version N, that of the frames", "frames"},
	{"Version N, as games.md", "frames"},
	{"Version N of what stands in the frames", "frames"},
	{"Version N of the frames", "frames"},
	{"version N of the frames", "frames"},
	{"have the version N, the checksum", "frames"},
	{"| version | 1 | N, that of the frames | version", "frames"},
	{"records | N | the first byte", "frames"},
	{"Version N of lists of positions", "lists of positions"},
	{"Version N of lists of records", "lists of records"},
	{"Version N of the legal order and of the table of the quick order", "CZR"},
	{"version N of models", "CZM"},
	{"Models of boards are `CZS` version N", "CZS"},
	{"the base is version N", "CZM base"},
	{"| models of moves | `CZM` N |", "CZM"},
	{"| 43 5A 4D 0N | part | part |", "CZM"},
	{"| models of boards | `CZS` N |", "CZS"},
	{"4: `43 5A 53 0N`", "CZS"},
	{"| base of endings | `CZM` N |", "CZM base"},
	{"| 43 5A 4D 0N | name length uv", "CZM base"},
	{"| `CZR` N, `CZO`", "CZR"},
	{"| 43 5A 52 0N | weights", "CZR"},
	{"`CZO` N, `CZB`", "CZO"},
	{`| "CZO" N | names`, "CZO"},
	{"`CZB` N | the same", "CZB"},
	{`| "CZB" N | rows`, "CZB"},
	{"| checksum N | the next two", "tables"},
	{"the checksum of the tables, N, little-endian", "tables"},
}

// numbered is what looks like a version: every one must be part of a phrase above.
var numbered = regexp.MustCompile("[Vv]ersions? `?[0-9]|(?:`|\")CZ[A-Z](?:`|\") (?:version )?[0-9]|\\b(?i:43 5A [0-9A-F]{2} [0-9A-F]{2})")

// versionsOfCode returns the versions that the code and its data files have.
func versionsOfCode(t *testing.T) map[string]string {
	t.Helper()
	all, err := load()
	require.NoError(t, err)
	records, err := strconv.Atoi(all.value(t, "internal/frame/records.formRecords"))
	require.NoError(t, err)
	tables, err := strconv.Atoi(all.value(t, "internal/frame/header.formatTables"))
	require.NoError(t, err)
	of := map[string]string{
		"container":          all.value(t, "internal/archive.Version"),
		"frames":             all.value(t, "internal/frame/header.FormatVersion"),
		"lists of positions": all.value(t, "internal/frame/positions.version"),
		"lists of records":   strconv.Itoa(1 + records>>3&15),
		"tables":             fmt.Sprintf("%04x", tables),
	}
	for name, file := range map[string]string{
		"CZM": "movelist/learned/default.czm", "CZS": "internal/model/boards/embedded/squares.czs", "CZM base": "endgame/data/KQK.czm",
		"CZR": "internal/model/fast/fast.bin", "CZO": "internal/model/openings/openings.bin", "CZB": "internal/model/openings/book/book.bin.zst",
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(file)))
		require.NoError(t, err)
		if name == "CZO" || name == "CZB" {
			d, err := zstd.NewReader(nil)
			require.NoError(t, err)
			data, err = d.DecodeAll(data, nil)
			require.NoError(t, err)
		}
		require.Equal(t, name[:3], string(data[:3]), file)
		of[name] = strconv.Itoa(int(data[3]))
	}
	return of
}

// TestSpecVersions compares each version that a document names with that of the code.
func TestSpecVersions(t *testing.T) {
	of := versionsOfCode(t)
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/spec/*.md", "vectors/*.md", "contrib/decoder/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(pattern)))
		require.NoError(t, err)
		files = append(files, found...)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == "CHANGELOG.md" }) // of earlier versions, too
	seen := map[string]bool{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		text := string(b)
		known := make([]bool, len(text))
		for _, s := range said {
			find := regexp.MustCompile(strings.Replace(regexp.QuoteMeta(s.phrase), "N", "([0-9a-f]+)", 1))
			for _, at := range find.FindAllStringSubmatchIndex(text, -1) {
				seen[s.phrase] = true
				if got := text[at[2]:at[3]]; got != of[s.of] {
					t.Errorf("%s: %q, but %s has version %s", file, text[at[0]:at[1]], s.of, of[s.of])
				}
				for i := at[0]; i < at[1]; i++ {
					known[i] = true
				}
			}
		}
		for _, at := range numbered.FindAllStringIndex(text, -1) {
			if line, _, _ := strings.Cut(text[at[0]:], "\n"); !known[at[0]] && !otherwise.MatchString(line) {
				t.Errorf("%s: %.60q is in no phrase of this test", file, line)
			}
		}
	}
	for _, s := range said {
		if !seen[s.phrase] {
			t.Errorf("no document says %q any more", s.phrase)
		}
	}
}

// otherwise is what follows versions that are held elsewhere: dumps, which other tests
// decode, and results of benchmarks, which stay as they were.
var otherwise = regexp.MustCompile(`^.*\|\.CZ\..*\|$|^.{0,40}\(benchmarks/results/`)
