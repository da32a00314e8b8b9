package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// limitMemory asks the runtime to collect garbage earlier rather than take
// more memory than 100 MiB and 70 MiB a thread: what is in use at a time is
// about half of that, and by default garbage may be as much again. It is a
// soft limit; GOMEMLIMIT, if set, counts instead.
func limitMemory(threads int) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	debug.SetMemoryLimit(int64(100+70*threads) << 20)
}
