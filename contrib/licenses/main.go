// Command licenses prints which licences the Go modules have that a module's programs
// link, as a table in Markdown:
//
//	go run . MODULE_DIR [go list arguments, such as -tags x]
//
// It looks at what ./... of MODULE_DIR imports, tests left out, and reads the licence
// files of each module that has such a package: those beside its packages, and those in
// the folders above them up to the module's own. It fails with status 1 where a licence
// is missing, is not known, or is none that may be linked.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: licenses MODULE_DIR [go list arguments]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

// linked is a module of which packages are linked.
type linked struct {
	path, version, dir string
	folders            map[string]bool // of its packages
}

// run prints the table of the module in dir.
func run(dir string, arguments []string, w io.Writer) error {
	all, err := modules(dir, arguments)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "# Licences of what is linked\n\n")
	fmt.Fprint(w, "Written by `contrib/licenses/run`, which reads the licence files of each linked module.\n\n")
	fmt.Fprint(w, "| module | version | licences |\n|---|---|---|\n")
	var bad []error
	for _, m := range all {
		names, err := m.licences()
		if err != nil {
			bad = append(bad, err)
			names = []string{"?"}
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", m.path, m.version, strings.Join(names, ", "))
	}
	return errors.Join(bad...)
}

// goPackage is what `go list -json` says of a package.
type goPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version, Dir string }
	}
}

// modules returns what is linked, in the order of their paths: the Go distribution
// first, whose licence is that of the standard library.
func modules(dir string, arguments []string) ([]*linked, error) {
	list := exec.Command("go", slices.Concat([]string{"list", "-deps", "-json=Dir,Standard,Module"}, arguments, []string{"./..."})...)
	list.Dir, list.Stderr = dir, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list in %s: %w", dir, err)
	}
	root, version, err := distribution(dir)
	if err != nil {
		return nil, err
	}
	found := map[string]*linked{"std": {path: "std", version: version, dir: root, folders: map[string]bool{root: true}}}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := in.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list in %s: %w", dir, err)
		}
		if p.Standard || p.Module == nil || ours(p.Module.Path) {
			continue
		}
		m := found[p.Module.Path]
		if m == nil {
			m = &linked{p.Module.Path, p.Module.Version, p.Module.Dir, map[string]bool{}}
			found[m.path] = m
		}
		m.folders[p.Dir] = true
	}
	paths := slices.Sorted(maps.Keys(found))
	all := make([]*linked, len(paths))
	for i, path := range paths {
		all[i] = found[path]
	}
	return all, nil
}

// ours reports whether a module is part of this repository, whose licence stands at
// its root.
func ours(module string) bool {
	const root = "github.com/chesszip/chesszip"
	return module == root || strings.HasPrefix(module, root+"/")
}

// distribution returns where Go lies and which language version the module asks for.
func distribution(dir string) (root, version string, err error) {
	env := exec.Command("go", "env", "GOROOT")
	env.Dir = dir
	out, err := env.Output()
	if err != nil {
		return "", "", fmt.Errorf("go env: %w", err)
	}
	ask := exec.Command("go", "list", "-m", "-f", "go {{.GoVersion}}")
	ask.Dir = dir
	of, err := ask.Output()
	if err != nil {
		return "", "", fmt.Errorf("go list -m: %w", err)
	}
	return strings.TrimSpace(string(out)), strings.TrimSpace(string(of)), nil
}

// licences returns the names of the licences of a module's linked packages, sorted.
func (m *linked) licences() ([]string, error) {
	names := map[string]bool{}
	var bad []error
	for _, folder := range m.above() {
		files, err := licenceFiles(folder)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			found := nameOf(string(text))
			for _, name := range found {
				names[name] = true
			}
			if len(found) == 0 {
				bad = append(bad, fmt.Errorf("%s: %s has a licence that is not known, or may not be linked", m.path, filepath.Base(file)))
			}
		}
	}
	if len(names) == 0 && len(bad) == 0 {
		bad = append(bad, fmt.Errorf("%s: no licence file", m.path))
	}
	return slices.Sorted(maps.Keys(names)), errors.Join(bad...)
}

// above returns the folders of the packages and those above them in the module.
func (m *linked) above() []string {
	all := map[string]bool{}
	for folder := range m.folders {
		for !all[folder] {
			all[folder] = true
			if folder == m.dir || !strings.HasPrefix(folder, m.dir) {
				break
			}
			folder = filepath.Dir(folder)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// notCode are the licence files of pictures and documents, which are not linked.
var notCode = []string{"LICENSE.DOCS", "LICENSE-LOGO"}

// licenceFiles returns the files of a folder that say the licence of its code.
func licenceFiles(folder string) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		base, ext := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
		says := strings.HasPrefix(base, "LICENSE") || strings.HasPrefix(base, "LICENCE") || strings.HasPrefix(base, "COPYING") || base == "UNLICENSE"
		if says && !slices.Contains(notCode, name) && e.Type().IsRegular() && ext != ".GO" {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files, nil
}
