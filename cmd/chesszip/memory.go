package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// spending is the memory limit of a command.
type spending struct {
	all, each int // MiB, and MiB a thread; about half of that is in use at a time
	garbage   int // percent of what is in use, if there is room for it
}

// Searches hold little at a time and read much: garbage collection takes a good part of
// short ones.
var (
	memoryToCompress = spending{all: 100, each: 70, garbage: 100}
	memoryToAsk      = spending{all: 40, each: 40, garbage: 400}
	memoryToServe    = spending{all: 100, each: 60, garbage: 100}
)

// limitMemory makes the runtime collect garbage earlier rather than exceed s. The limit
// is soft; GOMEMLIMIT and GOGC, if set, replace it.
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
