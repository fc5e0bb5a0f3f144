/*
 * What another process puts there is compared by the first instruction behind
 * the call that exposes it.
 *
 * np: 2
 * needs: x86-64
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@load put=0@put
 * twin: looked_at_once_waited.c
 */
#include <mpi.h>
#include <stdio.h>

static int number;

int main(int argc, char **argv)
{
    int rank, seven = 7;
    MPI_Group world, other;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&number, sizeof number, sizeof number, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
    if (rank == 0) {
        MPI_Win_start(other, 0, window);
        MPI_Put(&seven, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* @put */
        MPI_Win_complete(window);
    } else {
        MPI_Win_post(other, 0, window);
        if (number == 7) /* @load */
            printf("seven\n");
        MPI_Win_wait(window);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
