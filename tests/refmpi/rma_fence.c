/* np: 1 2 3 8 */
/*
 * Fence epochs: puts and gets in typed layouts to every rank, shared windows
 * by load and store, dynamic windows, MPI_PROC_NULL, and the errors of ranges
 * and of calls outside an epoch.
 */
#include "check.h"
#include <string.h>

static int rank, size;

static void transpose(MPI_Win win, int *base)
{
    MPI_Datatype column;
    int *row = malloc((size_t)size * sizeof(int));
    int *back = malloc((size_t)size * sizeof(int));

    MPI_Type_vector(size, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < size; i++)
        row[i] = rank * 100 + i;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int r = 0; r < size; r++)
        MPI_Put(&row[r], 1, MPI_INT, r, 2 * rank, 1, MPI_INT, win);
    MPI_Put(row, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int r = 0; r < size; r++)
        CHECK(base[2 * r] == r * 100 + rank);
    MPI_Get(back, size, MPI_INT, (rank + 1) % size, 0, 1, column, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int r = 0; r < size; r++)
        CHECK(back[r] == r * 100 + (rank + 1) % size);
    MPI_Type_free(&column);
    free(row);
    free(back);
}

static void errors(MPI_Win win)
{
    int value = 0, class, rc;

    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    rc = MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Error_class(rc, &class);
    CHECK(class == MPI_ERR_RMA_SYNC);
    rc = MPI_Win_unlock(0, win);
    MPI_Error_class(rc, &class);
    CHECK(class == MPI_ERR_RMA_SYNC);
    MPI_Win_fence(0, win);
    rc = MPI_Put(&value, 1, MPI_INT, 0, 2 * size, 1, MPI_INT, win);
    MPI_Error_class(rc, &class);
    CHECK(class == MPI_ERR_RMA_RANGE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void shared(void)
{
    int *mine, *theirs, unit;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &mine, &win);
    MPI_Win_fence(0, win);
    mine[0] = rank;
    mine[1] = -rank;
    MPI_Win_fence(0, win);
    for (int r = 0; r < size; r++) {
        MPI_Win_shared_query(win, r, &bytes, &unit, &theirs);
        CHECK(bytes == 2 * sizeof(int) && unit == sizeof(int));
        CHECK(theirs[0] == r && theirs[1] == -r);
    }
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &theirs);
    CHECK(theirs[2 * rank] == rank);
    MPI_Win_free(&win);
}

static void dynamic(void)
{
    MPI_Aint *where = malloc((size_t)size * sizeof(*where)), here;
    int *memory = calloc((size_t)size, sizeof(int));
    MPI_Win win;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, size * (MPI_Aint)sizeof(int));
    MPI_Get_address(memory, &here);
    MPI_Allgather(&here, 1, MPI_AINT, where, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    for (int r = 0; r < size; r++)
        MPI_Put(&rank, 1, MPI_INT, r,
                MPI_Aint_add(where[r], rank * (MPI_Aint)sizeof(int)), 1,
                MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int r = 0; r < size; r++)
        CHECK(memory[r] == r);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    free(memory);
    free(where);
}

int main(int argc, char **argv)
{
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int allocate = 0; allocate < 2; allocate++) {
        MPI_Aint bytes = 2 * size * (MPI_Aint)sizeof(int);

        if (allocate) {
            MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                             &base, &win);
        } else {
            base = malloc((size_t)bytes);
            MPI_Win_create(base, bytes, sizeof(int), MPI_INFO_NULL,
                           MPI_COMM_WORLD, &win);
        }
        errors(win);
        transpose(win, base);
        MPI_Win_free(&win);
        if (!allocate)
            free(base);
    }
    shared();
    dynamic();
    MPI_Finalize();
    return 0;
}
