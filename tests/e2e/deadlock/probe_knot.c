/*
 * A rank probes for its peer's second message before it receives the first one:
 * it relies on that being buffered.  By a probe of that source, of any, and by a
 * matched one.
 *
 * np: 2
 * verdict: potential
 * finding: POTENTIAL-DEADLOCK waits=0@probe waits=1@first
 * finding: POTENTIAL-DEADLOCK waits=0@any waits=1@first
 * finding: POTENTIAL-DEADLOCK waits=0@matched waits=1@first
 * unless: send=sync
 * twin: probe_first.c
 */
#include <mpi.h>

static void send_both(void)
{
    int words[2] = {0};

    MPI_Send(&words[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @first */
    MPI_Send(&words[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
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

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Probe(1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @probe */
        receive(1);
        receive(2);
        MPI_Probe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @any */
        receive(1);
        receive(2);
        MPI_Mprobe(1, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE); /* @matched */
        receive(1);
        MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    } else {
        send_both();
        send_both();
        send_both();
    }
    MPI_Finalize();
    return 0;
}
