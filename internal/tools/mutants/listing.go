package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tool finds the mutants: it says where which kind of change can be made.
const tool = "github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0"

// kinds are the changes that the tool makes only if asked to.
var kinds = []string{
	"--invert-logical", "--invert-loopctrl", "--invert-assignments", "--invert-bitwise", "--invert-bwassign", "--remove-self-assignments",
}

// everyMutant returns all mutants of all rooms, by file and place. The tool
// walks a copy of the sources in a package of its own: it would run all tests
// for their coverage otherwise, before it lists anything.
func everyMutant(root string) ([]*mutant, error) {
	temp, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	files, err := copySources(root, temp)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(temp, "listing.json")
	args := append([]string{"run", tool, "unleash", "--dry-run", "--silent", "-o", out}, kinds...)
	list := exec.Command("go", append(args, "listing")...)
	list.Dir = temp
	if said, err := list.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", tool, err, said)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	var found struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type   string `json:"type"`
				Line   int    `json:"line"`
				Column int    `json:"column"`
			} `json:"mutations"`
		} `json:"files"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, err
	}
	var all []*mutant
	for _, f := range found.Files {
		name := strings.TrimPrefix(filepath.ToSlash(f.Name), "testdata/")
		s, err := parseSource(root, name)
		if err != nil {
			return nil, err
		}
		for _, m := range f.Mutations {
			all = append(all, s.mutant(m.Type, m.Line, m.Column)...)
		}
	}
	if len(found.Files) == 0 || len(files) == 0 {
		return nil, fmt.Errorf("%s found nothing", tool)
	}
	slices.SortFunc(all, func(a, b *mutant) int { return strings.Compare(a.key(), b.key()) })
	// Two kinds of change may give the same text.
	return slices.CompactFunc(all, func(a, b *mutant) bool {
		return a.source == b.source && a.at == b.at && a.to == b.to
	}), nil
}

// copySources lays the sources of all rooms where the tool looks for them.
func copySources(root, temp string) (files []string, err error) {
	for name, text := range map[string]string{
		"go.mod": "module example.org/listing\n\ngo 1.25\n", "listing/listing.go": "package listing\n",
	} {
		if err := write(temp, name, []byte(text)); err != nil {
			return nil, err
		}
	}
	for _, r := range rooms {
		for _, folder := range r.folders {
			err := fs.WalkDir(os.DirFS(root), folder, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
					return err
				}
				if roomOf(name) == nil || strings.Contains(name, "/testdata/") {
					return nil
				}
				text, err := os.ReadFile(filepath.Join(root, name))
				if err != nil {
					return err
				}
				files = append(files, name)
				return write(temp, path.Join("listing/testdata", name), text)
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

func write(dir, name string, text []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
