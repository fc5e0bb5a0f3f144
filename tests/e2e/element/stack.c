/*
 * Variables on the stack, of the function that calls MPI and of one that has
 * called that, whose type is not that which the datatype stands for.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-TYPE-MISMATCH call=*@array ranks=0,1 count=2
 * says: MPI_DOUBLE where the program has float: byte 0 of buffer
 * finding: BUFFER-TYPE-MISMATCH call=*@block ranks=0,1 count=2
 * says: MPI_INT where the program has long int: byte 0 of buffer is byte 8 of
 * finding: BUFFER-TYPE-MISMATCH call=*@caller ranks=0,1 count=2
 * says: MPI_FLOAT where the program has int: byte 0 of buffer is byte 0 of mine
 * finding: BUFFER-TYPE-MISMATCH call=*@parameter ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@parameter ranks=0,1 count=2
 * says: MPI_LONG where the program has int: byte 0 of buffer is byte 0 of number
 * finding: BUFFER-TYPE-MISMATCH call=0@deep
 * finding: BUFFER-TYPE-MISMATCH call=0@deep
 * finding: BUFFER-TYPE-MISMATCH call=0@deep
 * finding: BUFFER-TYPE-MISMATCH call=0@origin
 * options: --element-types=each
 * twin: stack_clean.c
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

static int rank;

static void in_blocks(void)
{
    float values[16] = {0};
    int i;

    MPI_Bcast(values, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @array */
    for (i = 0; i < 1; i++) {
        long inner[16] = {0};

        MPI_Bcast(&inner[1], 8, MPI_INT, 0, MPI_COMM_WORLD); /* @block */
    }
}

static void of_caller(void *buffer, int count)
{
    double apart[3];

    apart[0] = count;
    MPI_Bcast(buffer, (int)apart[0], MPI_FLOAT, 0, MPI_COMM_WORLD); /* @caller */
}

static void parameter(int64_t beside, int number)
{
    (void)beside;
    MPI_Bcast(&number, 1, MPI_LONG, 0, MPI_COMM_SELF); /* @parameter */
}

/* The same call, for each of its frames. */
static void recurse(int depth, short *before)
{
    short own[32] = {0};

    if (before != NULL)
        MPI_Bcast(before, 8, MPI_FLOAT, 0, MPI_COMM_SELF); /* @deep */
    if (depth > 0)
        recurse(depth - 1, own);
}

static void put(void)
{
    double target[16] = {0};
    int origin[32] = {0};
    MPI_Win win;

    MPI_Win_create(target, sizeof target, 8, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(origin, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, win); /* @origin */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int mine[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in_blocks();
    of_caller(mine, 8);
    parameter(0, 3);
    if (rank == 0)
        recurse(3, NULL);
    put();
    MPI_Finalize();
    return 0;
}
