/*
 * A window, memory that is attached to one, and a buffer that is attached for
 * buffered sends, which are variables of functions that have returned.
 *
 * np: 2
 * verdict: error
 * finding: RMA-MEMORY-FREED then=*@fence ranks=0,1
 * finding: RMA-ATTACHED-FREED then=*@detach ranks=0,1
 * finding: BUFFER-GONE begin=*@buffer then=*@taken ranks=0,1
 * says: memory of window 1 is gone: it was a variable of a function that has returned
 * says: whose buffer is gone: it was a variable of a function that has returned
 * twin: memory_returned_static.c
 */
#include <mpi.h>

#define N 64

/* So far down in the stack that the functions which are called then do not
 * come there: what the MPI stores harms nobody.  Each is elsewhere. */
#define VARIABLE(number)                       \
    struct {                                   \
        int values[N];                         \
        char above[(1 << 18) + number * 8192]; \
    }
#define FUNCTION __attribute__((noinline)) static void

static volatile int seen;

FUNCTION create(MPI_Win *window)
{
    VARIABLE(1) memory;

    MPI_Win_create(memory.values, sizeof memory.values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, window);
    seen = ((volatile char *)memory.above)[0];
}

FUNCTION attach(MPI_Win dynamic, MPI_Aint *address)
{
    VARIABLE(2) memory;

    MPI_Win_attach(dynamic, memory.values, sizeof memory.values);
    MPI_Get_address(memory.values, address);
    seen = ((volatile char *)memory.above)[0];
}

FUNCTION give(void)
{
    VARIABLE(3) memory;

    MPI_Buffer_attach(memory.above, 4096); /* @buffer */
    seen = ((volatile char *)memory.above)[0];
}

int main(int argc, char **argv)
{
    int rank, value = 3, size;
    MPI_Aint address;
    MPI_Win window, dynamic;
    void *buffer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    create(&window);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    attach(dynamic, &address);
    give();
    MPI_Win_fence(0, window); /* @fence */
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_detach(dynamic, (void *)address); /* @detach */
    MPI_Buffer_detach(&buffer, &size); /* @taken */
    MPI_Win_free(&window);
    MPI_Win_free(&dynamic);
    MPI_Finalize();
    return 0;
}
