// Command mutants measures how well the tests hold the code: it changes one
// operator of the source at a time, and sees whether a test fails.
//
//	go run ./internal/tools/mutants list             count the mutants of each room
//	go run ./internal/tools/mutants show             print the sample, checks of limits with a mark
//	go run ./internal/tools/mutants run              run those of the sample that have no verdict yet
//	go run ./internal/tools/mutants again            run those that survived once more
//	go run ./internal/tools/mutants report           killed, survived and equivalent mutants of each room
//	go run ./internal/tools/mutants limits [N]       run the named changes of limits.txt, or only the Nth
//
// run and again stop after -minutes, and take only the rooms of -rooms and, with
// -limits, only checks of limits. Verdicts are kept in results.txt, so that a run goes on
// where the last one ended.
// docs/mutants.md says what the numbers mean.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// folder is where this command keeps its lists, from the root of the module.
const folder = "internal/tools/mutants"

func main() {
	minutes := flag.Int("minutes", 0, "stop after so many minutes; 0 does not stop")
	only := flag.String("rooms", "", "rooms to take, with commas between; all if empty")
	most := flag.Int("n", 0, "take at most so many mutants of each room; 0 takes all")
	checks := flag.Bool("limits", false, "take only mutants in checks of limits")
	flag.Parse()
	if err := run(flag.Args(), *minutes, *only, *most, *checks); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(args []string, minutes int, only string, most int, checks bool) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to do: list, show, run, again, report or limits")
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if args[0] == "limits" {
		return runLimits(root, args[1:])
	}
	all, err := everyMutant(root)
	if err != nil {
		return err
	}
	sample := draw(all)
	book, err := readVerdicts(filepath.Join(root, folder, "results.txt"))
	if err != nil {
		return err
	}
	equal, err := readReasons(filepath.Join(root, folder, "equivalent.txt"))
	if err != nil {
		return err
	}
	switch args[0] {
	case "list":
		list(os.Stdout, all, sample)
		return nil
	case "show":
		for _, m := range sample {
			fmt.Printf("%s %s %s\n", map[bool]string{false: " ", true: "!"}[m.limit], m.room.name, m)
		}
		return nil
	case "report":
		return report(os.Stdout, sample, book, equal)
	case "run", "again":
		var until time.Time
		if minutes > 0 {
			until = time.Now().Add(time.Duration(minutes) * time.Minute)
		}
		wanted := func(m *mutant) bool {
			if only != "" && !strings.Contains(","+only+",", ","+m.room.name+",") || equal[m.key()] != "" || checks && !m.limit {
				return false
			}
			v, known := book.of[m.key()]
			return args[0] == "run" && !known || args[0] == "again" && v == survived
		}
		try := func(m *mutant) (verdict, error) { return m.try(root) }
		return runSample(try, sample, book, wanted, until, most)
	}
	return fmt.Errorf("%q is none of list, show, run, again, report and limits", args[0])
}

// runSample runs the mutants that are wanted, in the order of the sample. Where
// the tests of a package fail without a mutant it goes on with other packages,
// and returns an error in the end.
func runSample(try func(*mutant) (verdict, error), sample []*mutant, book *verdicts, wanted func(*mutant) bool, until time.Time, most int) error {
	taken := map[string]int{}
	var left notRun
	for _, m := range sample {
		if !wanted(m) || most > 0 && taken[m.room.name] == most {
			continue
		}
		if !until.IsZero() && time.Now().After(until) {
			break
		}
		begun := time.Now()
		v, err := try(m)
		if left.take(m.room.name, err) {
			continue
		}
		if err != nil {
			return err
		}
		taken[m.room.name]++
		fmt.Printf("%-11s %4.1fs  %s\n", v, time.Since(begun).Seconds(), m)
		if err := book.add(m.key(), v); err != nil {
			return err
		}
	}
	return left.error()
}

// notRun counts what gets no verdict because tests fail without a mutant.
type notRun struct {
	of   map[string]int  // by room
	said map[string]bool // packages
}

// take counts one of a room, if err says so; it prints the first of a package.
func (n *notRun) take(room string, err error) bool {
	e, ok := errors.AsType[*baseError](err)
	if !ok {
		return false
	}
	if n.of == nil {
		n.of, n.said = map[string]int{}, map[string]bool{}
	}
	n.of[room]++
	if !n.said[e.pkg] {
		n.said[e.pkg] = true
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	return true
}

// error names the rooms, nil for none.
func (n *notRun) error() error {
	if len(n.of) == 0 {
		return nil
	}
	var all []string
	for _, room := range slices.Sorted(maps.Keys(n.of)) {
		all = append(all, fmt.Sprintf("%d of %s", n.of[room], room))
	}
	return fmt.Errorf("not run: %s; their tests fail without a mutant", strings.Join(all, ", "))
}

// runLimits runs the named changes; each must be killed.
func runLimits(root string, args []string) error {
	changes, err := readChanges(filepath.Join(root, folder, "limits.txt"))
	if err != nil {
		return err
	}
	lived := 0
	var left notRun
	for i := range changes {
		if len(args) > 0 && args[0] != strconv.Itoa(i+1) {
			continue
		}
		v, err := changes[i].try(root)
		if left.take(changes[i].folder, err) {
			continue
		}
		if err != nil {
			return err
		}
		fmt.Printf("%2d %-11s %s\n", i+1, v, changes[i].what)
		if v != killed && v != timedOut {
			lived++
		}
	}
	if lived > 0 {
		return errors.Join(fmt.Errorf("%d changes of limits.txt go unnoticed", lived), left.error())
	}
	return left.error()
}

// moduleRoot returns the folder of go.mod around the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod here or above")
		}
		dir = up
	}
}
