package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movelist"
)

// programs are general compressors: their commands to pack the file "moves" to "packed",
// and to unpack that without output.
var programs = []struct {
	name      string
	pack, out []string
}{
	{"zstd -19", []string{"zstd", "-q", "-f", "-19", "-o", "packed", "moves"}, []string{"zstd", "-q", "-d", "-c", "packed"}},
	{"xz -9e", []string{"sh", "-c", "xz -9e -c moves > packed"}, []string{"sh", "-c", "xz -d -c < packed"}},
	{"PPMd (7z)", []string{"7z", "a", "-bd", "-m0=ppmd:o=12:mem=256m", "packed", "moves"}, []string{"7z", "e", "-so", "packed.7z"}},
	{"zpaq -m5", []string{"zpaq", "add", "packed.zpaq", "moves", "-m5", "-t1"}, []string{"zpaq", "extract", "packed.zpaq", "-to", "back", "-t1"}},
}

// compressors measures the installed programs on the moves as text.
func compressors(games []train.Game, plies int) (points []point, err error) {
	dir, err := os.MkdirTemp("", "learned")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var text []byte
	for i := range games {
		g := gamestate.Game{Start: games[i].Start, Moves: games[i].Moves}
		if text, err = movelist.SAN.AppendMoves(text, &g); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "moves"), text, 0o644); err != nil {
		return nil, err
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p.pack[0]); err != nil {
			fmt.Printf("  %-20s not installed\n", p.name)
			continue
		}
		if p.pack[0] == "sh" {
			if _, err := exec.LookPath("xz"); err != nil {
				continue
			}
		}
		in, err := timed(dir, p.pack)
		if err != nil {
			return points, err
		}
		found, err := filepath.Glob(filepath.Join(dir, "packed*"))
		if err != nil || len(found) != 1 {
			return points, fmt.Errorf("%s wrote %q, %v", p.name, found, err)
		}
		info, err := os.Stat(found[0])
		if err != nil {
			return points, err
		}
		out, err := timed(dir, p.out)
		if err != nil {
			return points, err
		}
		points = append(points, made(p.name, int(info.Size()), plies, in, out, false))
		if err := os.Remove(found[0]); err != nil {
			return points, err
		}
	}
	return points, nil
}

func timed(dir string, args []string) (time.Duration, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	begin := time.Now()
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("%q: %w", args, err)
	}
	return time.Since(begin), err
}
