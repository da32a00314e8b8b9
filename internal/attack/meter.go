package attack

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/attack/table"
)

// Cost is what an operation took.
type Cost struct {
	Allocated int64         // bytes, all together
	CPU       time.Duration // of the whole process; 0 where it is not known
	Err       error
}

// Measure runs an operation on the bytes of a case.
func Measure(op *table.Operation, src []byte) Cost {
	allocated, cpu := metric("/gc/heap/allocs:bytes"), ProcessorTime()
	err := op.Do(src)
	return Cost{metric("/gc/heap/allocs:bytes") - allocated, ProcessorTime() - cpu, err}
}

func metric(name string) int64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// HeapObjects returns the bytes of objects, dead ones included that have not been
// swept.
func HeapObjects() int64 { return metric("/memory/classes/heap/objects:bytes") }

// Peak runs an operation and returns by how many bytes the resident memory of the
// process rose at most. known is false where the system does not say.
func Peak(op *table.Operation, src []byte) (rise int64, known bool) {
	debug.FreeOSMemory()
	before, ok := status("VmRSS:")
	if !ok || os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0, false
	}
	_ = op.Do(src)
	most, ok := status("VmHWM:")
	return most - before, ok
}

// Resident returns the most memory that this process has had resident.
func Resident() (bytes int64, known bool) { return status("VmHWM:") }

// status returns a field of what Linux says of this process, in bytes.
func status(field string) (int64, bool) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, ok := strings.Cut(string(b), field)
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		return 0, false
	}
	kb, err := strconv.ParseInt(fields[0], 10, 64)
	return kb << 10, err == nil
}
