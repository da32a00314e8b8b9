package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"
)

// A temporary file is next to its output: .games.czip.chesszip-0001.tmp for games.czip.
// A run locks it while it writes, so that another run can tell whether the first is at
// work on the same output or was killed. Files left by killed runs may be removed; a
// file that only looks like one stays, and the next number is used.
const (
	// slots is the number of temporary names of an output.
	slots = 9
	// maxName is the greatest length of a name in bytes in most file systems.
	maxName = 255
	// beginning is how many first bytes outputs of the same kind share: the magic number
	// of archives and models, "[Eve" of games.
	beginning = 4
)

// A run that was killed a moment ago may still hold its lock.
const (
	lockPatience = 10
	lockPause    = 20 * time.Millisecond
)

// mostVanished is how often a temporary file may vanish while it is opened. If that goes
// on, there are no other runs: the folder takes no files.
const mostVanished = 1000

var (
	errLocked  = errors.New("another run is writing it")
	errNotOurs = errors.New("nothing that a run has left")
)

// tempName returns the i-th temporary name of an output. A name that would be too long
// is cut, and gets a checksum of the whole.
func tempName(target string, i int) string {
	return besideName(target, fmt.Sprintf(".chesszip-%04d.tmp", i))
}

// journalName returns the name of the journal of the i-th temporary file.
func journalName(target string, i int) string {
	return besideName(target, fmt.Sprintf(".chesszip-%04d-journal.tmp", i))
}

// journalOf returns the name of the journal of a temporary file of target.
func journalOf(target, temp string) string {
	i := 1
	for i < slots && tempName(target, i) != temp {
		i++
	}
	return journalName(target, i)
}

// besideName returns a name next to target with some suffix.
func besideName(target, end string) string {
	dir, base := filepath.Split(target)
	if room := maxName - len(".") - len(end); len(base) > room {
		sum := fmt.Sprintf("~%08x", crc32.ChecksumIEEE([]byte(base)))
		cut := room - len(sum)
		for cut > 0 && !utf8.RuneStart(base[cut]) {
			cut--
		}
		base = base[:cut] + sum
	}
	return dir + "." + base + end
}

// createTemp creates and locks a temporary file for target, named name in messages. Only
// this user may read it.
func createTemp(target, name string) (*os.File, string, error) {
	if _, err := os.Lstat(target); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", createError(filepath.Dir(target), err)
	}
	patience, vanished := lockPatience, 0
	for i := 1; i <= slots; {
		path := tempName(target, i)
		f, err := createLocked(path)
		switch {
		case errors.Is(err, errLocked) && patience > 0:
			patience--
			time.Sleep(lockPause)
		case err == nil:
			if busyBeside(target, path) {
				_ = removeLocked(f, path)
				return nil, "", beingWritten(name)
			}
			removeJournal(journalName(target, i))
			return f, path, nil
		case errors.Is(err, errLocked):
			return nil, "", beingWritten(name)
		case errors.Is(err, errNotOurs):
			i++
		case errors.Is(err, fs.ErrNotExist) && vanished < mostVanished && !missing(filepath.Dir(target)):
			vanished++ // another run has removed it meanwhile
		default:
			return nil, "", createError(filepath.Dir(target), err)
		}
	}
	return nil, "", failed("remove them if no run needs them", "%d unfinished files lie beside %s, such as %s", slots, name, tempName(target, 1))
}

func beingWritten(name string) error {
	return failed("wait until it has ended, or write to another file", "another run is writing %s", name)
}

// createLocked creates the file path and locks it, or takes over an empty one of a
// killed run. The error is fs.ErrNotExist if it was removed meanwhile.
func createLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if f, err = takeLeftover(path, nil); f == nil && err == nil {
			err = fs.ErrNotExist
		}
		if err == nil {
			err = f.Chmod(0o600)
		}
		if err != nil && f != nil {
			f.Close()
		}
		return f, err
	}
	if err != nil {
		return nil, err
	}
	// Another run may have taken over the empty file before it was locked. On a file
	// system without locks there is no lock to wait for.
	if err := lockFile(f); errors.Is(err, errLocked) || !isAt(f, path) {
		f.Close()
		if !errors.Is(err, errLocked) {
			err = fs.ErrNotExist
		}
		return nil, err
	}
	return f, nil
}

// takeLeftover decides whether the file at path was left by a run that was killed while
// it wrote an output beginning with head. It must be a regular file of this user, which
// no run has locked, and which is empty or begins so. It returns the file open and
// locked, for the caller to remove or resume. It returns nil if there is none, and
// errLocked and errNotOurs for files that must stay.
func takeLeftover(path string, head []byte) (*os.File, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !regular(info) || !sameUser(info) {
		return nil, errNotOurs
	}
	f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, errNotOurs
	}
	err = lockFile(f)
	switch {
	case err != nil && !errors.Is(err, errLocked):
		err = errNotOurs // nothing is certain without locks
	case err == nil && !isAt(f, path):
		f.Close()
		return nil, nil
	case err == nil && !beginsWith(f, head):
		err = errNotOurs
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isAt reports whether path is the regular file f.
func isAt(f *os.File, path string) bool {
	now, err := os.Lstat(path)
	if err != nil || !regular(now) {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.SameFile(now, info)
}

// beginsWith reports whether f is empty or begins like head.
func beginsWith(f *os.File, head []byte) bool {
	first := make([]byte, beginning)
	n, err := f.ReadAt(first, 0)
	if err != nil && err != io.EOF {
		return false
	}
	return n == 0 || n <= len(head) && bytes.Equal(first[:n], head[:n])
}

// busyBeside reports whether another run is writing a temporary file of target, other
// than the one at own.
func busyBeside(target, own string) bool {
	for i := 1; i <= slots; i++ {
		path := tempName(target, i)
		if path == own {
			continue
		}
		f, err := takeLeftover(path, nil)
		if f != nil {
			f.Close()
		}
		if errors.Is(err, errLocked) {
			return true
		}
	}
	return false
}

// removeLocked removes a file that this run has locked.
func removeLocked(f *os.File, path string) error {
	if renamesOpen {
		err := os.Remove(path)
		f.Close()
		return err
	}
	f.Close()
	return os.Remove(path)
}

// createJournal creates the journal of a temporary file that this run has locked.
func createJournal(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}

// openJournal opens the journal of a temporary file that this run has locked, nil if
// there is none or it belongs to another user.
func openJournal(path string) *os.File {
	info, err := os.Lstat(path)
	if err != nil || !regular(info) || !sameUser(info) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0)
	if err != nil {
		return nil
	}
	if !isAt(f, path) {
		f.Close()
		return nil
	}
	return f
}

// removeJournal removes the journal of a temporary file that this run has locked.
func removeJournal(path string) {
	f := openJournal(path)
	if f == nil {
		return
	}
	ours := beginsWith(f, []byte(journalBegins))
	f.Close()
	if ours {
		_ = os.Remove(path) // the next run will
	}
}

// journalBegins begins a journal.
const journalBegins = `{"pr`

// downloadFile creates a temporary file for a remote file, without a name if the system
// allows that.
func downloadFile(ctx context.Context) (*os.File, error) {
	for i := range slots * slots {
		path := filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-%d.tmp", downloadPrefix, os.Getpid(), i))
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, failed("TMPDIR names another folder for temporary files", "create a file in %s: %w", os.TempDir(), bare(err))
		}
		if os.Remove(path) != nil {
			context.AfterFunc(ctx, func() { removeDownload(f) })
		}
		return f, nil
	}
	return nil, failed("remove them if no run needs them", "many files %s*.tmp lie in %s", downloadPrefix, os.TempDir())
}

// removeDownload closes such a file, and removes it if it has a name.
func removeDownload(f *os.File) {
	f.Close()
	_ = os.Remove(f.Name()) // most are gone
}

// downloadPrefix begins the names of these files.
const downloadPrefix = "chesszip-download-"

// tempError returns a write error of the temporary file for an address.
func tempError(name string, err error) error {
	return failed("free some room, or let TMPDIR name a folder with more", "write the temporary file for %s in %s: %w", name, os.TempDir(), bare(err))
}
