/*
 * As printed_between.c; the program looks at the data when they are there.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int got;

static void receive(void)
{
    int seen;
    MPI_Request request;

    MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    printf("rank %d waits\n", 0);
    fflush(stdout);
    usleep(1000);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = got;
    MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    srand(1);
    printf("%d %d\n", seen, rand() > 0);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", got);
}

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        receive();
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    *base = rank;
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        puts("rank 0 has asked");
    }
    MPI_Win_fence(0, window);
    if (got == 3)
        puts("it is three");
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
