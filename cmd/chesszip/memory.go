package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// spending is what a verb may take of memory.
type spending struct {
	all, each int // MiB, and MiB a thread; what is in use at a time is about half of that
	garbage   int // per cent of what is in use, where there is room for it
}

// Questions hold little at a time and go through much: what collects garbage takes a good
// part of the time of short ones.
var (
	memoryToCompress = spending{all: 100, each: 70, garbage: 100}
	memoryToAsk      = spending{all: 40, each: 40, garbage: 400}
	memoryToServe    = spending{all: 100, each: 60, garbage: 100}
)

// limitMemory asks the runtime to collect garbage earlier rather than take more memory
// than s says. It is a soft limit; GOMEMLIMIT and GOGC, if set, count instead.
func limitMemory(threads int, s spending) {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(s.all+s.each*threads) << 20)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(s.garbage)
	}
}
