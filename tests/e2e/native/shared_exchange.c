/*
 * Both ranks add to 16 bytes of a shared window by atomic comparisons and
 * exchanges, as Clang makes them: they are in order.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 * needs: x86-64
 */
#include <mpi.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 number;

/* What Clang has for __atomic_compare_exchange_n with -fsanitize=thread. */
number __tsan_atomic128_compare_exchange_val(volatile number *place,
                                             number expected, number value,
                                             int order, int otherwise);

int main(int argc, char **argv)
{
    number expected = 0, found, *place;
    uintptr_t base;
    MPI_Aint size;
    MPI_Win win;
    int rank, unit;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 2 * sizeof *place : 0, 1,
                            MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &base);
    place = (number *)((base + 15) & ~(uintptr_t)15);
    MPI_Win_lock_all(0, win);
    while ((found = __tsan_atomic128_compare_exchange_val(
                place, expected, expected + 1, __ATOMIC_SEQ_CST,
                __ATOMIC_SEQ_CST)) != expected)
        expected = found;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
