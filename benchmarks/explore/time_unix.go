//go:build unix

package main

import "syscall"

// processorTime returns the milliseconds of processor time this process has taken.
func processorTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	ms := func(t syscall.Timeval) float64 { return float64(t.Sec)*1000 + float64(t.Usec)/1000 }
	return ms(u.Utime) + ms(u.Stime)
}
