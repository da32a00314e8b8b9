#include "go_asm.h"
#include "textflag.h"

// GATHER sets DST to the four bytes at each of eight addresses.
#define GATHER(ADDRESS, DST) \
	VPCMPEQD   Y11, Y11, Y11 \
	VPGATHERDD Y11, ADDRESS, DST

// ADD adds to Y8 the weights at eight addresses, which must be three bytes before them, so
// that each weight is the highest of four bytes.
#define ADD(ADDRESS) \
	GATHER(ADDRESS, Y9)  \
	VPSRAD $24, Y9, Y9   \
	VPADDD Y9, Y8, Y8

// ADDWHERE is ADD for the moves that MASK selects.
#define ADDWHERE(MASK, ADDRESS) \
	GATHER(ADDRESS, Y9)  \
	VPSRAD $24, Y9, Y9   \
	VPAND  MASK, Y9, Y9  \
	VPADDD Y9, Y8, Y8

// SPREAD sets a variable on the stack to eight times the value in AX.
#define SPREAD(TO) \
	VMOVD        AX, X0  \
	VPBROADCASTD X0, Y0  \
	VMOVDQU      Y0, TO

// MERGE merges the two best keys of each place with those of another place of Y14 and
// Y13, which are in Y0 and Y1.
#define MERGE \
	VPMINSD Y0, Y14, Y2  \
	VPMAXSD Y0, Y14, Y14 \
	VPMAXSD Y1, Y13, Y13 \
	VPMAXSD Y2, Y13, Y13

DATA places<>+0(SB)/4, $4095
DATA places<>+4(SB)/4, $4094
DATA places<>+8(SB)/4, $4093
DATA places<>+12(SB)/4, $4092
DATA places<>+16(SB)/4, $4091
DATA places<>+20(SB)/4, $4090
DATA places<>+24(SB)/4, $4089
DATA places<>+28(SB)/4, $4088
GLOBL places<>(SB), RODATA|NOPTR, $32

// The byte of eight squares of a rank, and the bit of each square in it.
DATA ranks<>+0(SB)/8, $0x0000000000000000
DATA ranks<>+8(SB)/8, $0x0101010101010101
DATA ranks<>+16(SB)/8, $0x0202020202020202
DATA ranks<>+24(SB)/8, $0x0303030303030303
GLOBL ranks<>(SB), RODATA|NOPTR, $32
DATA files<>+0(SB)/8, $0x8040201008040201
GLOBL files<>(SB), RODATA|NOPTR, $8

// PLANE doubles the bytes of Y2 and Y3, of the lower and the upper half of the board, and
// adds 1 on the squares of a set.
#define PLANE(N) \
	VPBROADCASTQ (8*N)(SI), Y4  \
	VPSRLQ       $32, Y4, Y5    \
	VPSHUFB      Y0, Y4, Y4     \
	VPSHUFB      Y0, Y5, Y5     \
	VPAND        Y1, Y4, Y4     \
	VPAND        Y1, Y5, Y5     \
	VPCMPEQB     Y1, Y4, Y4     \
	VPCMPEQB     Y1, Y5, Y5     \
	VPADDB       Y2, Y2, Y2     \
	VPADDB       Y3, Y3, Y3     \
	VPSUBB       Y4, Y2, Y2     \
	VPSUBB       Y5, Y3, Y3

// func weaveWide(squares *[64]uint8, planes *[8]bitboard.Set)
TEXT ·weaveWide(SB), NOSPLIT, $0-16
	MOVQ         squares+0(FP), DI
	MOVQ         planes+8(FP), SI
	VMOVDQU      ranks<>(SB), Y0
	VPBROADCASTQ files<>(SB), Y1
	VPXOR        Y2, Y2, Y2
	VPXOR        Y3, Y3, Y3
	PLANE(7)
	PLANE(6)
	PLANE(5)
	PLANE(4)
	PLANE(3)
	PLANE(2)
	PLANE(1)
	PLANE(0)
	VMOVDQU      Y2, (DI)
	VMOVDQU      Y3, 32(DI)
	VZEROUPPER
	RET

// func rateWide(v *view, w *int8, legal *board.Move, keys *int32, n, again int) (best, second int32)
TEXT ·rateWide(SB), NOSPLIT, $192-56
	MOVQ v+0(FP), SI
	MOVQ w+8(FP), R8
	MOVQ legal+16(FP), DI
	MOVQ keys+24(FP), DX
	MOVQ n+32(FP), CX
	MOVQ view_reply(SI), R9
	ADDQ R8, R9
	MOVQ view_attack(SI), R10
	ADDQ R8, R10
	MOVQ view_shelter(SI), R11
	ADDQ R8, R11
	MOVQ view_hang(SI), R12
	SHLQ $9, R12
	ADDQ R8, R12
	MOVQ view_recaptureRow(SI), R13
	ADDQ R8, R13

	MOVBLZX view_flip(SI), AX
	SPREAD(flip-32(SP))
	MOVBLZX view_prev(SI), AX
	SPREAD(prev-64(SP))
	MOVQ    again+40(FP), AX
	SPREAD(again-96(SP))
	MOVBLZX view_recapture(SI), AX
	SPREAD(recapture-128(SP))

	// The lower and the upper halves of the eight sets of check.
	VMOVDQU view_check(SI), Y0
	VMOVDQU (view_check+32)(SI), Y1
	VSHUFPS $0x88, Y1, Y0, Y2
	VPERMQ  $0xd8, Y2, Y2
	VMOVDQU Y2, low-160(SP)
	VSHUFPS $0xdd, Y1, Y0, Y2
	VPERMQ  $0xd8, Y2, Y2
	VMOVDQU Y2, high-192(SP)

	VPCMPEQD Y0, Y0, Y0
	VPSRLD   $26, Y0, Y15  // 63
	VPSLLD   $31, Y0, Y14  // best: the least number
	VMOVDQA  Y14, Y13      // second
	VPSLLD   $4, Y0, Y12   // -16
	XORL     AX, AX        // the first of eight moves
	XORL     BX, BX        // number of moves that are done

eight:
	VPMOVZXWD (DI)(AX*2), Y0
	VPXOR     flip-32(SP), Y0, Y1
	VPAND     Y15, Y1, Y1           // from
	VPSRLD    $6, Y0, Y2
	VPXOR     flip-32(SP), Y2, Y2
	VPAND     Y15, Y2, Y2           // to
	GATHER(view_origin(SI)(Y1*1), Y3)
	GATHER(view_target(SI)(Y2*1), Y4)
	VPSLLD    $24, Y4, Y4
	VPSRLD    $24, Y4, Y4           // column
	VPSLLD    $24, Y3, Y5
	VPSRLD    $31, Y5, Y5           // whether it hangs
	VPADDD    Y12, Y3, Y3
	VPSLLD    $25, Y3, Y3
	VPSRLD    $25, Y3, Y3           // row
	VPSRLD    $4, Y3, Y6            // kind - 1

	VPSLLD $6, Y6, Y7
	VPOR   Y1, Y7, Y7
	VPSLLD $6, Y7, Y7
	VPOR   Y2, Y7, Y7
	GATHER(const_pathsAt(R8)(Y7*1), Y8)
	VPSLLD $24, Y8, Y8
	VPSRAD $24, Y8, Y8

	VPSLLD $8, Y3, Y7
	VPOR   Y4, Y7, Y7
	ADD((const_tradesAt-3)(R8)(Y7*1))
	VPSLLD $6, Y6, Y7
	VPOR   Y2, Y7, Y7
	ADD(-3(R9)(Y7*1))
	ADD(-3(R10)(Y7*1))
	ADD(-3(R11)(Y7*1))
	VPSLLD $8, Y5, Y7
	VPOR   Y4, Y7, Y7
	ADD((const_rescuesAt-3)(R12)(Y7*1))

	VPCMPEQD prev-64(SP), Y1, Y7
	VPAND    again-96(SP), Y7, Y7
	VPADDD   Y7, Y8, Y8

	// Checks: bit "to" of the set of the kind.
	VPCMPEQD  Y11, Y11, Y11
	VPSUBD    Y11, Y6, Y7
	VPERMD    low-160(SP), Y7, Y5
	VPERMD    high-192(SP), Y7, Y9
	VPSLLD    $26, Y2, Y7
	VBLENDVPS Y7, Y9, Y5, Y5
	VPSLLD    $27, Y2, Y7
	VPSRLD    $27, Y7, Y7
	VPSRLVD   Y7, Y5, Y5
	VPSLLD    $31, Y5, Y5
	VPSRAD    $31, Y5, Y5
	VPTEST    Y5, Y5
	JZ        recaptures
	VPSLLD    $8, Y6, Y7
	VPOR      Y4, Y7, Y7
	ADDWHERE(Y5, (const_checksAt-3)(R8)(Y7*1))

recaptures:
	VPCMPEQD recapture-128(SP), Y2, Y5
	VPTEST   Y5, Y5
	JZ       promotions
	ADDWHERE(Y5, -3(R13)(Y3*1))

promotions:
	VPSRLD   $12, Y0, Y7
	VPTEST   Y7, Y7
	JZ       ready
	VPXOR    Y5, Y5, Y5
	VPCMPGTD Y5, Y7, Y5
	VPSLLD   $29, Y7, Y7
	VPSRLD   $21, Y7, Y7
	VPOR     Y4, Y7, Y7
	ADDWHERE(Y5, (const_promotionsAt-3)(R8)(Y7*1))

ready:
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	VMOVDQU      places<>(SB), Y1
	VPSUBD       Y0, Y1, Y0
	VPSLLD       $const_keyShift, Y8, Y8
	VPADDD       Y0, Y8, Y8
	VMOVDQU      Y8, (DX)(AX*4)
	CMPQ         AX, BX
	JEQ          compare

	// The last eight moves: some were done before.
	MOVL         $4095, AX
	SUBL         BX, AX
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	VPCMPGTD     Y1, Y0, Y1
	VPCMPEQD     Y2, Y2, Y2
	VPSLLD       $31, Y2, Y2
	VPBLENDVB    Y1, Y2, Y8, Y8
	MOVQ         CX, BX
	SUBQ         $8, BX

compare:
	VPMINSD Y8, Y14, Y0
	VPMAXSD Y8, Y14, Y14
	VPMAXSD Y0, Y13, Y13
	ADDQ    $8, BX
	MOVQ    CX, AX
	SUBQ    $8, AX
	CMPQ    BX, AX
	CMOVQLT BX, AX
	CMPQ    BX, CX
	JLT     eight

	VEXTRACTI128 $1, Y14, X0
	VEXTRACTI128 $1, Y13, X1
	MERGE
	VPSHUFD      $0x4e, Y14, Y0
	VPSHUFD      $0x4e, Y13, Y1
	MERGE
	VPSHUFD      $0xb1, Y14, Y0
	VPSHUFD      $0xb1, Y13, Y1
	MERGE
	VMOVD        X14, AX
	VMOVD        X13, BX
	VZEROUPPER
	MOVL         AX, best+48(FP)
	MOVL         BX, second+52(FP)
	RET
