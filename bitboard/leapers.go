package bitboard

// fileAB and fileGH are the edges that a knight's long sideways step crosses.
const (
	fileAB = FileA | FileA<<1
	fileGH = FileH | FileH>>1
)

// KnightsAttacks returns every square that a knight on one of the squares of
// s attacks.
func KnightsAttacks(s Set) Set {
	// One file to the side and two ranks, or two files and one rank: the four
	// sideways steps are masked once, then shifted up and down.
	one := s&^FileA>>1 | s&^FileH<<1
	two := s&^fileAB>>2 | s&^fileGH<<2
	return one<<16 | one>>16 | two<<8 | two>>8
}

// KingsAttacks returns every square that a king on one of the squares of s
// attacks. A square of s is in it only if another one of s attacks it.
func KingsAttacks(s Set) Set {
	side := s.Left() | s.Right()
	rank := s | side
	return side | rank<<8 | rank>>8
}

// PawnsAttacksUp returns every square that a pawn moving up the board attacks
// from one of the squares of s.
func PawnsAttacksUp(s Set) Set { return s.UpLeft() | s.UpRight() }

// PawnsAttacksDown returns every square that a pawn moving down the board
// attacks from one of the squares of s.
func PawnsAttacksDown(s Set) Set { return s.DownLeft() | s.DownRight() }

var (
	knightTable = eachSquare(KnightsAttacks)
	kingTable   = eachSquare(KingsAttacks)
)

// eachSquare tabulates f over the sets of one square.
func eachSquare(f func(Set) Set) (t [64]Set) {
	for sq := range t {
		t[sq] = f(1 << sq)
	}
	return t
}

// KnightAttacks returns the squares that a knight on sq attacks, 0 <= sq < 64.
func KnightAttacks(sq Square) Set { return knightTable[sq&63] }

// KingAttacks returns the squares that a king on sq attacks, 0 <= sq < 64.
func KingAttacks(sq Square) Set { return kingTable[sq&63] }
