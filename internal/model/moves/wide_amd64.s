#include "textflag.h"

DATA multiplier<>+0(SB)/8, $0x9e3779b97f4a7c15
GLOBL multiplier<>(SB), RODATA|NOPTR, $8

// PREFETCH prefetches the weights of four cells, from one of eight on.
#define PREFETCH(I) \
	MOVL       (4*I)(DI), AX     \
	MOVL       (4*I+4)(DI), BX   \
	MOVL       (4*I+8)(DI), DX   \
	MOVL       (4*I+12)(DI), R9  \
	PREFETCHT0 (R8)(AX*1)        \
	PREFETCHT0 (R8)(BX*1)        \
	PREFETCHT0 (R8)(DX*1)        \
	PREFETCHT0 (R8)(R9*1)

// func hashWide(cells *uint32, n int, rows *uint64, around *[4]uint64, lines uint64, table *byte)
TEXT ·hashWide(SB), NOSPLIT, $0-48
	MOVQ cells+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ rows+16(FP), SI
	MOVQ around+24(FP), AX
	MOVQ table+40(FP), R8

	VMOVDQU      (AX), Y7              // of the first eight cells
	VPBROADCASTQ lines+32(FP), Y8
	VPBROADCASTQ multiplier<>(SB), Y9
	VPSRLQ       $32, Y9, Y10          // its upper half
	VPXOR        Y11, Y11, Y11         // Y7 of the others
	VPCMPEQD     Y12, Y12, Y12
	VPSRLD       $26, Y12, Y12         // 63 in each cell

next:
	VMOVDQU (DI), Y0
	VPSRLD  $6, Y0, Y1

	// h is row + line * multiplier, for the even cells in Y2, for the odd ones in Y3.
	VPMULUDQ Y9, Y1, Y2
	VPMULUDQ Y10, Y1, Y4
	VPSRLQ   $32, Y1, Y1
	VPMULUDQ Y9, Y1, Y3
	VPMULUDQ Y10, Y1, Y5
	VPSLLQ   $32, Y4, Y4
	VPSLLQ   $32, Y5, Y5
	VPADDQ   (SI), Y2, Y2
	VPADDQ   32(SI), Y3, Y3
	VPADDQ   Y7, Y4, Y4
	VPADDQ   Y4, Y2, Y2
	VPADDQ   Y5, Y3, Y3

	// The place is h>>32*lines>>32<<6 | h>>20&63 ^ low.
	VPSRLQ   $32, Y2, Y4
	VPSRLQ   $32, Y3, Y5
	VPMULUDQ Y8, Y4, Y4
	VPMULUDQ Y8, Y5, Y5
	VPSRLQ   $26, Y4, Y4
	VPSLLQ   $6, Y5, Y5
	VPBLENDD $0xaa, Y5, Y4, Y4
	VPSRLQ   $20, Y2, Y2
	VPSLLQ   $12, Y3, Y3
	VPBLENDD $0xaa, Y3, Y2, Y2
	VPXOR    Y0, Y2, Y2
	VPAND    Y12, Y2, Y2
	VPANDN   Y4, Y12, Y4
	VPOR     Y4, Y2, Y2
	VMOVDQU  Y2, (DI)

	VMOVDQA Y11, Y7
	TESTQ   R8, R8
	JZ      skip

	PREFETCH(0)
	PREFETCH(4)

skip:
	ADDQ $32, DI
	ADDQ $64, SI
	SUBQ $8, CX
	JNZ  next
	VZEROUPPER
	RET

// func spreadWide(at, piece *uint32, to uint32)
TEXT ·spreadWide(SB), NOSPLIT, $0-20
	MOVQ         at+0(FP), DI
	MOVQ         piece+8(FP), SI
	MOVL         to+16(FP), AX
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	VPXOR        (SI), Y0, Y1
	VPXOR        32(SI), Y0, Y2
	VPXOR        64(SI), Y0, Y3
	VMOVDQU      Y1, (DI)
	VMOVDQU      Y2, 32(DI)
	VMOVDQU      Y3, 64(DI)
	VZEROUPPER
	RET

// FETCH copies a weight to to, and adds it to R10.
#define FETCH(I) \
	MOVL    (4*I)(SI), AX  \
	MOVBLSX (R8)(AX*1), AX \
	MOVW    AX, (2*I)(DI)  \
	ADDL    AX, R10

// func fetchWide(to *int16, table *byte, list *uint32, n int) int32
TEXT ·fetchWide(SB), NOSPLIT, $0-36
	MOVQ to+0(FP), DI
	MOVQ table+8(FP), R8
	MOVQ list+16(FP), SI
	MOVQ n+24(FP), CX
	XORL R10, R10
	SUBQ $8, CX

eight:
	FETCH(0)
	FETCH(1)
	FETCH(2)
	FETCH(3)
	FETCH(4)
	FETCH(5)
	FETCH(6)
	FETCH(7)
	ADDQ $32, SI
	ADDQ $16, DI
	SUBQ $8, CX
	JGE  eight
	ADDQ $8, CX
	JZ   done

one:
	FETCH(0)
	ADDQ $4, SI
	ADDQ $2, DI
	DECQ CX
	JNZ  one

done:
	MOVL R10, ret+32(FP)
	RET

// LANES defines four numbers.
#define LANES(NAME, A, B, C, D) \
	DATA NAME+0(SB)/8, $A   \
	DATA NAME+8(SB)/8, $B   \
	DATA NAME+16(SB)/8, $C  \
	DATA NAME+24(SB)/8, $D  \
	GLOBL NAME(SB), RODATA|NOPTR, $32

// A step goes up, right, up and right, up and left, or back the same way. The masks hold the
// squares that a step and a step back can end on.
LANES(steps<>, 8, 1, 9, 7)
LANES(stepped<>, 0xffffffffffffffff, 0xfefefefefefefefe, 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f)
LANES(back<>, 0xffffffffffffffff, 0x7f7f7f7f7f7f7f7f, 0x7f7f7f7f7f7f7f7f, 0xfefefefefefefefe)

// The same for a knight.
LANES(jumps<>, 17, 15, 10, 6)
LANES(jumped<>, 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f, 0xfcfcfcfcfcfcfcfc, 0x3f3f3f3f3f3f3f3f)
LANES(jumpedBack<>, 0x7f7f7f7f7f7f7f7f, 0xfefefefefefefefe, 0x3f3f3f3f3f3f3f3f, 0xfcfcfcfcfcfcfcfc)

// GLIDE adds to SET the squares that lie in the direction of SHIFT, as far as FREE is set:
// one step, then two, then four.
#define GLIDE(SHIFT, SET, FREE) \
	SHIFT Y1, SET, Y10   \
	VPAND FREE, Y10, Y10 \
	VPOR  Y10, SET, SET  \
	SHIFT Y1, FREE, Y11  \
	VPAND Y11, FREE, FREE \
	SHIFT Y2, SET, Y10   \
	VPAND FREE, Y10, Y10 \
	VPOR  Y10, SET, SET  \
	SHIFT Y2, FREE, Y11  \
	VPAND Y11, FREE, FREE \
	SHIFT Y3, SET, Y10   \
	VPAND FREE, Y10, Y10 \
	VPOR  Y10, SET, SET

// func reachWide(m *pieces, up, down, occ bitboard.Set) bitboard.Set
TEXT ·reachWide(SB), NOSPLIT, $0-40
	MOVQ m+0(FP), SI

	VMOVDQU steps<>(SB), Y1
	VPADDQ  Y1, Y1, Y2
	VPADDQ  Y2, Y2, Y3
	VMOVDQU stepped<>(SB), Y4
	VMOVDQU back<>(SB), Y5

	// Rooks and queens in two lanes, bishops and queens in two.
	VPBROADCASTQ 32(SI), Y6
	VPBROADCASTQ 24(SI), Y7
	VPBLENDD     $0xf0, Y7, Y6, Y6
	VPBROADCASTQ 40(SI), Y7
	VPOR         Y7, Y6, Y6
	VMOVDQA      Y6, Y7

	VPBROADCASTQ occ+24(FP), Y0
	VPANDN       Y4, Y0, Y8
	VPANDN       Y5, Y0, Y9
	GLIDE(VPSLLVQ, Y6, Y8)
	GLIDE(VPSRLVQ, Y7, Y9)

	// The king goes one step in every direction, and pawns in two.
	VPBROADCASTQ 48(SI), Y0
	VPXOR        Y8, Y8, Y8
	VPBROADCASTQ up+8(FP), Y9
	VPBLENDD     $0xf0, Y9, Y8, Y9
	VPBROADCASTQ down+16(FP), Y10
	VPBLENDD     $0xf0, Y10, Y8, Y10
	VPOR         Y0, Y6, Y6
	VPOR         Y0, Y7, Y7
	VPOR         Y9, Y6, Y6
	VPOR         Y10, Y7, Y7
	VPSLLVQ      Y1, Y6, Y6
	VPSRLVQ      Y1, Y7, Y7
	VPAND        Y4, Y6, Y6
	VPAND        Y5, Y7, Y7
	VPOR         Y7, Y6, Y6

	VPBROADCASTQ 16(SI), Y0
	VMOVDQU      jumps<>(SB), Y1
	VPSLLVQ      Y1, Y0, Y2
	VPSRLVQ      Y1, Y0, Y3
	VPAND        jumped<>(SB), Y2, Y2
	VPAND        jumpedBack<>(SB), Y3, Y3
	VPOR         Y2, Y6, Y6
	VPOR         Y3, Y6, Y6

	VEXTRACTI128 $1, Y6, X0
	VPOR         X0, X6, X6
	VPSRLDQ      $8, X6, X0
	VPOR         X0, X6, X6
	VMOVQ        X6, AX
	VZEROUPPER
	MOVQ         AX, ret+32(FP)
	RET
