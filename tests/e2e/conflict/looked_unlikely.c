/*
 * The target compares what another process puts there, once, and in a loop; what
 * the compiler takes for unlikely it has put behind the rest, and jumps back from
 * there: by that alone it is no poll.
 *
 * np: 2
 * compiler: mpicc
 * needs: x86-64
 * flags: -O2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@once put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@loop put=0@again
 * twin: looked_unlikely_polls.c
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 16

static int numbers[COUNT];

int main(int argc, char **argv)
{
    int rank, i, values[COUNT];
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < COUNT; i++)
        numbers[i] = values[i] = 7;
    MPI_Win_create(numbers, sizeof numbers, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Put(values, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window); /* @put */
    else if (numbers[3] == 7)                                          /* @once */
        printf("seven\n");
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Put(values, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window); /* @again */
    else
        for (i = 0; i < COUNT; i++)
            if (numbers[i] != 7) /* @loop */
                printf("not seven, but %d, at %d\n", numbers[i], i);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
