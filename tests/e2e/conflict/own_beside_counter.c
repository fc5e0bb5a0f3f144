/*
 * A process gets what it has put itself, without a flush between the two; that all
 * use a counter before and after it is no order of the two.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=*@put get=*@get ranks=0,1,2
 * twin: own_beside_counter_flushed.c
 */
#include <mpi.h>

#define ROUNDS 6

int main(int argc, char **argv)
{
    int rank, size, i, *count, *cells, one = 1, before, value = 1, got;
    MPI_Win counter, window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &count, &counter);
    MPI_Win_allocate(ROUNDS * 16, 16, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    *count = 0;
    for (i = 0; i < ROUNDS; i++)
        cells[4 * i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, counter);
    MPI_Win_lock_all(0, window);
    for (i = 0; i < ROUNDS; i++) {
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, counter);
        MPI_Win_flush(0, counter);
        MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, window); /* @put */
        MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, window); /* @get */
        MPI_Win_flush((rank + 1) % size, window);
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, counter);
        MPI_Win_flush(0, counter);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_unlock_all(counter);
    MPI_Win_free(&window);
    MPI_Win_free(&counter);
    MPI_Finalize();
    return 0;
}
