// Command limits measures the peak memory and processor time of hostile inputs, compared
// with ordinary ones. The script run builds and calls it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 4 && args[0] == "make" {
		return makeInput(args[1], args[2], args[3])
	}
	return printTable(args)
}
