/*
 * A message that is sent behind a broadcast is received before it only where it
 * is there already: as a probe, or MPI_Request_get_status, has told.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

#define WAYS 4

/* Whether it was received. */
static int try(int way, MPI_Request *request)
{
    int value, flag;
    MPI_Message message;
    MPI_Status status;

    switch (way) {
    case 0:
        MPI_Iprobe(MPI_ANY_SOURCE, way, MPI_COMM_WORLD, &flag, &status);
        if (flag)
            MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, way, MPI_COMM_WORLD, &status);
        break;
    case 1:
        MPI_Iprobe(0, way, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        if (flag) {
            MPI_Irecv(&value, 1, MPI_INT, 0, way, MPI_COMM_WORLD, request);
            MPI_Wait(request, &status);
        }
        break;
    case 2:
        MPI_Improbe(0, way, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
        if (flag)
            MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        break;
    default:
        MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
        if (flag)
            MPI_Wait(request, &status);
    }
    return flag;
}

int main(int argc, char **argv)
{
    int rank, way, i, value = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (way = 0; way < WAYS; way++) {
        int received = 0, here = 0;

        if (rank == 0) {
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
            MPI_Send(&value, 1, MPI_INT, 1, way, MPI_COMM_WORLD);
            continue;
        }
        if (way == 3)
            MPI_Irecv(&here, 1, MPI_INT, 0, way, MPI_COMM_WORLD, &request);
        for (i = 0; i < 100 && !received; i++) {
            received = try(way, &request);
            usleep(1000);
        }
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (received)
            continue;
        if (way == 3)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
