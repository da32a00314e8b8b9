package main

import (
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/remote"
	"github.com/chesszip/chesszip/server"
)

// serving is a run of chesszip serve.
type serving struct {
	reading
	browser bool // open the page in a browser
	listen  string
	hosts   []string
	origins []string
	engine  server.EngineOptions
	anyone  bool // the engine is for other machines, too
	// For --export: the target.
	exportTo string
}

// usualAddress is the default address of served games.
const usualAddress = "127.0.0.1:6465"

const serveLong = `Show games in a browser, until interrupted: a list with searches and filters, a
board, an opening explorer, and where the bytes of an archive go. docs/serve.md
describes the page.

Only the named files are read, and nothing is written. An archive with --index
players,openings answers at once; in others, and in PGN, games are searched. A
database of SCID (.si4, .si5) is first made an archive in memory, which takes as
long as chesszip -0. Packed files cannot be served.

Programs can ask also: /api has lists, searches, games and positions as JSON
(docs/api-http.md), and /masters, /lichess and /player answer as the opening
explorer of Lichess does.

By default only programs of this machine get answers, and pages of other sites in
its browsers only with --allow-origin. With another --listen, everyone who
reaches the address can read the games; --host names the machine as clients do,
all other names are refused.

--engine names a chess engine of your own that speaks UCI, such as stockfish: the
board shows its lines. Each open board has a process of it, at most four, which
ends with the board.

--export writes a folder that any web server can host at any path: the page, the
archives, and chesszip as a WebAssembly module, with which the page reads parts
of the archives.`

func newServe(c *console) *cobra.Command {
	s := &serving{reading: reading{console: c, packsSCID: true}}
	cmd := &cobra.Command{
		Use:   "serve [flags] FILE...",
		Short: "browse games in a browser: search, board, opening explorer",
		Long:  serveLong,
		Example: `  chesszip serve --open games.czip
  curl "http://127.0.0.1:6465/masters?play=e2e4,c7c5"
  curl "http://127.0.0.1:6465/api/games?query=player:carlsen+date:2013"
  chesszip serve --listen :6465 --host chess.local masters.czip online.czip
  chesszip serve --engine stockfish --engine-threads 2 games.czip
  chesszip serve --allow-origin https://lichess.org games.czip
  chesszip serve --export site games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "[flags] FILE..."),
	}
	f := cmd.Flags()
	s.readFlags(f)
	f.StringVar(&s.listen, "listen", usualAddress, "listen at `ADDRESS`; port 0 takes any")
	f.BoolVar(&s.browser, "open", false, "open the page in the browser")
	f.StringArrayVar(&s.hosts, "host", nil, "also answer to the `NAME` of the machine; may be repeated")
	f.StringArrayVar(&s.origins, "allow-origin", nil, "let pages of the site `ORIGIN` ask, such as https://lichess.org; * is every site")
	f.StringVar(&s.engine.Program, "engine", "", "show lines of the UCI engine `PROGRAM`, a name or a path")
	f.IntVar(&s.engine.Threads, "engine-threads", 1, "run each process of the engine on `N` threads")
	f.IntVar(&s.engine.Hash, "engine-hash", 64, "let it have a table of `MIB` MiB")
	f.DurationVar(&s.engine.Time, "engine-time", 30*time.Second, "end its search of a position after `TIME`, such as 1m")
	f.BoolVar(&s.anyone, "engine-for-all", false, "with --listen, let other machines use the engine")
	f.StringVar(&s.exportTo, "export", "", "write the pages and the archives to the folder `DIR`, and serve nothing")
	f.BoolVarP(&s.force, "force", "f", false, "with --export, replace an earlier export")
	s.manyFlag(f)
	return s.verb(cmd, s.run)
}

func (s *serving) run(names []string) error {
	limitMemory(s.threads, memoryToServe)
	elsewhere, err := s.check()
	if err != nil {
		return err
	}
	var files []server.File
	var all []*opened
	for _, name := range names {
		a, err := s.open(name)
		if err != nil {
			return err
		}
		defer a.close()
		if err := s.mustHoldGames(a); err != nil {
			return err
		}
		all = append(all, a)
		files = append(files, server.File{Name: shownName(name), Archive: a.Archive, Version: versionOf(a)})
	}
	if s.exportTo != "" {
		return s.export(all)
	}
	var engine *server.Engine
	if s.engine.Program != "" {
		if engine, err = server.StartEngine(s.ctx, s.engine); err != nil {
			return failed("--engine wants a program that speaks UCI: its name, or its path such as /usr/games/stockfish", "%w", err)
		}
		defer engine.Close()
	}
	l, err := server.Listen(s.listen)
	if err != nil {
		return cannotListen(s.listen, err)
	}
	address := "http://" + s.address(l.Addr()) + "/"
	if err := s.print([]byte(address + "\n")); err != nil {
		_ = l.Close() // no client knows it
		return err
	}
	if s.browser {
		s.browse(address)
	}
	if elsewhere {
		// The console is not asked whether it is quiet: this is about safety.
		s.message("chesszip: warning: whoever reaches %v can read these games", []any{l.Addr()})
	}
	if engine != nil {
		s.say("chesszip: the engine is %s", engine.Name())
	}
	s.say("chesszip: games are served until you interrupt (Ctrl-C)")
	return server.Serve(s.ctx, l, server.Handler(files, &server.Options{Hosts: s.hosts, Origins: s.origins, Engine: engine}))
}

// cannotListen explains why an address cannot be listened to.
func cannotListen(address string, err error) error {
	var taken *os.SyscallError
	if errors.As(err, &taken) {
		return failed("another program may be there: --listen 127.0.0.1:0 takes any free port", "--listen %s: %w", address, taken.Err)
	}
	return failed("such as --listen 127.0.0.1:6465", "--listen %s: %w", address, err)
}

// shownName returns the name of a file that clients see.
func shownName(name string) string {
	if isURL(name) {
		if local, err := urlName(name); err == nil {
			return local
		}
		name = remote.Redact(name)
	}
	return filepath.Base(name)
}

// versionOf identifies the state of a file among those served by its name.
func versionOf(a *opened) string {
	if r, ok := a.file.(*remote.Reader); ok {
		return r.Validator()
	}
	return a.info.ModTime().UTC().String()
}

// check refuses contradictory flags, and reports whether other machines may connect.
func (s *serving) check() (elsewhere bool, err error) {
	switch serves := s.listen != usualAddress || s.browser || len(s.hosts)+len(s.origins) > 0 || s.engine.Program != ""; {
	case s.exportTo != "" && serves:
		return false, misuse("leave out --listen, --open, --host, --allow-origin and --engine", "--export serves nothing")
	case s.engine.Threads < 1 || s.engine.Hash < 1 || s.engine.Time < time.Millisecond:
		return false, misuse("such as --engine-threads 2 --engine-hash 256 --engine-time 1m", "the limits of an engine are positive")
	case s.exportTo == "" && s.force:
		return false, misuse("--export DIR", "--force is for --export")
	}
	host, _, err := net.SplitHostPort(s.listen)
	if err != nil {
		return false, misuse("such as --listen 127.0.0.1:6465, or :6465 for all addresses", "--listen: %q is not an address with a port", s.listen)
	}
	ip := net.ParseIP(host)
	elsewhere = host != "localhost" && (ip == nil || !ip.IsLoopback())
	if elsewhere && len(s.hosts) == 0 {
		return false, misuse("--host NAME, the name or address by which clients call this machine", "--listen %s reaches beyond this machine: say by --host what to answer to", s.listen)
	}
	if elsewhere && s.engine.Program != "" && !s.anyone {
		return false, misuse("--engine-for-all lets whoever reaches the address use it", "--engine is for this machine, and --listen %s reaches beyond it", s.listen)
	}
	for _, o := range s.origins {
		u, err := url.Parse(o)
		if o != "*" && (err != nil || u.Scheme == "" || u.Host == "" || o != strings.ToLower(u.Scheme+"://"+u.Host)) {
			return false, misuse("such as https://lichess.org, in small letters and without a path", "--allow-origin: %q is not an origin", o)
		}
	}
	for _, h := range s.hosts {
		if h == "" || strings.ContainsAny(h, "/ []") || strings.Contains(h, ":") && net.ParseIP(h) == nil {
			return false, misuse("such as chess.local, without http://, port and brackets", "--host: %q is not a name", h)
		}
	}
	return elsewhere, nil
}

// address returns the address for clients.
func (s *serving) address(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return at.String()
	}
	if ip := net.ParseIP(host); ip != nil && !ip.IsLoopback() && len(s.hosts) > 0 {
		host = s.hosts[0]
	}
	return net.JoinHostPort(host, port)
}
