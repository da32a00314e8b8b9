module github.com/chesszip/chesszip/benchmarks/perft

go 1.26.0

require (
	github.com/chesszip/chesszip v0.0.0
	github.com/dylhunn/dragontoothmg v0.0.0-20220917014754-e79413b50d93
)

replace github.com/chesszip/chesszip => ../..
