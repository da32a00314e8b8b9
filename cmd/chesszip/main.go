// Command chesszip compresses files of chess games.
package main

func main() {}
