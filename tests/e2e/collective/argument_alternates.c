/*
 * The infos of the windows of both ranks alternate, the one's the other way
 * round: they would agree if a rank had left a turn out, which it has not.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@allocate call=1@allocate ranks=0,1 count=10
 * twin: argument_alternates_alike.c
 */
#include <mpi.h>

#define TURNS 10

int main(int argc, char **argv)
{
    MPI_Win windows[TURNS];
    int rank, turn, mine, most;
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (turn = 0; turn < TURNS; turn++) {
        MPI_Info info;

        mine = turn % 2 == rank;
        MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Info_create(&info);
        MPI_Info_set(info, "same_size", mine ? "true" : "false");
        MPI_Win_allocate(16, 1, info, MPI_COMM_WORLD, &base, /* @allocate */
                         &windows[turn]);
        MPI_Info_free(&info);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (turn = 0; turn < TURNS; turn++)
        MPI_Win_free(&windows[turn]);
    MPI_Finalize();
    return 0;
}
