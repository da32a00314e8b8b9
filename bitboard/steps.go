package bitboard

// The eight steps move every square of a set by one; up is towards rank 8. Squares
// that leave the board are lost: ranks 1 and 8 are shifted out of the word, and files
// a and h are masked so that they do not reappear on the other side.

// Up returns s one rank up.
func (s Set) Up() Set { return s << 8 }

// Down returns s one rank down.
func (s Set) Down() Set { return s >> 8 }

// Left returns s one file to the left, towards file a.
func (s Set) Left() Set { return s &^ FileA >> 1 }

// Right returns s one file to the right, towards file h.
func (s Set) Right() Set { return s &^ FileH << 1 }

// UpLeft returns s one step up and left.
func (s Set) UpLeft() Set { return s &^ FileA << 7 }

// UpRight returns s one step up and right.
func (s Set) UpRight() Set { return s &^ FileH << 9 }

// DownLeft returns s one step down and left.
func (s Set) DownLeft() Set { return s &^ FileA >> 9 }

// DownRight returns s one step down and right.
func (s Set) DownRight() Set { return s &^ FileH >> 7 }
