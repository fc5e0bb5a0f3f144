/*
 * A procedure without debugging information passes on memory that it takes to
 * be of another type than the unit that tells of it, as COMMON blocks may be
 * seen, to functions that have debugging information again.  (It stands in a
 * section of its own, which the compiler's debugging information leaves out.)
 *
 * np: 2
 * verdict: clean
 * options: --element-types=each
 */
#include <mpi.h>

int common[16];

void pass_on(void (*function)(void *), void *buffer);
__asm__(".pushsection .text.untold, \"ax\", @progbits\n"
        "pass_on:\n"
        ".cfi_startproc\n"
        "    push %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "    mov %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    call *%rax\n"
        "    pop %rbp\n"
        ".cfi_def_cfa %rsp, 8\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".popsection\n");

static void broadcast(void *buffer)
{
    MPI_Bcast(buffer, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void broadcast_deeper(void *buffer)
{
    broadcast(buffer);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    pass_on(broadcast, common);
    pass_on(broadcast_deeper, common);
    MPI_Finalize();
    return 0;
}
