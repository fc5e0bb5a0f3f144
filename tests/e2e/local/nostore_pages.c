/*
 * MPI_MODE_NOSTORE, and the program has stored the value that stood there
 * already, or into a shared window: the kernel tells (acceptance C3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-ASSERT-NOSTORE promise=1@same since=1@first
 * finding: RMA-ASSERT-NOSTORE promise=0@shared since=0@first_shared
 * finding: RMA-ASSERT-NOSTORE promise=0@last since=0@shared
 * needs: pages
 * twin: nostore_pages_kept.c
 */
#include <mpi.h>
#include <sched.h>

#define SIZE (1 << 18)

int main(int argc, char **argv)
{
    int rank, value = 0;
    char *base, *part;
    MPI_Win win, shared;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_allocate_shared(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part,
                            &shared);
    base[SIZE / 2] = 7;
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win); /* @first */
    if (rank == 1) {
        sched_yield(); /* not followed further */
        *(volatile char *)&base[SIZE / 2] = 7;
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOSTORE, win); /* @same */
    MPI_Win_fence(0, shared);
    MPI_Win_fence(MPI_MODE_NOSTORE, shared); /* @first_shared */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    sched_yield();
    if (rank == 0)
        part[SIZE / 3]++;
    MPI_Win_fence(MPI_MODE_NOSTORE, shared); /* @shared */
    sched_yield();
    if (rank == 0)
        part[SIZE / 4]++;
    MPI_Bcast(part + SIZE / 8, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Win_fence(MPI_MODE_NOSTORE, shared); /* @last */
    MPI_Win_free(&shared);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
