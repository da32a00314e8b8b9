package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/chesszip/chesszip"
)

// selection is the number of things that a command has selected. A command that selects
// and finds nothing in any file ends with statusNone, and writes no file.
type selection struct {
	asked bool
	n     int64
	query *chesszip.Query // for hints, or nil
	files []string
}

// asks records that the command selects by a query.
func (r *reading) asks(q *chesszip.Query) { r.selection.asked, r.selection.query = true, q }

// found counts selected things; any n over 0 will do.
func (r *reading) found(n int64) {
	r.selection.asked = true
	r.selection.n += n
}

// nothing returns the outcome of a command that has selected nothing, after printing
// hints; otherwise nil.
func (r *reading) nothing() error {
	if !r.selection.asked || r.selection.n > 0 {
		return nil
	}
	if r.quiet {
		return reported{statusNone}
	}
	for _, hint := range r.selection.query.Hints(r.again) {
		r.say("chesszip: hint: %s", hint.Text)
	}
	if q := r.selection.query; q != nil && q.Names != nil && !r.talks() {
		r.tellSpellings("hint: near names are", q.Names.Spellings(true))
	}
	if r.output != "" && r.output != stdio {
		r.say("chesszip: nothing was selected: %s is not written", oneLine(r.output))
	}
	return reported{statusNone}
}

// again counts the games of another query in the same files, except standard input,
// which is consumed.
func (r *reading) again(q *chesszip.Query) (n int64, err error) {
	silent := *r.console
	silent.errw = io.Discard
	other := &reading{console: &silent, ctx: r.ctx, model: r.model, threads: r.threads, part: r.part, many: r.many}
	for _, name := range r.selection.files {
		if name == stdio {
			continue
		}
		a, err := other.open(name)
		if err != nil {
			return 0, err
		}
		found, err := a.Games().Where(q).Count(r.ctx)
		a.close()
		if err != nil {
			return 0, err
		}
		n += found
	}
	return n, nil
}

// countNames makes a search count the spellings of names, if messages are printed.
func (r *reading) countNames() {
	if r.query != nil && !r.quiet {
		r.query.Names = new(chesszip.NameCounts)
	}
}

// tellNames prints the spellings of names.
func (r *reading) tellNames() {
	if r.query != nil && r.query.Names != nil && r.talks() {
		r.tellSpellings("matching names:", r.query.Names.Spellings(false))
		r.tellSpellings("similar names, left out:", r.query.Names.Spellings(true))
	}
}

// mostSpellings is the greatest number of spellings printed.
const mostSpellings = 8

func (r *reading) tellSpellings(what string, names []chesszip.NameCount) {
	if len(names) == 0 {
		return
	}
	var list []string
	for _, n := range names[:min(len(names), mostSpellings)] {
		list = append(list, fmt.Sprintf("%s %s", n.Name, countText(n.Games)))
	}
	more := ""
	if left := len(names) - len(list); left > 0 {
		more = fmt.Sprintf("; and %s more", countText(left))
	}
	r.say("chesszip: %s %s%s", what, strings.Join(list, "; "), more)
}
