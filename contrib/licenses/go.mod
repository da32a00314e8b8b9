module github.com/chesszip/chesszip/contrib/licenses

go 1.26.0
