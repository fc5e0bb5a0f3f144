/*
 * Means other than MPI put in order what processes do with a shared window: a
 * lock by an atomic operation, and a file that is there.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define TURNS 5

int main(int argc, char **argv)
{
    int rank, unit, i, *base, *count;
    char name[64] = "";
    atomic_flag *lock;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        snprintf(name, sizeof name, "shared_followed.%ld", (long)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 2, MPI_COMM_WORLD);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &count);
    lock = (atomic_flag *)(count + 8);
    if (rank == 0) {
        count[0] = count[1] = 0;
        atomic_flag_clear(lock);
    }
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 2) {
        for (i = 0; i < TURNS; i++) {
            while (atomic_flag_test_and_set(lock))
                continue;
            count[0]++;
            atomic_flag_clear(lock);
        }
    } else if (rank == 2) {
        count[1] = 7;
        fclose(fopen(name, "w"));
    } else {
        while (access(name, F_OK) != 0)
            usleep(1000);
        printf("%d\n", count[1]);
        remove(name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
