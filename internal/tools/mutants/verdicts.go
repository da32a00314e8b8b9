package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// A verdict is what became of a mutant.
type verdict string

const (
	killed       verdict = "killed"       // a test failed
	timedOut     verdict = "timeout"      // or did not end, or took too much memory
	survived     verdict = "survived"     // all tests passed
	uncompilable verdict = "uncompilable" // it is no program, and is not counted
)

// verdicts are kept in a file, a line each: a verdict, and the key of a mutant.
type verdicts struct {
	file string
	of   map[string]verdict
}

// lines calls f for each line of a file that is no comment.
func lines(file string, f func(line string) error) error {
	r, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer r.Close()
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		if s.Text() == "" || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		if err := f(s.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return s.Err()
}

func readVerdicts(file string) (*verdicts, error) {
	b := &verdicts{file: file, of: map[string]verdict{}}
	return b, lines(file, func(line string) error {
		v, key, ok := strings.Cut(line, "\t")
		if !ok {
			return errors.New("no tab")
		}
		b.of[key] = verdict(v)
		return nil
	})
}

// add writes a verdict at the end of the file: the last one of a mutant counts.
func (b *verdicts) add(key string, v verdict) error {
	b.of[key] = v
	w, err := os.OpenFile(b.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\t%s\n", v, key)
	return errors.Join(err, w.Close())
}

// readReasons returns, by their keys, why mutants are equivalent. In the file
// the reason stands in a line of its own, after "= ", below the keys that it is
// the reason of.
func readReasons(file string) (map[string]string, error) {
	reasons := map[string]string{}
	var waiting []string
	err := lines(file, func(line string) error {
		reason, ok := strings.CutPrefix(line, "= ")
		if !ok {
			waiting = append(waiting, line)
			return nil
		}
		for _, key := range waiting {
			reasons[key] = reason
		}
		waiting = nil
		return nil
	})
	if err == nil && len(waiting) > 0 {
		err = fmt.Errorf("%s: no reason below %q", file, waiting[0])
	}
	return reasons, err
}
