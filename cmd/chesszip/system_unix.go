//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// noFollow opens no symbolic link, and does not wait for a pipe.
const noFollow = unix.O_NOFOLLOW | unix.O_NONBLOCK

// keepOwner gives f the owner and group of like. It reports whether f has them.
func keepOwner(f *os.File, like fs.FileInfo) bool {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	has := func() bool {
		info, err := f.Stat()
		if err != nil {
			return false
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		return ok && st.Uid == want.Uid && st.Gid == want.Gid
	}
	return has() || f.Chown(int(want.Uid), int(want.Gid)) == nil && has()
}

// changeTime returns the time of the last change of a file or its metadata, in
// nanoseconds. Unlike the time of modification, no program can set it.
func changeTime(f *os.File) (int64, error) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &st)
	return st.Ctim.Nano(), err
}

// sameUser reports whether a file belongs to the effective user of this process.
func sameUser(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// umask returns the bits that new files do not get. It can only be read by setting it; a
// file created at that moment gets fewer bits rather than more.
func umask() fs.FileMode {
	old := syscall.Umask(0o077)
	syscall.Umask(old)
	return fs.FileMode(old) & fs.ModePerm
}

// readerGone reports whether a write failed because the pipe has no reader.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }

// closedAtStart reports whether standard output was closed when this process started. Go
// opens /dev/null for reading and writing in place of closed standard files. Others do
// so to discard output: daemons, once for several of the standard files, and the
// libraries of other languages for the programs that they start. Only a shell can be
// asked for a closed output.
func closedAtStart(out *os.File) bool {
	info, err := out.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, err := unix.FcntlInt(out.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	return !sharedFile(out.Fd(), flags) && startedByShell()
}

// startedByShell reports whether the parent process is a shell, according to its name.
func startedByShell() bool {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", os.Getppid()))
	if err != nil {
		return false
	}
	switch strings.TrimSpace(string(name)) {
	case "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "csh", "tcsh":
		return true
	}
	return false
}

// sharedFile reports whether standard input or standard error is the same open file as
// fd, which has the given flags: setting a flag for one then sets it for the other.
func sharedFile(fd uintptr, flags int) bool {
	others := []int{0, 2}
	before := make([]int, len(others))
	for i, other := range others {
		before[i], _ = unix.FcntlInt(uintptr(other), unix.F_GETFL, 0)
	}
	if _, err := unix.FcntlInt(fd, unix.F_SETFL, flags^unix.O_APPEND); err != nil {
		return false
	}
	shared := false
	for i, other := range others {
		now, err := unix.FcntlInt(uintptr(other), unix.F_GETFL, 0)
		shared = shared || err == nil && now != before[i]
	}
	_, _ = unix.FcntlInt(fd, unix.F_SETFL, flags)
	return shared
}
