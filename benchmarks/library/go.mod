module github.com/chesszip/chesszip/benchmarks/library

go 1.26.0

require (
	github.com/chesszip/chesszip v0.0.0
	github.com/corentings/chess/v2 v2.3.2
	github.com/klauspost/compress v1.20.3
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/icza/bitio v1.0.0 // indirect
	golang.org/x/exp v0.0.0-20250128182459-e0ece0dbea4c // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/chesszip/chesszip => ../..
