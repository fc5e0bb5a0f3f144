/*
 * The program says something, and lets time pass, before it looks at what a
 * pending receive, or MPI_Get, stores into.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=0@irecv load=0@look
 * finding: BUFFER-ACCESSED-EARLY begin=0@again load=0@print
 * finding: BUFFER-ACCESSED-EARLY begin=0@third load=0@write
 * finding: BUFFER-ACCESSED-EARLY begin=0@get load=0@branch
 * twin: printed_behind.c
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int got;

static void receive(void)
{
    int seen, file;
    ssize_t written;
    MPI_Request request;

    MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @irecv */
    printf("rank %d waits\n", 0);
    fflush(stdout);
    usleep(1000);
    seen = got; /* @look */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @again */
    srand(1);
    printf("%d %d %d\n", seen, rand() > 0, got); /* @print */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @third */
    file = open("/dev/null", O_WRONLY);
    written = write(file, &got, sizeof got); /* @write */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    close(file);
    if (written < 0)
        perror("write");
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
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    *base = rank;
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* @get */
        puts("rank 0 has asked");
        if (got == 3) /* @branch */
            puts("it is three");
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
