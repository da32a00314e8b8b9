package main

import "os"

// watched is a plain file that is read, with its state when it was opened.
type watched struct {
	file *os.File
	was  fileState
}

// fileState is the data that changes with the bytes of a file.
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

// watch stores the state of a file from which the input is read.
func (in *input) watch(f *os.File) error {
	was, err := stateOf(f)
	in.watched = append(in.watched, watched{f, was})
	return err
}

// changed reports whether a file has changed since it was opened: what was read may then
// be a mixture.
func (in *input) changed() bool {
	for _, w := range in.watched {
		if now, err := stateOf(w.file); err != nil || now != w.was {
			return true
		}
	}
	return false
}

// tellChanged warns if the input has changed while it was read.
func (in *input) tellChanged() {
	if in != nil && in.changed() {
		in.console.say("chesszip: warning: %s has changed while it was read: the result may mix the old file and the new", oneLine(in.name))
	}
}
