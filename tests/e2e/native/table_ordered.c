/*
 * As table.c, where all have put theirs before any looks.
 *
 * np: 3
 * compiler: murmel
 * flavours: abi mpich
 * verdict: clean
 */
#include <mpi.h>

#define KEYS   20 /* of a process */
#define PLACES 64 /* of a process: each key has its own */

int main(int argc, char **argv)
{
    int rank, size, i, found = 0;
    long *table;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * PLACES * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &window);
    for (i = 0; i < 2 * PLACES; i++)
        table[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    for (i = 1; i <= KEYS; i++) {
        long key = rank * KEYS + i, none = 0, old, value = 7 * key;

        MPI_Compare_and_swap(&key, &none, &old, MPI_LONG, key % size, 2 * (key % PLACES), window);
        MPI_Win_flush(key % size, window);
        MPI_Put(&value, 1, MPI_LONG, key % size, 2 * (key % PLACES) + 1, 1, MPI_LONG, window);
        MPI_Win_flush(key % size, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 1; i <= KEYS; i++) {
        long key = (rank + 1) % size * KEYS + i, got;

        MPI_Get(&got, 1, MPI_LONG, key % size, 2 * (key % PLACES) + 1, 1, MPI_LONG, window);
        MPI_Win_flush(key % size, window);
        found += got == 7 * key;
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return found > KEYS;
}
