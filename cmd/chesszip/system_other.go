//go:build !unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// noFollow is 0: a name is checked before and after it is opened.
const noFollow = 0

// keepOwner does nothing: Go cannot set the owner of a file here.
func keepOwner(*os.File, fs.FileInfo) bool { return true }

// changeTime returns 0: Go does not have it here.
func changeTime(*os.File) (int64, error) { return 0, nil }

// sameUser returns true: Go cannot read the owner of a file here.
func sameUser(fs.FileInfo) bool { return true }

// umask is nothing.
func umask() fs.FileMode { return 0 }

// readerGone reports whether a write failed because the pipe has no reader:
// ERROR_BROKEN_PIPE or ERROR_NO_DATA.
func readerGone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.Errno(109)) || errors.Is(err, syscall.Errno(232))
}

// closedAtStart reports whether standard output was closed when this process
// started.
func closedAtStart(out *os.File) bool {
	_, err := out.Stat()
	return err != nil
}
