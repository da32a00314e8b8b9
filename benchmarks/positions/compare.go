package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

// comparison is what is compared: the positions of games after every so many
// half-moves, until there are enough.
type comparison struct {
	positions, every int
	work             string // a folder for files
}

// compare prints what positions of games take by codes that hold each alone,
// and as a file of FENs, packed in their order and shuffled, by chesszip and
// what else is installed.
func compare(names []string, positions, every int, stdout io.Writer) (err error) {
	if len(names) == 0 || positions < 1 || every < 1 {
		return errors.New("-compare takes PGN files, and -n and -every are 1 or more")
	}
	c := comparison{positions: positions, every: every}
	ps, used, err := c.sample(names)
	if err != nil {
		return err
	}
	if c.work, err = os.MkdirTemp("", "positions-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(c.work)) }()

	fmt.Fprintf(stdout, "%s, %s %s/%s, %s\n\n", buildCommit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format("2006-01-02"))
	fmt.Fprintf(stdout, "%d positions, those after %d, %d, %d ... half-moves of the games of %s; en passant squares only where a capture is legal. Bits a position.\n\n",
		len(ps), every, 2*every, 3*every, strings.Join(used, ", "))
	if len(ps) < positions {
		fmt.Fprintf(stdout, "The files have fewer than the %d asked for.\n\n", positions)
	}
	alone(stdout, ps)
	fmt.Fprintf(stdout, "\nThe exact number of a position but for its counters needs %d bits, and a codec.Key, which is that number, has 160.\n\n", basen.NumberBits)
	return c.files(stdout, ps)
}

// sample returns the positions, and the names of the files they are from.
func (c *comparison) sample(names []string) (ps []board.Position, used []string, err error) {
	for _, name := range names {
		if len(ps) == c.positions {
			break
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		games, err := train.Games(f, 1)
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", name, err)
		}
		used = append(used, filepath.Base(name))
		for i := range games {
			p := games[i].Start
			for ply := 0; ; ply++ {
				if ply > 0 && ply%c.every == 0 && len(ps) < c.positions {
					q := p
					q.EnPassant = movegen.LegalEnPassant(&p)
					ps = append(ps, q)
				}
				if ply == len(games[i].Moves) {
					break
				}
				movegen.Make(&p, games[i].Moves[ply])
			}
		}
	}
	if len(ps) == 0 {
		return nil, nil, fmt.Errorf("no games in %s", strings.Join(names, ", "))
	}
	return ps, used, nil
}

// bare returns p without its counters.
func bare(p *board.Position) *board.Position {
	q := *p
	q.HalfmoveClock, q.FullmoveNumber = 0, 1
	return &q
}

// alone prints what each position takes alone.
func alone(out io.Writer, ps []board.Position) {
	fmt.Fprintln(out, "| each position alone | board | and side, castling, en passant | and counters | max |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|")
	mean := func(bits func(p *board.Position) (int, error)) (cell string, most int) {
		sum, held := 0, 0
		for i := range ps {
			n, err := bits(&ps[i])
			if err != nil {
				continue
			}
			sum, held, most = sum+n, held+1, max(most, n)
		}
		if held < len(ps) {
			return fmt.Sprintf("%.2f (%d refused)", float64(sum)/float64(max(held, 1)), len(ps)-held), most
		}
		return fmt.Sprintf("%.2f", float64(sum)/float64(held)), most
	}
	row := func(name string, boardOnly func(b *board.Board) (int, error), whole func(p *board.Position) (int, error)) {
		first := ""
		if boardOnly != nil {
			first, _ = mean(func(p *board.Position) (int, error) { return boardOnly(&p.Board) })
		}
		second, _ := mean(func(p *board.Position) (int, error) { return whole(bare(p)) })
		third, most := mean(whole)
		fmt.Fprintf(out, "| %s | %s | %s | %s | %d |\n", name, first, second, third, most)
	}
	row("FEN", func(b *board.Board) (int, error) {
		p := board.Position{Board: *b}
		return 8 * bytes.IndexByte(p.AppendFEN(nil), ' '), nil
	}, func(p *board.Position) (int, error) { return 8 * len(p.AppendFEN(nil)), nil })
	row("Lichess's binary FEN", nil, func(p *board.Position) (int, error) {
		b, err := codec.AppendPacked(nil, p)
		return 8 * len(b), err
	})
	for i, name := range codec.Names() {
		s, _ := codec.ByName(name)
		row(name, func(b *board.Board) (int, error) {
			e := codec.Explain(&board.Position{Board: *b})[i]
			return e.Board, e.Err
		}, s.BitLen)
	}
	for _, s := range codec.Palettes() {
		row("Best, palette "+s.Name, nil, func(p *board.Position) (int, error) {
			_, n, err := s.Best(p)
			return n, err
		})
	}
	// The learned code uses the counters: without them is not what it takes
	// for a move number of 1.
	alone := 0.0
	for i := range ps {
		s, err := boardmodel.V1.Cost(&ps[i])
		if err != nil {
			continue
		}
		alone += s.Position()
	}
	third, most := mean(boardmodel.V1.BitLen)
	fmt.Fprintf(out, "| %s | | %.2f | %s | %d |\n", boardmodel.V1.Name(), alone/float64(len(ps)), third, most)
}

// shuffleSeed makes every run shuffle alike.
const shuffleSeed = 5

// files prints what the positions take as a file of FENs.
func (c *comparison) files(out io.Writer, ps []board.Position) error {
	lines := make([][]byte, len(ps))
	for i := range ps {
		lines[i] = append(ps[i].AppendFEN(nil), '\n')
	}
	plain := filepath.Join(c.work, "games.fen")
	if err := os.WriteFile(plain, bytes.Join(lines, nil), 0o600); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(shuffleSeed, shuffleSeed))
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	shuffled := filepath.Join(c.work, "shuffled.fen")
	if err := os.WriteFile(shuffled, bytes.Join(lines, nil), 0o600); err != nil {
		return err
	}
	chesszip := filepath.Join(c.work, "chesszip")
	if b, err := exec.Command("go", "build", "-o", chesszip, "github.com/chesszip/chesszip/cmd/chesszip").CombinedOutput(); err != nil {
		return fmt.Errorf("build chesszip: %w: %s", err, b)
	}
	fmt.Fprintln(out, "| the file of FENs | in order | shuffled |")
	fmt.Fprintln(out, "|---|--:|--:|")
	packed := filepath.Join(c.work, "packed")
	for _, m := range []struct {
		name string
		argv []string // IN is the file, OUT what it is packed to
		// sorts says that the order of lines is given up.
		sorts bool
	}{
		{name: "plain", argv: []string{"cp", "IN", "OUT"}},
		{name: "xz -9e", argv: []string{"xz", "-9e", "-T1", "-q", "-c", "IN"}},
		{name: "PPMd, order 16, 256 MB (7z)", argv: []string{"7z", "a", "-m0=PPMd:o=16:mem=256m", "-bd", "-t7z", "OUT.7z", "IN"}},
		{name: "zpaq -m5", argv: []string{"zpaq", "add", "OUT.zpaq", "IN", "-m5", "-t1"}},
		{name: "chesszip -1", argv: []string{chesszip, "-q", "-T1", "-1", "-o", "OUT", "IN"}},
		{name: "chesszip -6", argv: []string{chesszip, "-q", "-T1", "-6", "-o", "OUT", "IN"}},
		{name: "chesszip -6 --sort, order not kept", argv: []string{chesszip, "-q", "-T1", "-6", "--sort", "-o", "OUT", "IN"}, sorts: true},
	} {
		cells := []string{m.name}
		for _, in := range []string{plain, shuffled} {
			n, err := c.pack(m.argv, in, packed)
			switch {
			case errors.Is(err, exec.ErrNotFound):
				cells = append(cells, "not installed")
			case err != nil && m.sorts:
				cells = append(cells, "-") // a chesszip that cannot sort
			case err != nil:
				return fmt.Errorf("%s: %w", m.name, err)
			default:
				cells = append(cells, strconv.FormatFloat(8*float64(n)/float64(len(ps)), 'f', 2, 64))
			}
		}
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
	return nil
}

// pack runs a command that packs the file in, and returns the size of what it
// wrote to out, out and a suffix, or standard output.
func (c *comparison) pack(argv []string, in, out string) (int64, error) {
	argv = append([]string(nil), argv...)
	wrote := ""
	for i, a := range argv {
		switch {
		case a == "IN":
			argv[i] = in
		case strings.HasPrefix(a, "OUT"):
			wrote = out + a[len("OUT"):]
			argv[i] = wrote
		}
	}
	if wrote != "" {
		if err := os.RemoveAll(wrote); err != nil {
			return 0, err
		}
	}
	cmd := exec.CommandContext(context.Background(), argv[0], argv[1:]...)
	var stdout counter
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	if wrote == "" {
		return int64(stdout), nil
	}
	info, err := os.Stat(wrote)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// buildCommit names what is measured, as git does.
func buildCommit() string {
	b, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "chesszip, commit not known"
	}
	return "chesszip at " + strings.TrimSpace(string(b))
}
