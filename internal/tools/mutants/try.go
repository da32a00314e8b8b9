package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// What a process of a test may take in seconds of processor time and in KiB: a
// mutant may ask for without end.
const limits = "ulimit -t %d -v 8000000; exec nice \"$@\""

// seconds returns how much processor time a process of the tests of a package may
// take: a few times what they need.
func seconds(pkg string) int {
	for _, slow := range []string{"./internal/frame/game/gameframe", "./internal/frame/positions", "./internal/frame/records", "./cmd", "./movelist/learned"} {
		if strings.HasPrefix(pkg, slow) {
			return 90
		}
	}
	return 30
}

// try runs the tests that hold the mutant's package.
func (m *mutant) try(root string) (verdict, error) {
	pkg := path.Dir(m.name)
	v, err := test(root, m.name, m.changedText(), "./"+pkg, filter[pkg])
	for _, p := range above[pkg] {
		if v != survived || err != nil {
			break
		}
		v, err = test(root, m.name, m.changedText(), p, filter[p])
	}
	return v, err
}

// A base is what the tests of a package do without a mutant.
type base struct {
	patience time.Duration // how long they may run with one
	err      error         // they fail, and say nothing of a mutant
}

// bases are those of the packages that have been tried.
var bases = map[string]*base{}

// A baseError says that the tests of a package fail without a mutant.
type baseError struct {
	pkg string
	err error
	out []byte
}

func (e *baseError) Error() string {
	return fmt.Sprintf("the tests of %s fail without a mutant: %v: %s", e.pkg, e.err, e.out)
}

// baseOf runs the tests of a package once, and gives them several times as long
// with a mutant, on the machine as busy as it is.
func baseOf(root, pkg, only string) *base {
	b := bases[pkg]
	if b == nil {
		begun := time.Now()
		out, err := goTest(root, os.TempDir(), pkg, only, time.Hour)
		b = &base{patience: max(2*time.Minute, 8*time.Since(begun))}
		if err != nil {
			b.err = &baseError{pkg, err, out}
		}
		bases[pkg] = b
	}
	return b
}

// test runs the tests of a package with another text in the place of a file.
func test(root, name string, text []byte, pkg, only string) (verdict, error) {
	b := baseOf(root, pkg, only)
	if b.err != nil {
		return "", b.err
	}
	temp, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	other, overlay := filepath.Join(temp, filepath.Base(name)), filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(other, text, 0o644); err != nil {
		return "", err
	}
	places, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, filepath.FromSlash(name)): other}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, places, 0o644); err != nil {
		return "", err
	}
	// What a killed test leaves behind lies in a folder that goes away.
	out, err := goTest(root, temp, pkg, only, b.patience, "-overlay", overlay)
	// Nor may an input that one mutant failed on be tried on the next.
	if err := os.RemoveAll(filepath.Join(root, filepath.FromSlash(pkg), "testdata", "rapid")); err != nil {
		return "", err
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case !errors.As(err, &exit):
		return "", err
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return uncompilable, nil
	case bytes.Contains(out, []byte("signal: killed")) || bytes.Contains(out, []byte("out of memory")) || bytes.Contains(out, []byte("test timed out")):
		return timedOut, nil
	case !bytes.Contains(out, []byte("FAIL")):
		return "", errors.New(string(out))
	}
	return killed, nil
}

// goTest runs the tests of a package, with a folder for what they make.
func goTest(root, temp, pkg, only string, most time.Duration, more ...string) ([]byte, error) {
	args := append([]string{"-n", "19", "go", "test", "-vet=off", "-short", "-failfast", "-count=1", "-timeout", most.String()}, more...)
	if only != "" {
		args = append(args, "-run", only)
	}
	run := exec.Command("bash", append([]string{"-c", fmt.Sprintf(limits, seconds(pkg)), "nice"}, append(args, pkg)...)...)
	run.Dir = root
	run.Env = append(os.Environ(), "TMPDIR="+temp)
	return run.CombinedOutput()
}
