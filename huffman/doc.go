// Package huffman makes canonical prefix codes, and stores boards with them.
package huffman
