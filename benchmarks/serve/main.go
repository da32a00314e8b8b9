// Command serve measures the response times of chesszip serve, for one client and then
// for many, and its memory.
//
//	benchmarks/serve/run [-clients 200] [-for 60s] ARCHIVE POSITIONS.pgn
//
// The positions are those at plies 0 to 40 of the games of a PGN file.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

var (
	program = flag.String("chesszip", "chesszip", "the command to run")
	clients = flag.Int("clients", 200, "how many ask at once")
	lasts   = flag.Duration("for", time.Minute, "how long they ask")
	think   = flag.Duration("think", 3*time.Second, "the mean time from an answer to the next question of a client")
	single  = flag.Int("positions", 1500, "how many positions one client asks for")
	seed    = flag.Uint64("seed", 1, "what is drawn")
)

func main() {
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: serve [flags] ARCHIVE POSITIONS.pgn")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// bench is a running server, and the data for requests.
type bench struct {
	base      string
	pid       int
	games     int64
	positions []string // FENs
	players   []string
	table     []string // positions that opening tables answer
	scanned   []string // other positions
	rounds    uint64   // with many clients
}

func run(archive, from string) error {
	b := &bench{}
	if err := b.draw(from); err != nil {
		return err
	}
	c := exec.Command(*program, "serve", "-q", "--listen", "127.0.0.1:0", archive)
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return err
	}
	defer func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait() // it dies of the signal
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("the server says nothing: %w", err)
	}
	b.base, b.pid = strings.TrimSuffix(strings.TrimSpace(line), "/"), c.Process.Pid
	var archives struct {
		Games int64 `json:"games"`
	}
	if err := b.get("/api/archives", &archives); err != nil {
		return err
	}
	b.games = archives.Games
	fmt.Printf("%d games; %d positions of plies 0 to 40, each once\n\n", b.games, len(b.positions))
	if err := b.pages(); err != nil {
		return err
	}
	if err := b.one(); err != nil {
		return err
	}
	fmt.Printf("\nmost memory so far: %d MiB\n\n", b.memory())
	for _, when := range []string{"from the start", "again"} {
		fmt.Printf("%s:\n\n", when)
		if err := b.many(); err != nil {
			return err
		}
	}
	return nil
}

// draw draws positions and players from games.
func (b *bench) draw(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	rng := rand.New(rand.NewPCG(*seed, 0))
	seen := map[string]bool{}
	for g, err := range pgn.NewReader(f, nil).Games() {
		if err != nil {
			return err
		}
		if white, ok := g.Tag("White"); ok && white != "" {
			b.players = append(b.players, white)
		}
		game, _ := g.MainLine()
		p := game.Start
		for _, m := range game.Moves[:min(len(game.Moves), rng.IntN(41))] {
			movegen.Make(&p, m)
		}
		if fen := p.String(); !seen[fen] {
			seen[fen] = true
			b.positions = append(b.positions, fen)
		}
		if len(b.positions) > 4**single {
			break
		}
	}
	if len(b.positions) < *single || len(b.players) == 0 {
		return errors.New("too few games to draw from")
	}
	rng.Shuffle(len(b.positions), func(i, j int) { b.positions[i], b.positions[j] = b.positions[j], b.positions[i] })
	return nil
}

// explorePath is the request for a position.
func explorePath(fen, query string) string {
	return "/api/explore?" + url.Values{"fen": {fen}, "query": {query}}.Encode()
}

// get sends a request, and decodes the answer.
func (b *bench) get(path string, into any) error {
	r, err := http.Get(b.base + path)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %s", path, r.Status, body)
	}
	return json.Unmarshal(body, into)
}

// one sends requests as one client, one position after the other.
func (b *bench) one() error {
	var table, scans, filtered times
	for i, fen := range b.positions[:*single] {
		var got struct {
			Looked struct{ Stored, Indexed, Decoded int64 }
		}
		begun := time.Now()
		if err := b.get(explorePath(fen, ""), &got); err != nil {
			return err
		}
		took := time.Since(begun)
		if got.Looked.Indexed+got.Looked.Decoded == 0 {
			table = append(table, took)
			b.table = append(b.table, fen)
		} else {
			scans = append(scans, took)
			b.scanned = append(b.scanned, fen)
		}
		if i%10 == 0 {
			begun = time.Now()
			if err := b.get(explorePath(fen, "elo:2300+ date:1990-"), &got); err != nil {
				return err
			}
			filtered = append(filtered, time.Since(begun))
		}
	}
	fmt.Println("| one client | requests | median ms | p95 ms | most ms |\n|---|--:|--:|--:|--:|")
	table.row("position, by the table")
	scans.row("position, by a scan")
	filtered.row("position and query, by a scan")
	if len(b.table) == 0 {
		b.table = b.scanned
	}
	return nil
}

// times are response times.
type times []time.Duration

func (t times) at(percent int) float64 {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return float64(t[min(len(t)-1, len(t)*percent/100)].Microseconds()) / 1000
}

func (t times) row(name string) {
	fmt.Printf("| %s | %d | %.1f | %.1f | %.1f |\n", name, len(t), t.at(50), t.at(95), t.at(100))
}
