/*
 * Rank 0 receives from whom a probe from any source has told it; as the real run
 * goes that may be rank 2, which waits for rank 1.  By the strictest MPI rank 1's
 * message is what each first probe finds.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

enum { PROBE, MATCHED, LATER, WAYS };

static int number;

static void take(int tag)
{
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;

    switch (tag) {
    case PROBE:
        MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        MPI_Recv(&number, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    case MATCHED:
        MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(&number, 1, MPI_INT, &message, &status);
        break;
    case LATER:
        MPI_Mprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(&number, 1, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    }
}

int main(int argc, char **argv)
{
    int rank, tag;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (tag = PROBE; tag < WAYS; tag++) {
        switch (rank) {
        case 0:
            usleep(50000);
            take(tag);
            take(tag);
            break;
        case 1:
            MPI_Send(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            MPI_Send(&number, 1, MPI_INT, 2, tag, MPI_COMM_WORLD);
            break;
        case 2:
            MPI_Recv(&number, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            break;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
