package engine

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// longestLine is the greatest length of a line of an engine that is read, in bytes: a
	// line of 250 moves with all figures has some 1,500. Longer ones are dropped.
	longestLine = 16 << 10
	// floodRate is the number of bytes a second that an engine may send for long, and
	// floodStart what it may send at once.
	floodRate  = 2 << 20
	floodStart = 4 << 20
)

// process is a program whose standard input and output are lines.
type process struct {
	cmd      *exec.Cmd
	commands chan string // to the program; nobody waits for it
	lines    chan string // from it; closed when it has ended
	gone     chan struct{}
	kill     func() error // ends the program at once, and returns how it ended

	bytes atomic.Int64 // sent since the last allow
	since time.Time    // of the last allow
}

func startProcess(path string) (*process, error) {
	p := &process{cmd: exec.Command(path), commands: make(chan string, 16), lines: make(chan string), gone: make(chan struct{})}
	apart(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.kill = sync.OnceValue(func() error {
		close(p.gone)
		killAll(p.cmd)
		return p.cmd.Wait() // it closes both pipes
	})
	p.allow()
	go p.write(in)
	go p.read(out)
	return p, nil
}

// send sends a command. A program that takes none is found out because it does not
// answer.
func (p *process) send(command string) {
	select {
	case p.commands <- command:
	default:
	}
}

func (p *process) write(to io.Writer) {
	for {
		select {
		case c := <-p.commands:
			if _, err := io.WriteString(to, c+"\n"); err != nil {
				return // the program has closed its input
			}
		case <-p.gone:
			return
		}
	}
}

// read passes the lines of the program on, empty ones in place of those that are too
// long.
func (p *process) read(from io.Reader) {
	defer close(p.lines)
	in := bufio.NewReaderSize(from, longestLine)
	long := false // the line goes on
	for {
		b, err := in.ReadSlice('\n')
		p.bytes.Add(int64(len(b)))
		text := ""
		if err == nil && !long {
			text = string(bytes.TrimSpace(b))
		}
		long = err == bufio.ErrBufferFull
		if err != nil && !long {
			return
		}
		select {
		case p.lines <- text:
		case <-p.gone:
			return
		}
	}
}

// allow begins to count what the program sends.
func (p *process) allow() {
	p.bytes.Store(0)
	p.since = time.Now()
}

// flooded reports whether the program has sent more than it may since allow.
func (p *process) flooded() bool {
	return p.bytes.Load() > floodStart+int64(time.Since(p.since).Seconds()*floodRate)
}

// over reports whether the program has ended. It drops a line that waits to be read.
func (p *process) over() bool {
	select {
	case _, ok := <-p.lines:
		return !ok
	case <-p.gone:
		return true
	default:
		return false
	}
}
