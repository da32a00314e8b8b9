package main

import "os"

// watched is a plain file that is read, and what it was like when it was opened.
type watched struct {
	file *os.File
	was  fileState
}

// fileState is what changes with the bytes of a file.
type fileState struct{ size, modified, changed int64 }

// stateOf returns the state of an open file.
func stateOf(f *os.File) (s fileState, err error) {
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	changed, err := changeTime(f)
	return fileState{info.Size(), info.ModTime().UnixNano(), changed}, err
}

// watch notes what a file is like from which the input is read.
func (in *input) watch(f *os.File) error {
	was, err := stateOf(f)
	in.watched = append(in.watched, watched{f, was})
	return err
}

// changed reports whether a file has changed since it was opened: then what was read of it
// may be neither what it was nor what it is.
func (in *input) changed() bool {
	for _, w := range in.watched {
		if now, err := stateOf(w.file); err != nil || now != w.was {
			return true
		}
	}
	return false
}

// tellChanged says that the input has changed while it was read, if it has.
func (in *input) tellChanged() {
	if in != nil && in.changed() {
		in.console.say("chesszip: warning: %s has changed while it was read: the result may mix the old file and the new", oneLine(in.name))
	}
}
