module github.com/chesszip/chesszip/contrib/python

go 1.26.0

require github.com/chesszip/chesszip v0.0.0

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/icza/bitio v1.0.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/chesszip/chesszip => ../..
