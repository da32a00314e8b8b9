package czipbeam

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// damageName is the file among the pieces of a Work that lists what was passed over.
const damageName = "damage.tsv"

// shared puts damage under one key.
func shared(d Damage) (string, Damage) { return "", d }

// DamageFn lists what was passed over, for Work.Damage.
type DamageFn struct {
	Dir string
}

// ProcessElement writes the list.
func (fn *DamageFn) ProcessElement(_ string, next func(*Damage) bool) error {
	var all []Damage
	for d := (Damage{}); next(&d); {
		all = append(all, d)
	}
	slices.SortFunc(all, func(x, y Damage) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Frame, y.Frame), cmp.Compare(x.Error, y.Error))
	})
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	b := bufio.NewWriter(out)
	for _, d := range slices.Compact(all) {
		fmt.Fprintf(b, "%s\t%d\t%d\t%s\n", d.Path, d.Frame, d.Games, d.Error)
	}
	if err := b.Flush(); err != nil {
		return err
	}
	path, err := out.end()
	if err != nil {
		return err
	}
	return os.Rename(path, filepath.Join(fn.Dir, "pieces", damageName))
}

// Damage returns a line for each frame that the job passed over: file, frame, games and
// why, separated by tabs. It is to be asked before Commit.
func (w *Work) Damage() (lines []string, err error) {
	b, err := os.ReadFile(filepath.Join(w.Dir, "pieces", damageName))
	if os.IsNotExist(err) {
		return nil, nil
	}
	for line := range strings.Lines(string(b)) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines, err
}
