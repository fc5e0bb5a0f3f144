/*
 * Persistent requests are waited for, and nothing has started them: one is
 * freed, of an array the second is left out by a wrong count, one is left at
 * the end.
 *
 * np: 2
 * verdict: warning
 * options: --notes
 * finding: REQUEST-NEVER-STARTED call=0@wait made=0@init
 * finding: REQUEST-NEVER-STARTED call=1@all made=1@second
 * finding: REQUEST-NEVER-STARTED call=0@test made=0@left
 * finding: LEAK-REQUEST made=0@left
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, out = 1, in[2] = {0, 0};
    MPI_Request request, both[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&out, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request); /* @init */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
        MPI_Send(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv_init(in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @left */
        do
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE); /* @test */
        while (!flag);
    } else {
        MPI_Recv_init(&in[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &both[0]);
        MPI_Recv_init(&in[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &both[1]); /* @second */
        MPI_Startall(1, both);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE); /* @all */
        MPI_Request_free(&both[0]);
        MPI_Request_free(&both[1]);
    }
    MPI_Finalize();
    return 0;
}
