package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A change is a named change of a check: a line of limits.txt.
type change struct {
	what, folder string
	from, to     string
}

// readChanges reads limits.txt. Its columns, between " | ", are: what is
// changed, the folder to look in, the text, what takes its place. \n and \t in
// them are a line feed and a tab.
func readChanges(file string) (all []change, err error) {
	return all, lines(file, func(line string) error {
		f := strings.Split(line, " | ")
		if len(f) != 4 {
			return fmt.Errorf("%d columns, want 4", len(f))
		}
		lay := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
		all = append(all, change{what: f[0], folder: f[1], from: lay.Replace(f[2]), to: lay.Replace(f[3])})
		return nil
	})
}

// find returns the one file below the folder that has the text, and its text.
func (c *change) find(root string) (name string, text []byte, err error) {
	err = fs.WalkDir(os.DirFS(root), c.folder, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		n := bytes.Count(b, []byte(c.from))
		if n > 1 || n == 1 && name != "" {
			return fmt.Errorf("%s: %q is in %s twice, or in %s too", c.what, c.from, file, name)
		}
		if n == 1 {
			name, text = file, b
		}
		return nil
	})
	if err == nil && name == "" {
		err = fmt.Errorf("%s: no file in %s has %q", c.what, c.folder, c.from)
	}
	return name, text, err
}

// try runs the tests of the package that the change is in.
func (c *change) try(root string) (verdict, error) {
	name, text, err := c.find(root)
	if err != nil {
		return "", err
	}
	text = bytes.Replace(text, []byte(c.from), []byte(c.to), 1)
	pkg := filepath.ToSlash(filepath.Dir(name))
	return test(root, name, text, "./"+pkg, filter[pkg])
}
