package main

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/chesszip/chesszip/internal/test/badengine"
	"github.com/chesszip/chesszip/internal/test/badserver"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

func TestMain(m *testing.M) {
	testscript.Main(afterNohup{m}, map[string]func(){"chesszip": main, "peak": printPeak, "badengine": badengine.Run})
}

// afterNohup runs tests so that HUP ends the commands they start, even if the tests run
// under nohup: a child ignores the signals that its parent ignores, but not those it
// catches.
type afterNohup struct{ *testing.M }

func (a afterNohup) Run() int {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	return a.M.Run()
}

// TestScripts runs the real main on the scripts of testdata. They have these further
// commands:
//
//	status N ARGS...    run chesszip; its exit status must be N
//	damage FILE         flip a bit in the middle
//	oldindex FILE       damage its first index
//	cut FILE            remove the last byte
//	junk FILE           append 4 bytes
//	nothing GLOB        no file matches
//	asked N BYTES       $WEB had N requests since the last asked, and sent at most
//	                    so many bytes of files
//
// The working directory has lichess.pgn, all games of the sample, and sample.pgn, the
// first few of them. $DATABASE.si4 and $DATABASE5.si5 are of package scid. $WEB is a server of that
// directory, with the faults of package badserver, at $HOST.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			database, err := filepath.Abs("../../scid/testdata/games")
			if err != nil {
				return err
			}
			env.Setenv("DATABASE", database)
			env.Setenv("DATABASE5", filepath.Join(filepath.Dir(database), "scid5", "6-flags"))
			server := &badserver.Server{Files: os.DirFS(env.WorkDir)}
			web := httptest.NewServer(server)
			env.Defer(web.Close)
			env.Setenv("WEB", web.URL)
			env.Setenv("HOST", strings.TrimPrefix(web.URL, "http://"))
			env.Values["server"] = server
			games, err := corpus.Read(corpus.Sample)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(env.WorkDir, "lichess.pgn"), games, 0o666); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(env.WorkDir, "sample.pgn"), firstGames(games, 8_000), 0o666)
		},
		Condition: func(name string) (bool, error) {
			if name == "long" {
				return os.Getenv("CHESSZIP_LONG") != "", nil
			}
			if name == "full" {
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			if name == "smalldisk" {
				// Whether an ordinary user can create a small disk.
				return exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=16k none /mnt").Run() == nil, nil
			}
			return false, errors.New("unknown condition " + name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   cmdStatus,
			"asked":    cmdAsked,
			"damage":   cmdDamage,
			"oldindex": cmdOldIndex,
			"cut":      cmdCut,
			"junk":     cmdJunk,
			"nothing":  cmdNothing,
			"utf16":    cmdUTF16,
		},
	})
}

// firstGames returns whole games at the beginning of src, n bytes at most.
func firstGames(src []byte, n int) []byte {
	return src[:bytes.LastIndex(src[:n], []byte("\n[Event "))+1]
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

// cmdDamage damages the middle of a file, or the last frame of an archive.
func cmdDamage(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte {
		at := len(b) / 2
		if len(args) > 1 && args[1] == "last" {
			at = bytes.LastIndex(b, []byte("\xc7FR\xe1")) + 20
		}
		b[at] ^= 4
		return b
	})
}

// cmdOldIndex damages the first index of an archive.
func cmdOldIndex(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte { b[bytes.Index(b, []byte("\xc7IX\xe2"))+6] ^= 4; return b })
}

func cmdCut(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte { return b[:len(b)-1] })
}

// cmdUTF16 converts a file of ASCII to UTF-16, as another file.
func cmdUTF16(ts *testscript.TestScript, neg bool, args []string) {
	wide := []byte("\xff\xfe")
	for _, c := range []byte(ts.ReadFile(args[0])) {
		wide = append(wide, c, 0)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), wide, 0o666))
}

func cmdJunk(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args[0], func(b []byte) []byte { return append(b, "junk"...) })
}

func cmdAsked(ts *testscript.TestScript, neg bool, args []string) {
	requests, bytes := ts.Value("server").(*badserver.Server).Count()
	if want, err := strconv.ParseInt(args[0], 10, 64); err != nil || requests != want {
		ts.Fatalf("%d requests for %d bytes, want %s", requests, bytes, args[0])
	}
	if most, err := strconv.ParseInt(args[1], 10, 64); err != nil || bytes > most {
		ts.Fatalf("%d bytes in %d requests, want at most %s", bytes, requests, args[1])
	}
}

func cmdNothing(ts *testscript.TestScript, neg bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) > 0 {
		ts.Fatalf("found %q, want nothing", found)
	}
}
