// Package badengine is a UCI engine for tests, which can have faults. A test program is
// the engine itself when its environment says so:
//
//	func TestMain(m *testing.M) { badengine.Run(); os.Exit(m.Run()) }
//	t.Setenv(badengine.Fault, "hangs") // the engine is os.Executable()
//
// The faults are:
//
//	none      legal lines until the time is over: castling, then the first legal moves
//	silent    no answer at all
//	nameless  no id name
//	hangs     no line of a search, and no end of it
//	endless   lines, but no end of the search, even when it is told to stop
//	dies      an end after the first lines
//	lies      moves that are not legal, scores and depths that cannot be, lines twice
//	cheats    a best move that is not legal
//	liesome   only the first move of each line is legal
//	floods    lines as fast as it can
//	endline   one line without an end
//	deaf      all answers at once, without reading
package badengine

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Variables of the environment. Process is the name of a file to which the engine writes
// the number of its process.
const (
	Fault   = "CHESSZIP_TEST_ENGINE"
	Process = "CHESSZIP_TEST_ENGINE_PROCESS"
)

// Name is the engine's name.
const Name = "Bad Engine 1.0"

// Run is the engine, if the environment says so. It does not return then.
func Run() {
	fault := os.Getenv(Fault)
	if fault == "" {
		return
	}
	if file := os.Getenv(Process); file != "" {
		_ = os.WriteFile(file, []byte(strconv.Itoa(os.Getpid())), 0o600) // the test misses it
	}
	e := &engine{fault: fault, in: make(chan string), out: os.Stdout, lines: 1, at: board.Start()}
	go e.read(os.Stdin)
	e.run()
	os.Exit(0)
}

type engine struct {
	fault string
	in    chan string // closed at the end of the input
	out   io.Writer
	lines int
	wide  bool // UCI_Chess960
	at    board.Position
}

func (e *engine) read(from io.Reader) {
	defer close(e.in)
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		e.in <- lines.Text()
	}
}

func (e *engine) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

func (e *engine) run() {
	switch e.fault {
	case "silent":
		select {}
	case "deaf":
		e.say("id name %s\nuciok\nreadyok\ninfo depth 1 score cp 1 pv e2e4\nbestmove e2e4", Name)
		select {}
	}
	for text := range e.in {
		words := strings.Fields(text)
		switch {
		case text == "uci" && e.fault == "nameless":
			e.say("uciok")
		case text == "uci":
			e.say("id name \x1b[31m%s\xff\nid author nobody\noption name MultiPV type spin default 1 min 1 max 3", Name)
			e.say("option name Hash type spin default 16 min 1 max 32\noption name UCI_Chess960 type check default false\noption\noption name x type spin min a\nuciok")
		case text == "isready":
			e.say("readyok")
		case strings.HasPrefix(text, "setoption name MultiPV value "):
			e.lines, _ = strconv.Atoi(words[4])
		case strings.HasPrefix(text, "setoption name UCI_Chess960 value "):
			e.wide = words[4] == "true"
		case strings.HasPrefix(text, "position fen "):
			e.place(strings.TrimPrefix(text, "position fen "))
		case strings.HasPrefix(text, "go movetime "):
			ms, _ := strconv.Atoi(words[2])
			if !e.search(time.Duration(ms) * time.Millisecond) {
				return
			}
		}
	}
}

// uci writes a move as the option UCI_Chess960 demands.
func (e *engine) uci(p *board.Position, m board.Move) string {
	return string(notation.AppendUCI(nil, p, m, e.wide))
}

// place sets the position of a command. It ends the process at what it does not
// understand, as many engines do.
func (e *engine) place(text string) {
	fen, moves, _ := strings.Cut(text, " moves ")
	p, err := board.ParseFEN(fen)
	for _, w := range strings.Fields(moves) {
		m, err2 := notation.ParseUCI(w, &p)
		if err = err2; err != nil || e.uci(&p, m) != w {
			break
		}
		movegen.Make(&p, m)
	}
	if err != nil {
		os.Exit(139)
	}
	e.at = p
}

// search searches until the time is over or it is told to stop. It returns false if the
// engine ends.
func (e *engine) search(d time.Duration) bool {
	over := time.After(d)
	legal := movegen.AppendLegal(nil, &e.at)
	slices.SortStableFunc(legal, func(x, y board.Move) int {
		return notCastling(&e.at, x) - notCastling(&e.at, y)
	})
	first := e.uci(&e.at, legal[0])
	for depth := 1; ; depth++ {
		switch e.fault {
		case "hangs":
			over = nil
		case "lies":
			e.say("info depth %d multipv 1 score cp 5 pv e2e5 e7e5", depth)
			e.say("info depth -3 score cp 5 pv %s\ninfo depth 3 score mate 0 pv %s", first, first)
			e.say("info depth 99999999999999999999 score cp 1 pv %s\ninfo depth 1 score cp 99999999 pv %s", first, first)
			e.say("info depth 1 multipv 77 score cp 1 pv %s\ninfo score cp 1 mate 2 pv %s\ninfo depth", first, first)
			e.say("info depth 2 score cp\ninfo pv 0000\ninfo depth 1 score cp 3 pv 0000\n\ngarbage\nbest")
			over = nil
		case "endline":
			for {
				fmt.Fprint(e.out, strings.Repeat("info ", 1000))
			}
		default:
			e.info(depth, legal, first)
		}
		wait := time.After(20 * time.Millisecond)
		switch e.fault {
		case "dies":
			os.Exit(3)
		case "floods":
			fmt.Fprint(e.out, strings.Repeat("info depth 1 score cp 1 pv "+first+"\n", 10_000))
			wait = time.After(0)
			over = nil
		case "endless":
			over = nil
		}
		select {
		case <-wait:
			continue
		case text, ok := <-e.in:
			if !ok {
				return false
			}
			if text != "stop" || e.fault == "endless" || e.fault == "hangs" {
				continue
			}
		case <-over:
		}
		if e.fault == "cheats" {
			first = "e2e5"
		}
		e.say("bestmove %s ponder e7e5", first)
		return true
	}
}

func notCastling(p *board.Position, m board.Move) int {
	if movegen.IsCastling(p, m) {
		return 0
	}
	return 1
}

// info says a line for each of the first legal moves.
func (e *engine) info(depth int, legal []board.Move, first string) {
	for i := range min(e.lines, len(legal)) {
		p := e.at
		line := e.uci(&p, legal[i])
		movegen.Make(&p, legal[i])
		if replies := movegen.AppendLegal(nil, &p); len(replies) > 0 {
			line += " " + e.uci(&p, replies[0])
		}
		if e.fault == "liesome" {
			line = first + " a1a1 e7e5"
		}
		e.say("info depth %d seldepth %d multipv %d score cp %d nodes %d nps 1000 time %d pv %s", min(depth, 200), depth+1, i+1, 30-10*i, 100*depth, 20*depth, line)
		e.say("info depth %d multipv %d score cp 999 lowerbound nodes 1 pv %s", min(depth+1, 200), i+1, line)
	}
}
