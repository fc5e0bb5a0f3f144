/*
 * A rank receives the first message before it probes for the second one, or has
 * a receive posted for the first one meanwhile; or the first one is sent by a
 * nonblocking send.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void send_both(void)
{
    int words[2] = {0};

    MPI_Send(&words[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(&words[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
}

static void send_behind(void)
{
    int words[2] = {0};
    MPI_Request request;

    MPI_Isend(&words[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&words[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive(int tag)
{
    int word;

    MPI_Recv(&word, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, word;
    MPI_Message message;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        receive(1);
        MPI_Probe(1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive(2);
        MPI_Irecv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
        MPI_Probe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive(2);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Mprobe(1, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        receive(1);
        MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Probe(1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive(1);
        receive(2);
    } else {
        send_both();
        send_both();
        send_behind();
        send_both();
    }
    MPI_Finalize();
    return 0;
}
