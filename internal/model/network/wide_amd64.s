#include "textflag.h"

// func addRows(acc *int32, bias *int16, rows *uint16, n, hidden int)
TEXT ·addRows(SB), NOSPLIT, $0-40
	MOVQ acc+0(FP), DI
	MOVQ bias+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ hidden+32(FP), R10
	MOVQ R10, R11
	ADDQ R11, R11 // bytes of a row

block:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	MOVQ  R8, AX
	MOVQ  R9, CX

row:
	MOVWLZX   (AX), DX
	IMULQ     R11, DX
	ADDQ      SI, DX
	VPMOVSXWD (DX), Y3
	VPMOVSXWD 16(DX), Y4
	VPMOVSXWD 32(DX), Y5
	VPADDD    Y3, Y0, Y0
	VPADDD    Y4, Y1, Y1
	VPADDD    Y5, Y2, Y2
	ADDQ      $2, AX
	DECQ      CX
	JNZ       row

	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	ADDQ    $96, DI
	ADDQ    $48, SI
	SUBQ    $24, R10
	JNZ     block
	VZEROUPPER
	RET

// GIVE adds to Y8 what the eight hidden units in ACC give, whose numbers out are at OFF.
#define GIVE(ACC, OFF) \
	VPMAXSD Y9, ACC, ACC  \
	VPSRAD  $4, ACC, ACC  \
	VMOVDQU OFF(R11), Y3  \
	VPMULDQ ACC, Y3, Y4   \
	VPADDQ  Y4, Y8, Y8    \
	VPSRLQ  $32, ACC, ACC \
	VPSRLQ  $32, Y3, Y3   \
	VPMULDQ ACC, Y3, Y4   \
	VPADDQ  Y4, Y8, Y8

// func addWeights(start *int32, target, origin, in, weights *int16, out *int32, pairs, blocks int) int64
TEXT ·addWeights(SB), NOSPLIT, $0-72
	MOVQ  start+0(FP), SI
	MOVQ  target+8(FP), R8
	MOVQ  origin+16(FP), R9
	MOVQ  in+24(FP), DI
	MOVQ  weights+32(FP), R10
	MOVQ  out+40(FP), R11
	MOVQ  pairs+48(FP), R12
	MOVQ  blocks+56(FP), R13
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9

block:
	VPMOVSXWD (R8), Y0
	VPMOVSXWD 16(R8), Y1
	VPMOVSXWD 32(R8), Y2
	VPMOVSXWD (R9), Y3
	VPMOVSXWD 16(R9), Y4
	VPMOVSXWD 32(R9), Y5
	VPADDD    Y3, Y0, Y0
	VPADDD    Y4, Y1, Y1
	VPADDD    Y5, Y2, Y2
	VPADDD    (SI), Y0, Y0
	VPADDD    32(SI), Y1, Y1
	VPADDD    64(SI), Y2, Y2
	MOVQ      R10, AX
	MOVQ      R12, CX

pair:
	VPBROADCASTD (AX), Y3
	VPMADDWD     (DI), Y3, Y4
	VPMADDWD     32(DI), Y3, Y5
	VPMADDWD     64(DI), Y3, Y6
	VPADDD       Y4, Y0, Y0
	VPADDD       Y5, Y1, Y1
	VPADDD       Y6, Y2, Y2
	ADDQ         $4, AX
	ADDQ         $96, DI
	DECQ         CX
	JNZ          pair

	GIVE(Y0, 0)
	GIVE(Y1, 32)
	GIVE(Y2, 64)
	ADDQ $96, SI
	ADDQ $48, R8
	ADDQ $48, R9
	ADDQ $96, R11
	DECQ R13
	JNZ  block

	VEXTRACTI128 $1, Y8, X3
	VPADDQ       X3, X8, X8
	VPSRLDQ      $8, X8, X3
	VPADDQ       X3, X8, X8
	VMOVQ        X8, AX
	VZEROUPPER
	MOVQ         AX, ret+64(FP)
	RET
