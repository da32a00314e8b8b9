package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"chesszip": main, "peak": printPeak})
}

// TestScripts runs the real main on the scripts of testdata. Beside the usual
// commands they have:
//
//	status N ARGS...    run chesszip; its exit status must be N
//	damage FILE         flip a bit in the middle
//	cut FILE            take the last byte away
//	nothing GLOB        no file matches
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			sample, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sample.pgn"))
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(env.WorkDir, "sample.pgn"), sample, 0o666)
		},
		Condition: func(name string) (bool, error) {
			if name == "full" {
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			if name == "smalldisk" {
				// Whether a small disk can be made without being root.
				return exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=16k none /mnt").Run() == nil, nil
			}
			return false, errors.New("unknown condition " + name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":  cmdStatus,
			"damage":  cmdDamage,
			"cut":     cmdCut,
			"nothing": cmdNothing,
		},
	})
}

func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status N ARGS...")
	}
	err := ts.Exec("chesszip", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("chesszip %q = exit status %s, want %s", args[1:], got, args[0])
	}
}

func change(ts *testscript.TestScript, name string, f func([]byte) []byte) {
	b := []byte(ts.ReadFile(name))
	ts.Check(os.WriteFile(ts.MkAbs(name), f(b), 0o666))
}

func cmdDamage(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte { b[len(b)/2] ^= 4; return b })
}

func cmdCut(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte { return b[:len(b)-1] })
}

func cmdNothing(ts *testscript.TestScript, neg bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) > 0 {
		ts.Fatalf("found %q, want nothing", found)
	}
}
