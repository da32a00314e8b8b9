// Command makesample writes testdata/sample.pgn, the games that come with the
// repository: some famous old ones, and games that nobody played, drawn from
// the model of the default level by running it backwards on the numbers of a
// seeded generator. The same model gives the same bytes.
//
//	go run ./internal/tools/makesample [-out FILE]
//
// The sample shows that things work. How small it becomes says nothing about
// real games, since the model that made it also compresses it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", filepath.Join("testdata", "sample.pgn"), "file to write")
	flag.Parse()
	b, err := sample()
	if err == nil {
		err = os.WriteFile(*out, b, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "makesample:", err)
		os.Exit(1)
	}
}
