// Command limits attacks chesszip and shows what it takes: peak memory and
// processor time of hostile inputs beside ordinary ones.
package main

import (
	"fmt"
	"os"
)

func main() {
	findings, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "limits:", err)
		os.Exit(2)
	}
	if findings > 0 {
		os.Exit(1)
	}
}

func run(args []string) (findings int, err error) {
	if len(args) > 0 {
		switch args[0] {
		case "attack":
			return attackAll(args[1:])
		case "worker":
			return 0, work(args[1:])
		case "table", "worst":
			return 0, printTable(args[0] == "worst", args[1:])
		case "make":
			if len(args) == 4 {
				return 0, makeInput(args[1], args[2], args[3])
			}
		case "one":
			return 0, one(args[1])
		}
	}
	return 0, fmt.Errorf("usage: limits attack | table | worst [FLAGS]")
}
