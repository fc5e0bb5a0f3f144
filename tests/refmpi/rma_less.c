/* np: 2 */
/* only: refmpi */
/*
 * RMA calls that move less than there is room for at the other end, as a
 * message may (MPI-4.1 12.3.1, 12.3.2, 12.3.4); not more than that.
 */
#include "check.h"

#include <string.h>

enum { WINDOWS = 2, CELLS = 8 };

static int got[4], given[2] = {1, 2};

static void less(MPI_Win win, const int *cells, int rank)
{
    static const int results[4] = {0, 1, 2, 9};
    static const int expected[CELLS] = {1, 0, 0, 0, 2, 2, 0, 0};
    MPI_Datatype apart;

    for (int i = 0; i < 4; i++)
        got[i] = 9;
    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(given, 1, MPI_INT, 1, 0, 1, apart, win);
        MPI_Accumulate(given, 2, MPI_INT, 1, 4, 3, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(1, win);
        MPI_Get(got, 2, MPI_INT, 1, 2, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Get_accumulate(given, 1, MPI_INT, &got[1], 3, MPI_INT, 1, 4, 2,
                           MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(1, win);
        CHECK(memcmp(got, results, sizeof results) == 0);
    }
    MPI_Type_free(&apart);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        CHECK(memcmp(cells, expected, sizeof expected) == 0);
        MPI_Win_unlock(1, win);
    }
}

static void more(MPI_Win win)
{
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    CHECK(class_of(MPI_Put(given, 2, MPI_INT, 1, 0, 1, MPI_INT, win)) ==
          MPI_ERR_TRUNCATE);
    CHECK(class_of(MPI_Get(got, 1, MPI_INT, 1, 0, 2, MPI_INT, win)) ==
          MPI_ERR_TRUNCATE);
    CHECK(class_of(MPI_Accumulate(given, 2, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM,
                                  win)) == MPI_ERR_TRUNCATE);
    CHECK(class_of(MPI_Get_accumulate(given, 1, MPI_INT, got, 1, MPI_INT, 1, 0,
                                      2, MPI_INT, MPI_SUM, win)) ==
          MPI_ERR_TRUNCATE);
    MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
    int own[CELLS] = {0}, *cells[WINDOWS] = {own, NULL};
    MPI_Win wins[WINDOWS]; /* the memory of one is not mapped by others */

    MPI_Init(&argc, &argv);
    int rank = world_rank();
    MPI_Win_create(own, sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &wins[0]);
    MPI_Win_allocate(sizeof own, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &cells[1], &wins[1]);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, wins[1]);
    memset(cells[1], 0, sizeof own);
    MPI_Win_unlock(rank, wins[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < WINDOWS; i++) {
        less(wins[i], cells[i], rank);
        more(wins[i]);
        MPI_Win_free(&wins[i]);
    }
    MPI_Finalize();
    return 0;
}
