/*
 * Three receives from any source, each for one of three messages of unlike
 * types; all are posted at once.
 *
 * np: 4
 * verdict: potential
 * finding: RACE-TYPE receive=0@first fits=1@int wrong=2@float count=1
 * twin: three_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[3];
    int rank, number[2] = {1, 1};
    float real[2] = {1, 1};
    double large = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(number, 2, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                  &requests[0]);
        MPI_Irecv(real, 2, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &requests[1]);
        MPI_Irecv(&large, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, comm,
                  &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    }
    if (rank == 1)
        MPI_Send(number, 2, MPI_INT, 0, 0, comm); /* @int */
    if (rank == 2)
        MPI_Send(real, 2, MPI_FLOAT, 0, 0, comm); /* @float */
    if (rank == 3)
        MPI_Send(&large, 1, MPI_DOUBLE, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
