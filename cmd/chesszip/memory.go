package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// What a thread may take in MiB, beside 100 for all: what is in use at a time is about
// half of that, and by default garbage may be as much again.
const (
	compressingEach = 70
	readingEach     = 60
)

// limitMemory asks the runtime to collect garbage earlier rather than take more memory
// than 100 MiB and each MiB a thread. It is a soft limit; GOMEMLIMIT, if set, counts
// instead.
func limitMemory(threads, each int) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	debug.SetMemoryLimit(int64(100+each*threads) << 20)
}
