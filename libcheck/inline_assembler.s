	.section .rodata.murmel_inline_assembler, "aG", %progbits, murmel_inline_assembler, comdat
	.globl	murmel_inline_assembler
	.hidden	murmel_inline_assembler
	.type	murmel_inline_assembler, %object
	.size	murmel_inline_assembler, 1
murmel_inline_assembler:
	.byte	1
