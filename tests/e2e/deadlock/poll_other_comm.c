/*
 * A process polls for a message with tag 5 on one communicator; it was sent
 * one on another.
 *
 * np: 2
 * verdict: warning
 * finding: NO-PROGRESS polls=0@test missed=1@send waits=1@recv
 * says: polls with MPI_Test for a message from rank 1 with tag 5 (begun by MPI_Irecv)
 * says: Rank 1 has sent rank 0 a message with tag 5 on communicator 1, which no receive takes.
 * hangs: maybe
 * options: --no-progress=1 --fail-on=warning
 * status: 1
 * twin: outside_a_while.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, flag = 0;
    MPI_Request request;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE); /* @test */
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 5, comm); /* @send */
        MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
