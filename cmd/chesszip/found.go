package main

import "github.com/chesszip/chesszip"

// selection is what a command has selected of its files. A command that asks, and
// selects nothing of any file, ends with statusNone, and writes no file.
type selection struct {
	asked bool
	n     int64
	query *chesszip.Query // what it was asked for, for a hint; or nil
}

// asks says that the command selects by a query.
func (r *reading) asks(q *chesszip.Query) { r.selection.asked, r.selection.query = true, q }

// found counts what the command has selected: anything over 0 for something.
func (r *reading) found(n int64) {
	r.selection.asked = true
	r.selection.n += n
}

// nothing returns the outcome of a command that has selected nothing, once it has
// said what may be the matter; else nil.
func (r *reading) nothing() error {
	if !r.selection.asked || r.selection.n > 0 {
		return nil
	}
	for _, hint := range r.selection.query.Hints() {
		r.say("chesszip: hint: %s", hint)
	}
	if r.output != "" && r.output != stdio && !r.quiet {
		r.say("chesszip: nothing was selected: %s is not written", oneLine(r.output))
	}
	return reported{statusNone}
}
