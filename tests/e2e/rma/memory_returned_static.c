/*
 * As memory_returned.c, but the variables are static ones; and one is the
 * caller's, another one freed before its function returns.
 *
 * np: 2
 * verdict: clean
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
    static VARIABLE(1) memory;

    MPI_Win_create(memory.values, sizeof memory.values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, window);
    seen = ((volatile char *)memory.above)[0];
}

FUNCTION attach(MPI_Win dynamic, MPI_Aint *address)
{
    static VARIABLE(2) memory;

    MPI_Win_attach(dynamic, memory.values, sizeof memory.values);
    MPI_Get_address(memory.values, address);
    seen = ((volatile char *)memory.above)[0];
}

FUNCTION use(int *callers)
{
    int own[N];
    MPI_Win first, second;

    MPI_Win_create(callers, N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
    MPI_Win_create(own, N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
    MPI_Win_fence(0, first);
    MPI_Win_fence(0, second);
    MPI_Win_free(&first);
    MPI_Win_free(&second);
}

FUNCTION give(void)
{
    static VARIABLE(3) memory;

    MPI_Buffer_attach(memory.above, 4096);
    seen = ((volatile char *)memory.above)[0];
}

int main(int argc, char **argv)
{
    int rank, value = 3, size, callers[N];
    MPI_Aint address;
    MPI_Win window, dynamic;
    void *buffer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    create(&window);
    use(callers);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    attach(dynamic, &address);
    give();
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_detach(dynamic, (void *)address);
    MPI_Buffer_detach(&buffer, &size);
    MPI_Win_free(&window);
    MPI_Win_free(&dynamic);
    MPI_Finalize();
    return 0;
}
