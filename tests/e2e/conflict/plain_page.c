/*
 * Instructions that begin in one page and end in the next: what they store lies
 * beside what others put.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define PUT   8

#if defined(__x86_64__)
void store_beside(double *base);
/* f2 0f 11 47 | 40: the displacement is in the next page */
__asm__(".text\n\t"
        ".balign 4096\n\t"
        ".fill 4092, 1, 0x90\n\t"
        ".type store_beside, @function\n"
        "store_beside:\n\t"
        "movsd %xmm0, 64(%rdi)\n\t"
        "ret\n\t"
        ".size store_beside, . - store_beside\n");
#else
static void store_beside(double *base)
{
    base[8] = 1;
}
#endif

int main(int argc, char **argv)
{
    int rank, round;
    double values[PUT] = {1, 2, 3, 4, 5, 6, 7, 8}, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 16, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    for (round = 0; round < 3; round++) {
        MPI_Win_fence(0, win);
        MPI_Put(values, PUT, MPI_DOUBLE, 1 - rank, 0, PUT, MPI_DOUBLE, win);
        store_beside(base);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
