/*
 * Intercommunicators made of an intercommunicator by MPI_Comm_split and
 * MPI_Comm_create: on each of them both sides wait for the other's message.
 *
 * np: 2
 * verdict: error|potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@split waits=1@split
 * finding: POTENTIAL-DEADLOCK waits=0@create waits=1@create
 * hangs: maybe
 * twin: intercomm_exchange.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine = 1, value;
    MPI_Group group;
    MPI_Comm both, split, created;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 5, &both);
    MPI_Comm_split(both, 3, rank, &split);
    MPI_Send(&mine, 1, MPI_INT, 0, 1, split); /* @split */
    MPI_Recv(&value, 1, MPI_INT, 0, 1, split, MPI_STATUS_IGNORE);
    MPI_Comm_group(both, &group);
    MPI_Comm_create(both, group, &created);
    MPI_Send(&mine, 1, MPI_INT, 0, 1, created); /* @create */
    MPI_Recv(&value, 1, MPI_INT, 0, 1, created, MPI_STATUS_IGNORE);
    MPI_Group_free(&group);
    MPI_Comm_free(&created);
    MPI_Comm_free(&split);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return 0;
}
