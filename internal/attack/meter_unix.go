//go:build unix

package attack

import (
	"syscall"
	"time"
)

// ProcessorTime returns what the process has used so far.
func ProcessorTime() time.Duration { return used(syscall.RUSAGE_SELF) }

// ChildrenTime returns what processes have used that this one has waited for.
func ChildrenTime() time.Duration { return used(syscall.RUSAGE_CHILDREN) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
