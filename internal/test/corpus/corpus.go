// Package corpus finds the real chess data that some tests, benchmarks and training
// commands read. One file, Sample, is part of the project. The other data is not: its
// folder is named by the environment variable CHESSZIP_DATA, or is shared/data beside
// the checkout, with its larger files packed by xz.
//
// Only tests and tools import it.
package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// Sample is the name of the file of real games in the project: SampleGames games of the
// Lichess database, packed as testdata/lichess.pgn.zst. The first SampleOldBytes bytes,
// 1,000 games, have no clocks; the others do.
const (
	Sample         = "testdata/lichess.pgn"
	SampleGames    = 1250
	SampleOldBytes = 750_035
)

// ErrAbsent reports that a file of the corpus is not on this machine.
var ErrAbsent = errors.New("corpus: data absent; set CHESSZIP_DATA to its folder")

// roots returns the folders to look in, the best first.
func roots() []string {
	var dirs []string
	if d := os.Getenv("CHESSZIP_DATA"); d != "" {
		dirs = append(dirs, d)
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		dirs = append(dirs, filepath.Join(filepath.Dir(file), "..", "..", "..", "..", "shared", "data"))
	}
	return dirs
}

// openSample opens Sample in the working directory or, since tests run inside their
// package, in a parent folder.
func openSample() (io.ReadCloser, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		f, err := os.Open(filepath.Join(dir, filepath.FromSlash(Sample)+".zst"))
		if err == nil {
			z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
			if err != nil {
				return nil, errors.Join(err, f.Close())
			}
			return struct {
				io.Reader
				io.Closer
			}{z, f}, nil
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		return nil, fmt.Errorf("corpus: %s.zst is neither here nor in a folder around", Sample)
	}
}

// Open opens a file of the corpus by its plain name, such as "pgn/master-test.pgn" or
// Sample; it unpacks an .xz. The error is ErrAbsent if there is none.
func Open(name string) (io.ReadCloser, error) {
	if name == Sample {
		return openSample()
	}
	for _, dir := range roots() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		f, err := os.Open(path)
		if err == nil {
			return f, nil
		}
		if f, err = os.Open(path + ".xz"); err != nil {
			continue
		}
		r, err := xz.NewReader(bufio.NewReader(f))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("corpus: unpack %s: %w", path, err), f.Close())
		}
		return struct {
			io.Reader
			io.Closer
		}{r, f}, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrAbsent, name)
}

// Read returns the whole of a file of the corpus, or ErrAbsent.
func Read(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(f)
	return b, errors.Join(err, f.Close())
}

// Names returns the plain names of the files in a folder of the corpus, such as "odd",
// sorted, or ErrAbsent. Those of "pgn" begin with Sample, which always exists.
func Names(folder string) ([]string, error) {
	names, err := folderNames(folder)
	if folder == "pgn" {
		return append([]string{Sample}, names...), nil
	}
	return names, err
}

func folderNames(folder string) ([]string, error) {
	for _, dir := range roots() {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			continue
		}
		var names []string
		for _, e := range entries {
			if isFile(filepath.Join(dir, folder), e) {
				n := e.Name()
				if filepath.Ext(n) == ".xz" {
					n = n[:len(n)-len(".xz")]
				}
				names = append(names, folder+"/"+n)
			}
		}
		return names, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrAbsent, folder)
}

// Games returns Sample and those of the given files of games, such as "master-test",
// that exist.
func Games(files ...string) []string {
	names := []string{Sample}
	for _, file := range files {
		name := "pgn/" + file + ".pgn"
		if f, err := Open(name); err == nil {
			f.Close()
			names = append(names, name)
		}
	}
	return names
}

func isFile(dir string, e fs.DirEntry) bool {
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.Mode().IsRegular()
}

// TB is the part of testing.TB for Need and NeedHead.
type TB interface {
	Helper()
	Skipf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Need returns the whole of a file of the corpus, or skips the test.
func Need(t TB, name string) []byte {
	t.Helper()
	return NeedHead(t, name, math.MaxInt)
}

// NeedHead is Need for the first n bytes of a file, or all if there are fewer. It does
// not unpack the rest.
func NeedHead(t TB, name string, n int) []byte {
	t.Helper()
	f, err := Open(name)
	if errors.Is(err, ErrAbsent) {
		t.Skipf("%v", err)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	b, err := io.ReadAll(io.LimitReader(f, int64(n)))
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatalf("%v", err)
	}
	return b
}
