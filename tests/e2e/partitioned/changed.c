/*
 * Partitions are stored to after they were marked as ready, long after the
 * call, while others are still the program's.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@started made=0@made call=0@wait
 * finding: BUFFER-CHANGED-EARLY begin=0@again made=0@made call=0@wait_again
 * finding: BUFFER-CHANGED-EARLY begin=0@list made=0@made call=0@wait_list
 * says: (byte 12350) too early: that partition was marked as ready, and only
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 * twin: changed_before.c
 */
#include <mpi.h>

enum { PARTITIONS = 8, EACH = 512 };

static double buffer[PARTITIONS * EACH];
static volatile double sum;

/* Long enough not to be right after a call. */
static void compute(void)
{
    int i;

    for (i = 0; i < 100000; i++)
        sum += i;
}

static void fill(int partition)
{
    int i;

    for (i = 0; i < EACH; i++)
        buffer[partition * EACH + i] += partition + 1;
}

int main(int argc, char **argv)
{
    int rank, i, few[] = {6, 7};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(buffer, PARTITIONS, EACH, MPI_DOUBLE, 1, 0, /* @made */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request); /* @started */
        for (i = 0; i < PARTITIONS; i++) {
            fill(i);
            MPI_Pready(i, request);
        }
        compute();
        buffer[3 * EACH + 7] = 42;
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */

        for (i = 0; i < PARTITIONS; i++)
            fill(i);
        MPI_Start(&request); /* @again */
        MPI_Pready_range(0, 4, request);
        compute();
        fill(5);
        buffer[4 * EACH] = 43;
        MPI_Pready_range(5, 7, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_again */

        MPI_Start(&request); /* @list */
        MPI_Pready_list(2, few, request);
        compute();
        fill(5);
        buffer[7 * EACH + 1] = 44;
        MPI_Pready_range(0, 5, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_list */
    } else {
        MPI_Precv_init(buffer, PARTITIONS, EACH, MPI_DOUBLE, 0, 0,
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        for (i = 0; i < 3; i++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
