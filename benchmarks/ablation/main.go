// Command ablation measures the value of parts of the format. It builds the anatomy of
// PGN files with each part switched off, and prints by how many hundredths of a percent
// files grow. A part that gains less than 0.2 % on every kind of file has no place in
// the format.
//
//	go run ./benchmarks/ablation [-level N] [-part TEXT] FILE.pgn...
//
// Parts are switched off in a copy of the working tree, by replacing words in its
// source. The run takes as long as compressing the files once for each part.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	level := flag.String("level", "1", "1 or 6")
	only := flag.String("part", "", "parts whose names have this text")
	flag.Parse()
	if err := run(*level, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(1)
	}
}

func run(level, only string, files []string) error {
	tree, err := os.MkdirTemp("", "ablation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	if err := copyTree(tree); err != nil {
		return err
	}
	whole, err := measure(tree, level, files)
	if err != nil {
		return err
	}
	fmt.Printf("| part | %s |\n|---|%s\n| bytes a game with all parts |", strings.Join(names(files), " | "), strings.Repeat("--:|", len(files)))
	for _, v := range whole {
		fmt.Printf(" %.2f |", v.each)
	}
	fmt.Println()
	for _, p := range parts {
		if !strings.Contains(p.name, only) {
			continue
		}
		without, err := p.measure(tree, level, files)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Printf("| %s |", p.name)
		for i, v := range without {
			fmt.Printf(" %+.2f %% |", 100*(float64(v.bytes)/float64(whole[i].bytes)-1))
		}
		fmt.Println()
	}
	return nil
}

func names(files []string) (names []string) {
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".pgn"))
	}
	return names
}

// copyTree copies the files of the working tree that git knows.
func copyTree(to string) error {
	list, err := exec.Command("git", "ls-files", "-z", "*.go", "go.mod", "go.sum", "internal/model", "internal/column/text", "movelist", "endgame", "page").Output()
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(to, filepath.Dir(name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// measure measures files with the part switched off in a tree, and switches it on again.
func (p *part) measure(tree, level string, files []string) ([]size, error) {
	path := filepath.Join(tree, p.file)
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if n := strings.Count(string(src), p.old); n != 1 {
		return nil, fmt.Errorf("%q is %d times in %s, expected once", p.old, n, p.file)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(src), p.old, p.new, 1)), 0o666); err != nil {
		return nil, err
	}
	sizes, err := measure(tree, level, files)
	if err != nil {
		return nil, err
	}
	return sizes, os.WriteFile(path, src, 0o666)
}

// size is the compressed size of a file.
type size struct {
	bytes int
	each  float64 // for each game
}

var sizeLine = regexp.MustCompile(`bytes to (\d+), ([\d.]+) a game`)

func measure(tree, level string, files []string) (sizes []size, err error) {
	program := filepath.Join(tree, "anatomy.program")
	build := exec.Command("go", "build", "-o", program, "./internal/tools/anatomy")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	for _, file := range files {
		out, err := exec.Command(program, "-level", level, file).Output()
		if err != nil {
			return nil, err
		}
		m := sizeLine.FindSubmatch(out)
		if m == nil {
			return nil, fmt.Errorf("no size in what anatomy says of %s", file)
		}
		var s size
		if s.bytes, err = strconv.Atoi(string(m[1])); err != nil {
			return nil, err
		}
		if s.each, err = strconv.ParseFloat(string(m[2]), 64); err != nil {
			return nil, err
		}
		sizes = append(sizes, s)
	}
	return sizes, nil
}
