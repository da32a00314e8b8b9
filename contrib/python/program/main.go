// Command program answers the Python package: it reads requests from standard input and
// writes an answer to each to standard output, in their order, until its input ends.
//
// A request is one line of JSON, see request. An answer is
//
//	| 4 bytes | JSON, see answer | columns, each padded with zeros to 8 bytes |
//
// The 4 bytes are the length of the JSON, little-endian.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	// Ctrl-C ends the caller's wait, and the caller closes the task.
	signal.Ignore(os.Interrupt)
	if err := serve(bufio.NewReader(os.Stdin), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "chesszip:", err)
		os.Exit(1)
	}
}

// serve answers all requests of in.
func serve(in *bufio.Reader, out io.Writer) error {
	s := &session{open: map[int64]any{}}
	defer s.closeAll()
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.answer(line).writeTo(out); err != nil {
			return err
		}
	}
}
