// Command czip2parquet writes the games of archives and PGN files as Parquet files, a
// row a game.
package main

import "github.com/chesszip/chesszip/contrib/parquet/internal/cli"

func main() { cli.Main("czip2parquet", cli.ToParquet) }
