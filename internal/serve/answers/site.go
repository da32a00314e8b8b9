package answers

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/internal/base/turns"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

// Sizes of caches, in bytes.
const (
	roomDecoded    = 48 << 20 // of frames of single games, for all files together
	roomSelections = 24 << 20
	roomExplored   = 12 << 20
	roomOutlines   = 24 << 20
	roomFound      = 4 << 20
	roomOrders     = 16 << 20
	roomPlayers    = 24 << 20
	roomUnderstood = 1 << 20
	roomReports    = 4 << 20
	roomNames      = 1 << 20
)

// File is a file to serve.
type File struct {
	Name    string // shown to clients
	Archive *chesszip.Archive
	Version string // identifies the state of the file
}

// Options are the settings of New; the zero value means the defaults.
type Options struct {
	// Scans is how many requests search the moves of games at once, default 2, and Queue
	// how many wait, default 16. Half as many search tags, and sixteen times as many
	// wait for that.
	Scans, Queue int
	// Endings are the solved endings, or nil.
	Endings Endings
}

// Endings gives the outcomes of positions with best play. An error means that a position
// is not solved.
type Endings interface {
	Probe(p *board.Position) (endgame.Outcome, error)
	Choices(p *board.Position) ([]endgame.Choice, error)
}

// Site is the served files with their caches.
type Site struct {
	files   []File
	version string // of all files together, and of the form of answers
	queues

	selections *turns.Flights[*selection]
	explored   *turns.Flights[*chesszip.Explored]
	blocks     *turns.Flights[*gamelist.Block]
	found      *turns.Flights[*foundJSON]
	understood *turns.Flights[*chesszip.Query]
	reports    *turns.Flights[*chesszip.PlayerReport]
	named      *turns.Flights[*namesJSON]
	lists      lists
	columnsOf  *turns.Flights[[]chesszip.StreamInfo]

	endings Endings
	frames  [][]chesszip.FrameInfo                // of each file
	parts   []func() ([]*chesszip.Archive, error) // of each file, one for each frame
}

// queues limit the work done at once.
type queues struct {
	scans    *turns.Queue // searches through moves
	sent     *turns.Queue // downloads, also while their client does not read
	searches *turns.Queue // searches through tags and numbers
	reads    *turns.Queue // decoding single games
	outlines *turns.Queue // reading the outlines of frames
}

// lists are the caches for sorted lists.
type lists struct {
	orders  *turns.Flights[*gamelist.Order]
	players *turns.Flights[*gamelist.Players]
}

// answersVersion changes whenever answers to the same request do.
const answersVersion = "5"

// New returns a Site of files, at least one. They must stay open.
func New(files []File, o Options) *Site {
	s := &Site{
		files:   files,
		endings: o.Endings,
		queues: queues{
			scans:    turns.NewQueue(orUsual(o.Scans, 2), orUsual(o.Queue, 16)),
			sent:     turns.NewQueue(2*orUsual(o.Scans, 2), orUsual(o.Queue, 16)),
			searches: turns.NewQueue((orUsual(o.Scans, 2)+1)/2, 16*orUsual(o.Queue, 16)),
			reads:    turns.NewQueue(runtime.GOMAXPROCS(0), 0),
			outlines: turns.NewQueue(2*runtime.GOMAXPROCS(0), 0),
		},
		selections: turns.NewFlights(roomSelections, (*selection).size),
		explored:   turns.NewFlights(roomExplored, sizeOfExplored),
		blocks:     turns.NewFlights(roomOutlines, (*gamelist.Block).Size),
		found:      turns.NewFlights(roomFound, sizeOfFound),
		understood: turns.NewFlights(roomUnderstood, func(q *chesszip.Query) int { return 128 * (1 + len(q.Terms)) }),
		reports:    turns.NewFlights(roomReports, sizeOfReport),
		named:      turns.NewFlights(roomNames, sizeOfNames),
		lists: lists{
			orders:  turns.NewFlights(roomOrders, (*gamelist.Order).Size),
			players: turns.NewFlights(roomPlayers, (*gamelist.Players).Size),
		},
		columnsOf: turns.NewFlights(1<<20, func(l []chesszip.StreamInfo) int { return 64 * len(l) }),
	}
	v := new(strings.Builder)
	fmt.Fprintf(v, "answers %s\n", answersVersion)
	for _, f := range files {
		f.Archive.SetCache(roomDecoded / len(files))
		fmt.Fprintf(v, "%q %q %d %d\n", f.Name, f.Version, f.Archive.Size(), f.Archive.NumGames())
		s.frames = append(s.frames, f.Archive.Frames())
		s.parts = append(s.parts, sync.OnceValues(func() ([]*chesszip.Archive, error) { return f.Archive.Split(1) }))
	}
	s.version = v.String()
	return s
}

// Version changes when answers to the same requests do.
func (s *Site) Version() string { return s.version }

func orUsual(n, usual int) int {
	if n < 1 {
		return usual
	}
	return n
}

// Chosen returns the indexes of the files that the parameter archive selects; all of
// them if it is missing.
func (s *Site) Chosen(a *Answer) ([]int, error) {
	text := a.Value("archive")
	if text == "" {
		all := make([]int, len(s.files))
		for i := range all {
			all[i] = i
		}
		return all, nil
	}
	i, err := s.fileOf(text)
	return []int{i}, err
}

// fileOf returns the index of a file from the text of its number, which counts from 1.
func (s *Site) fileOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(s.files) {
		return 0, errNoArchive
	}
	return n - 1, nil
}

// Place is a game of a file, both numbered from 0.
type Place struct {
	File   int
	Number int64
}

// ID names a game, such as 1-17.
func (p Place) ID() string { return strconv.Itoa(p.File+1) + "-" + strconv.FormatInt(p.Number+1, 10) }

// placeOf is the game of an id.
func (s *Site) placeOf(id string) (Place, error) {
	file, number, ok := strings.Cut(id, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	i, err2 := s.fileOf(file)
	if !ok || err != nil || err2 != nil || n < 1 || n > s.files[i].Archive.NumGames() {
		return Place{}, errNoGame
	}
	return Place{i, n - 1}, nil
}

// fileError adds the file to an error.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string {
	return pgn.UTF8(e.name) + ": " + strings.TrimPrefix(e.err.Error(), "chesszip: ")
}

func (e *fileError) Unwrap() error { return e.err }

// in adds the file to err.
func (s *Site) in(file int, err error) error {
	if err == nil {
		return nil
	}
	return &fileError{s.files[file].Name, err}
}

// read does work that decodes a single game, when it is its turn.
func (s *Site) read(ctx context.Context, work func() error) error {
	if err := s.reads.Enter(ctx); err != nil {
		return err
	}
	defer s.reads.Leave()
	return work()
}

// sending calls work, which sends an answer by to, when a queue grants it a turn. It
// gives up the turn while the client does not read.
func sending(a *Answer, q *turns.Queue, work func(to io.Writer) error) error {
	t, err := q.Take(a.Context)
	if err != nil {
		return err
	}
	defer t.End()
	return work(&sent{a, t})
}

// sent is an answer that is sent during a turn.
type sent struct {
	a    *Answer
	turn *turns.Turn
}

// Write writes a piece of the answer.
func (s *sent) Write(b []byte) (n int, err error) {
	over := s.turn.Aside(func() { n, err = s.a.Write(b) })
	return n, cmp.Or(err, over)
}

// inTurn does work when a queue grants it a turn.
func inTurn[T any](ctx context.Context, q *turns.Queue, work func() (T, error)) (T, error) {
	if err := q.Enter(ctx); err != nil {
		var none T
		return none, err
	}
	defer q.Leave()
	return work()
}

// asked is the query of a request, as its words are understood in some files.
type asked struct {
	*chesszip.Query
	text    string // canonical
	meaning string // in words
}

// request returns the files and the query of a request.
func (s *Site) request(a *Answer) (files []int, q asked, err error) {
	if files, err = s.Chosen(a); err == nil {
		q, err = s.query(a, files)
	}
	return files, q, err
}

// query returns the query of a request for files.
func (s *Site) query(a *Answer, files []int) (asked, error) {
	q, err := chesszip.ParseQuery(a.Value("query"))
	if err != nil {
		return asked{}, err
	}
	if !slices.ContainsFunc(q.Terms, func(t chesszip.Term) bool { return t.Field == "any" }) {
		return asked{q, q.String(), q.Meaning()}, nil
	}
	q, err = s.understood.Get(a.Context, fmt.Sprint(files, q), func(ctx context.Context) (*chesszip.Query, error) {
		return inTurn(ctx, s.searches, func() (*chesszip.Query, error) {
			var in []*chesszip.Archive
			for _, i := range files {
				in = append(in, s.files[i].Archive)
			}
			return chesszip.Understand(ctx, q, in...)
		})
	})
	if err != nil {
		return asked{}, err
	}
	return asked{q, q.String(), q.Meaning()}, nil
}

// OrNull returns n, nil for 0.
func OrNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// TextOrNull returns s, nil for "".
func TextOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
