package server

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/pgn"
)

// Room for what was found, in bytes.
const (
	roomDecoded    = 48 << 20 // of frames that single games were asked of, all files together
	roomSelections = 24 << 20
	roomExplored   = 12 << 20
	roomOutlines   = 24 << 20
	roomFound      = 4 << 20
)

// site is the files that are served, and what is known of them.
type site struct {
	files    []File
	version  string // of all files together, and of the answers
	scans    *queue // what looks through moves
	searches *queue // what looks through tags and numbers
	reads    *queue // what decodes single games

	selections *flights[*selection]
	explored   *flights[*chesszip.Explored]
	blocks     *flights[*block]
	clocks     *flights[chesszip.Header] // tags that say how fast a game was
	found      *flights[*foundJSON]
	columnsOf  *flights[[]chesszip.StreamInfo]
	endings    endgame.Base                          // the solved ones
	frames     [][]chesszip.FrameInfo                // of each file
	parts      []func() ([]*chesszip.Archive, error) // of each file, one a frame
}

// answersVersion changes whenever answers to the same request do.
const answersVersion = "2"

func newSite(files []File, o *Options) *site {
	s := &site{
		files:      files,
		scans:      newQueue(orUsual(o.Scans, 2), orUsual(o.Queue, 16)),
		searches:   newQueue((orUsual(o.Scans, 2)+1)/2, 16*orUsual(o.Queue, 16)),
		reads:      newQueue(2*runtime.GOMAXPROCS(0), 0),
		selections: newFlights(roomSelections, (*selection).size),
		explored:   newFlights(roomExplored, sizeOfExplored),
		blocks:     newFlights(roomOutlines, (*block).size),
		clocks:     newFlights(1<<20, func(chesszip.Header) int { return 500 }),
		found:      newFlights(roomFound, sizeOfFound),
		columnsOf:  newFlights(1<<20, func(l []chesszip.StreamInfo) int { return 64 * len(l) }),
	}
	v := new(strings.Builder)
	fmt.Fprintf(v, "answers %s\n", answersVersion)
	for _, f := range files {
		f.Archive.Keep(roomDecoded / len(files))
		fmt.Fprintf(v, "%q %q %d %d\n", f.Name, f.Version, f.Archive.Size(), f.Archive.Games())
		s.frames = append(s.frames, f.Archive.Frames())
		s.parts = append(s.parts, sync.OnceValues(func() ([]*chesszip.Archive, error) { return f.Archive.Parts(1) }))
	}
	s.version = v.String()
	return s
}

func orUsual(n, usual int) int {
	if n < 1 {
		return usual
	}
	return n
}

// chosen returns the numbers of the files that the parameter archive means, from 0: all
// of them if it is not given.
func (s *site) chosen(a *answer) ([]int, error) {
	text := a.r.FormValue("archive")
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

// fileOf returns the number of a file from 0, of its number from 1 as text.
func (s *site) fileOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(s.files) {
		return 0, errNoArchive
	}
	return n - 1, nil
}

// place is a game of a file, both numbered from 0.
type place struct {
	file   int
	number int64
}

// id names a game, such as 1-17.
func (p place) id() string { return strconv.Itoa(p.file+1) + "-" + strconv.FormatInt(p.number+1, 10) }

// placeOf is the game of an id.
func (s *site) placeOf(id string) (place, error) {
	file, number, ok := strings.Cut(id, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	i, err2 := s.fileOf(file)
	if !ok || err != nil || err2 != nil || n < 1 || n > s.files[i].Archive.Games() {
		return place{}, errNoGame
	}
	return place{i, n - 1}, nil
}

// fileError says in which file something could not be read.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string {
	return pgn.UTF8(e.name) + ": " + strings.TrimPrefix(e.err.Error(), "chesszip: ")
}

func (e *fileError) Unwrap() error { return e.err }

// in says of which file err is.
func (s *site) in(file int, err error) error {
	if err == nil {
		return nil
	}
	return &fileError{s.files[file].Name, err}
}

// read does what decodes a single game, when it is its turn.
func (s *site) read(ctx context.Context, work func() error) error {
	if err := s.reads.enter(ctx); err != nil {
		return err
	}
	defer s.reads.leave()
	return work()
}

// inTurn does work when a queue says that it is its turn.
func inTurn[T any](ctx context.Context, q *queue, work func() (T, error)) (T, error) {
	if err := q.enter(ctx); err != nil {
		var none T
		return none, err
	}
	defer q.leave()
	return work()
}

// query returns the query of a request, and its text in one form.
func (a *answer) query() (*chesszip.Query, string, error) {
	q, err := chesszip.ParseQuery(a.r.FormValue("query"))
	if err == nil {
		err = q.Validate()
	}
	if err != nil {
		return nil, "", err
	}
	return q, q.String(), nil
}

// orNull returns n, nil for 0.
func orNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// textOrNull returns s, nil for "".
func textOrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
