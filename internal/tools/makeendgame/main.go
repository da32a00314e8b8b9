// Command makeendgame solves the endings of package endgame and writes their bases, one
// file each. It takes about ten seconds; the same code gives the same bytes.
//
//	go run ./internal/tools/makeendgame [-out FOLDER]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chesszip/chesszip/endgame"
)

func main() {
	out := flag.String("out", filepath.Join("endgame", "data"), "the `folder` to write to")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintf(os.Stderr, "makeendgame: %v\n", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	for _, name := range endgame.Endings() {
		table, err := endgame.Solve(name, nil)
		if err != nil {
			return err
		}
		data, err := table.AppendBase(nil)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".czm"), data, 0o666); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", name, len(data))
	}
	return nil
}
