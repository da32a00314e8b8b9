package limits

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// programs are the size limits of programs by kind, in bytes, stripped, for amd64.
var programs = map[string]int64{
	"rules":   2_000_000,
	"columns": 5_000_000,
	"open":    6_500_000,
}

// buildProgram builds a program of testdata and returns its file.
func buildProgram(t testing.TB, name string, env ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	exe := filepath.Join(t.TempDir(), name+".exe")
	cmd := exec.Command(gobin, "build", "-ldflags=-s -w", "-o", exe, "./testdata/programs/"+name)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return exe
}

// TestProgramSizes checks the sizes of programs that need no learned level, that they
// contain no weights, and that docs/library.md has the same sizes.
func TestProgramSizes(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/library.md")
	require.NoError(t, err)
	said := func(size int) { require.Contains(t, string(page), fmt.Sprintf(" | %.1f |\n", float64(size)/1e6)) }
	var levels [][]byte
	for _, name := range []string{"default.czm", "max.czm.zst"} {
		weights, err := os.ReadFile("../../../../movelist/learned/" + name)
		require.NoError(t, err)
		said(len(weights))
		levels = append(levels, weights)
	}
	for name, most := range programs {
		code, err := os.ReadFile(buildProgram(t, name, "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"))
		require.NoError(t, err)
		t.Logf("%s: %d bytes", name, len(code))
		said(len(code))
		if int64(len(code)) > most {
			t.Errorf("program %s has %d bytes, want at most %d", name, len(code), most)
		}
		for i, weights := range levels {
			if bytes.Contains(code, weights[len(weights)-64:]) {
				t.Errorf("program %s carries the weights of level %d", name, i)
			}
		}
	}
}

// initialised is the initialisation of one package before main.
type initialised struct {
	bytes, allocations int
	milliseconds       float64
}

// initialisation runs a program and returns the initialisation of each of our packages.
func initialisation(t testing.TB, exe string) map[string]initialised {
	t.Helper()
	cmd := exec.Command(exe, os.DevNull)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	_ = cmd.Run() // whatever the program does with its argument
	all := map[string]initialised{}
	for lines := bufio.NewScanner(&trace); lines.Scan(); {
		// init PACKAGE @1.2 ms, 0.34 ms clock, 56 bytes, 7 allocs
		f := strings.Fields(lines.Text())
		if len(f) != 11 || f[0] != "init" || !strings.HasPrefix(f[1], "github.com/chesszip/chesszip") {
			continue
		}
		var p initialised
		var err error
		p.milliseconds, err = strconv.ParseFloat(f[4], 64)
		require.NoError(t, err)
		p.bytes, err = strconv.Atoi(f[7])
		require.NoError(t, err)
		p.allocations, err = strconv.Atoi(f[9])
		require.NoError(t, err)
		all[f[1]] = p
	}
	require.NotEmpty(t, all)
	return all
}

// TestInitialisation checks that none of our packages builds tables or large values on
// the heap before a program uses it. BenchmarkInitialisation measures the remaining
// time.
func TestInitialisation(t *testing.T) {
	const mostBytes, mostAllocations = 10_000, 200 // of all of our packages
	for name := range programs {
		bytes, allocations := 0, 0
		for pkg, p := range initialisation(t, buildProgram(t, name)) {
			bytes, allocations = bytes+p.bytes, allocations+p.allocations
			if p.bytes > mostBytes/2 || p.allocations > mostAllocations/2 {
				t.Errorf("%s: %s takes %d bytes in %d allocations before main", name, pkg, p.bytes, p.allocations)
			}
		}
		t.Logf("%s: %d bytes, %d allocations", name, bytes, allocations)
		if bytes > mostBytes || allocations > mostAllocations {
			t.Errorf("%s: %d bytes in %d allocations before main, want at most %d in %d", name, bytes, allocations, mostBytes, mostAllocations)
		}
	}
}

// BenchmarkInitialisation reports the time of our packages before main: the least of
// twenty runs of each program.
func BenchmarkInitialisation(b *testing.B) {
	for name := range programs {
		exe := buildProgram(b, name)
		b.Run(name, func(b *testing.B) {
			best := 0.0
			for b.Loop() {
				best = 0
				for run := range 20 {
					sum := 0.0
					for _, p := range initialisation(b, exe) {
						sum += p.milliseconds
					}
					if run == 0 || sum < best {
						best = sum
					}
				}
			}
			b.ReportMetric(best, "init-ms")
		})
	}
}
