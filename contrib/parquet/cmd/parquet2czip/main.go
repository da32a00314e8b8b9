// Command parquet2czip writes the games of Parquet files as archives of chesszip, or as
// PGN.
package main

import "github.com/chesszip/chesszip/contrib/parquet/internal/cli"

func main() { cli.Main("parquet2czip", cli.FromParquet) }
