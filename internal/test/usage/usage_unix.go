//go:build unix

// Package usage measures memory and time of processes for benchmarks.
package usage

import (
	"os"
	"runtime"
	"syscall"
)

// MaxResident returns the peak resident memory of a process, in bytes.
func MaxResident(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// ProcessorTime returns the processor time of this process, in milliseconds.
func ProcessorTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	ms := func(t syscall.Timeval) float64 { return float64(t.Sec)*1000 + float64(t.Usec)/1000 }
	return ms(u.Utime) + ms(u.Stime)
}
