package vectors_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const contextsHeading = `Contexts of all models, docs/spec/coding.md: the tables of docs/spec/lists/contexts-*.txt.
table   the name of a table
choice  the number of a choice of it
hashes  values of its fields, before they are cut to their widths; - for none | its contexts, 8
        hexadecimal digits each`

// tablesOf returns the tables of a list.
func tablesOf(t *testing.T, list string) (all []*contextmix.Table, choices map[string][]contextmix.Choice) {
	t.Helper()
	choices = map[string][]contextmix.Choice{}
	var names []string
	var body strings.Builder
	for line := range strings.Lines(list) {
		if line[0] == '#' {
			continue
		}
		body.WriteString(line)
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line[0] == ' ':
			_, fields, _ := strings.Cut(strings.TrimSpace(line), " ")
			list := choices[names[len(names)-1]]
			c := &list[len(list)-1]
			if c.Contexts != "" {
				c.Contexts += " | "
			}
			c.Contexts += fields
		case line[0] >= '0' && line[0] <= '9':
			at := strings.LastIndex(line, ": ")
			if at < 0 {
				line, at = line+" ", len(line)-1
			}
			_, name, _ := strings.Cut(line[:at], " ")
			choices[names[len(names)-1]] = append(choices[names[len(names)-1]], contextmix.Choice{Name: name, Fields: line[at+2:]})
		default:
			names = append(names, line)
		}
	}
	again := ""
	for _, name := range names {
		table := contextmix.Declare(name, choices[name]...)
		again += table.String()
		all = append(all, table)
	}
	require.Equal(t, body.String(), again)
	return all, choices
}

// TestContexts checks vectors/layers/contexts.txt.
func TestContexts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "spec", "lists", "contexts-*.txt"))
	require.NoError(t, err)
	require.Len(t, files, 5)
	var list []*vectors.Vector
	r := numbers(32)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		tables, choices := tablesOf(t, string(text))
		for _, table := range tables {
			for i, c := range choices[table.Name] {
				v := vectors.New("%s, choice %d", table.Name, i)
				v.Add("table", "%s", table.Name)
				v.Add("choice", "%d", i)
				count := len(strings.Fields(c.Fields))
				for turn := range 3 {
					values := make([]uint32, count)
					words := make([]string, count)
					for k := range values {
						values[k] = r(1<<16)<<16 | r(1<<16)
						if turn == 0 {
							values[k] = 1<<32 - 1
						}
						words[k] = fmt.Sprint(values[k])
					}
					var hashes []string
					for _, h := range table.Hashes(i, values...) {
						hashes = append(hashes, fmt.Sprintf("%08x", h))
					}
					if count == 0 {
						words = []string{"-"}
					}
					if count > 0 || turn == 0 {
						v.Add("hashes", "%s | %s", strings.Join(words, " "), strings.Join(hashes, " "))
					}
				}
				list = append(list, v)
			}
		}
	}
	golden.Equal(t, "../../../vectors/layers/contexts.txt", vectors.File(contextsHeading, list))
}
