package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	fenced   = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	code     = regexp.MustCompile("(?ms)^ *```.*?^ *```|`[^`\n]+`")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	command  = regexp.MustCompile(`(?m)(?:^|[\s\x60(|])chesszip ([^\x60\n|;&<>#]*)`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)`)
	testName = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	quotes   = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	longFlag = regexp.MustCompile(`^--([a-z][a-z-]+)`)
	verb     = regexp.MustCompile(`^[a-z]+$`)
	ourPath  = regexp.MustCompile(`(?:^|[\s\x60])(?:\./)?((?:\.ci|benchmarks|cmd|contrib|docs|examples|internal|testdata|vectors)/[\w./-]*\w)`)
)

// awkward are words that one reads twice, and what to write instead.
var awkward = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b[Bb]ehind\b`), "after"},
	{regexp.MustCompile(`\bbut for\b`), "except"},
	{regexp.MustCompile(`\banew\b`), "again, re-"},
	{regexp.MustCompile(`\bend to end\b`), "concatenated"},
	{regexp.MustCompile(`[^d] by commas\b`), "separated by commas"},
	{regexp.MustCompile(`\bof (no )?use\b`), "useful, unused"},
	{regexp.MustCompile(`\bof late\b`), "recently"},
	{regexp.MustCompile(`\b(is|are) none\b`), "is not one"},
	{regexp.MustCompile(`([^r]e|[^e\W]) (is|are) no ([^l]|l[^o])`), "is not a"},
	{regexp.MustCompile(`\b(is|are) meant\b|\bthat (it|they|an? query|the query|the flags) means?\b`), "is selected, matches"},
	{regexp.MustCompile(`\btells? of\b`), "describes"},
	{regexp.MustCompile(`\b(there twice|[Ll]eave out games)\b`), "duplicates, remove"},
	{regexp.MustCompile(`\bgets its (final )?name\b`), "is renamed into place"},
	{regexp.MustCompile(`,? too[.;:)]`), "also"},
	{regexp.MustCompile(`\b([Ff]or|[Oo]f|[Tt]o) who\b`), "for code that, for readers who"},
	{regexp.MustCompile(`[,;] else\b`), "otherwise"},
	{regexp.MustCompile(`\b[12]\d{3}-([^\d\p{L}]|$)`), "2200+"},
}

// documents returns the texts of all Markdown files and manual pages by their paths, and
// the names of all tests, a line each.
func documents(t *testing.T, root string) (all map[string]string, tests string) {
	all = map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if test := strings.HasSuffix(path, "_test.go"); test || filepath.Ext(path) == ".md" || filepath.Ext(path) == ".1" {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
				tests += m[1] + "\n"
			}
			if test {
				return nil
			}
			path, err = filepath.Rel(root, path)
			require.NoError(t, err)
			all[filepath.ToSlash(path)] = string(text)
		}
		return nil
	}))
	require.Greater(t, len(all), 40)
	return all, tests
}

// TestDocuments holds that links, anchors, files and tests which documents name are
// there, that commands have the verbs and flags of the manual pages, and that the
// documents which users read have no awkward words.
func TestDocuments(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	exists := func(parts ...string) bool {
		_, err := os.Stat(filepath.Join(append([]string{root}, parts...)...))
		return err == nil
	}
	manual := func(name string) string {
		page, _ := os.ReadFile(filepath.Join(root, "docs", "man", name+".1"))
		return strings.ReplaceAll(string(page), `\-`, "-")
	}
	all, tests := documents(t, root)
	anchors := map[string]bool{} // path#anchor
	for path, text := range all {
		for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			anchors[path+"#"+strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
		}
	}
	for path, text := range all {
		folder := filepath.Dir(path)
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			target, anchor, anchored := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			page := path
			if target != "" {
				page = filepath.ToSlash(filepath.Join(folder, target))
			}
			if !exists(page) || anchored && !anchors[page+"#"+anchor] {
				t.Errorf("%s: there is no %s", path, m[1])
			}
		}
		if path == "CHANGELOG.md" || strings.HasPrefix(path, "benchmarks/results/") {
			continue // they name what was there
		}
		for _, span := range code.FindAllString(text, -1) {
			for _, m := range ourPath.FindAllStringSubmatch(span, -1) {
				if !exists(m[1]) && !exists(folder, m[1]) && !strings.Contains(m[1]+"/", "/dist/") {
					t.Errorf("%s: there is no file %s", path, m[1])
				}
			}
			for _, name := range testName.FindAllString(span, -1) {
				if !strings.Contains("\n"+tests, "\n"+name) {
					t.Errorf("%s: there is no test %s", path, name)
				}
			}
			for _, m := range command.FindAllStringSubmatch(span, -1) {
				words := strings.Fields(quotes.ReplaceAllString(m[1], "X"))
				name := "chesszip"
				if len(words) > 0 && words[0] != "help" && verb.MatchString(words[0]) {
					name += "-" + words[0]
				}
				page := manual(name)
				if page == "" {
					t.Errorf("%s: there is no command %q", path, m[0])
				}
				for _, word := range words {
					if f := longFlag.FindStringSubmatch(word); f != nil && f[1] != "help" && !regexp.MustCompile(`(Fl Fl |--)`+f[1]+`\b`).MatchString(page) {
						t.Errorf("%s: %s has no flag --%s", path, name, f[1])
					}
				}
			}
		}
	}
	for path, text := range all {
		if strings.HasPrefix(path, "docs/spec/") || strings.HasPrefix(path, "benchmarks/") || strings.HasPrefix(path, "vectors/") || path == "SPEC.md" {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			for _, a := range awkward {
				if m := a.pattern.FindString(line); m != "" {
					t.Errorf("%s:%d: %q; write %q", path, i+1, m, a.instead)
				}
			}
		}
	}
}

// TestTasksPage holds that the seconds of docs/tasks.md are those that benchmarks/tasks
// printed in the result which the page names.
func TestTasksPage(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\| (\d+) \|.*`)
	page, err := os.ReadFile("../../../docs/tasks.md")
	require.NoError(t, err)
	result, err := os.ReadFile("../../../docs/" + regexp.MustCompile(`[./]+/benchmarks/results/[\w.-]+`).FindString(string(page)))
	require.NoError(t, err)
	printed := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(result), -1) {
		printed[m[1]] += m[0]
	}
	seconds := regexp.MustCompile(` \d+\.\d{3}\b`)
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		for _, s := range seconds.FindAllString(m[0], -1) {
			require.Contains(t, printed[m[1]], s, "docs/tasks.md, row %s", m[1])
		}
	}
	require.Greater(t, len(printed), 29)
}
