// Package pawns finds pawn structures: isolated, doubled, passed pawns and so on.
package pawns

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Structure finds the pawns of a player that are in a structure.
type Structure struct {
	Name  string
	Least int // least number of the player's pawns
	Find  func(us, them bitboard.Set, color board.Color) bitboard.Set
}

// Structures are all structures; the last is any pawn.
var Structures = []Structure{
	{"isolated", 1, func(us, _ bitboard.Set, _ board.Color) bitboard.Set {
		return us &^ OnFiles(Beside(FilesOf(us)))
	}},
	{"doubled", 2, func(us, _ bitboard.Set, _ board.Color) bitboard.Set {
		return us & (ahead(us, board.White) | ahead(us, board.Black))
	}},
	{"passed", 1, passed},
	{"connected", 2, func(us, them bitboard.Set, color board.Color) bitboard.Set {
		free := passed(us, them, color)
		return free & OnFiles(Beside(FilesOf(free)))
	}},
	{"backward", 2, backward},
	{"hanging", 2, hanging},
	{"pawn", 1, func(us, _ bitboard.Set, _ board.Color) bitboard.Set { return us }},
}

// ahead returns the squares in front of those of a set on their files.
func ahead(s bitboard.Set, color board.Color) bitboard.Set {
	if color == board.White {
		s <<= 8
		s |= s << 8
		s |= s << 16
		return s | s<<32
	}
	s >>= 8
	s |= s >> 8
	s |= s >> 16
	return s | s>>32
}

// sideways returns the squares to the left and to the right of those of a set.
func sideways(s bitboard.Set) bitboard.Set {
	return s&^bitboard.FileA>>1 | s&^bitboard.FileH<<1
}

// passed returns the pawns that no pawn of the opponent can stop or capture.
func passed(us, them bitboard.Set, color board.Color) bitboard.Set {
	before := ahead(them, color.Other())
	return us &^ (before | sideways(before))
}

// backward returns the pawns that have friendly pawns on adjacent files, all of them
// further advanced, and whose next square an enemy pawn attacks.
func backward(us, them bitboard.Set, color board.Color) bitboard.Set {
	level := sideways(us)
	covered := level | ahead(level, color) // a friendly pawn is beside or behind these
	late := us &^ covered & OnFiles(Beside(FilesOf(us)))
	if color == board.White {
		return late & (bitboard.PawnsAttacksDown(them) >> 8)
	}
	return late & (bitboard.PawnsAttacksUp(them) << 8)
}

// hanging returns pawns on two adjacent files, without friendly pawns on the files next
// to these and without enemy pawns on the two files.
func hanging(us, them bitboard.Set, _ board.Color) bitboard.Set {
	files := FilesOf(us)
	open := files &^ FilesOf(them)
	// left is the left one of exactly two files.
	left := open & (open >> 1) &^ (files << 1) &^ (files >> 2)
	return us & OnFiles(left|left<<1)
}

// FilesOf returns the files on which a set has squares, the a file lowest.
func FilesOf(s bitboard.Set) uint8 {
	s |= s >> 32
	s |= s >> 16
	return uint8(s | s>>8)
}

// OnFiles returns all squares of a set of files.
func OnFiles(files uint8) bitboard.Set { return bitboard.Set(files) * bitboard.FileA }

// Beside returns the files next to those of a set.
func Beside(files uint8) uint8 { return files<<1 | files>>1 }
