#include "textflag.h"

// func prefetch(table *byte, list *uint32, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-24
	MOVQ table+0(FP), DI
	MOVQ list+8(FP), SI
	MOVQ n+16(FP), CX

next:
	MOVL       (SI), AX
	MOVL       4(SI), BX
	MOVL       8(SI), DX
	MOVL       12(SI), R8
	PREFETCHT0 (DI)(AX*1)
	PREFETCHT0 (DI)(BX*1)
	PREFETCHT0 (DI)(DX*1)
	PREFETCHT0 (DI)(R8*1)
	ADDQ       $16, SI
	SUBQ       $4, CX
	JNZ        next
	RET
