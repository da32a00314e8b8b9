//go:build !unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// noFollow is nothing: a name is looked at before and after it is opened.
const noFollow = 0

// keepOwner does nothing: files here have no owner that Go could set.
func keepOwner(*os.File, fs.FileInfo) bool { return true }

// changeTime is 0: Go does not tell it here.
func changeTime(*os.File) (int64, error) { return 0, nil }

// sameUser is true: files here have no owner that Go could tell.
func sameUser(fs.FileInfo) bool { return true }

// umask is nothing.
func umask() fs.FileMode { return 0 }

// readerGone reports whether a write failed because no one reads the pipe any more:
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
