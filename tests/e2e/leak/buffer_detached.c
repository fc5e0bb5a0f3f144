/*
 * A buffer for buffered sends is detached before MPI is finalized.
 *
 * np: 1
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

static char space[1000];

int main(int argc, char **argv)
{
    char *detached;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Buffer_attach(space, sizeof space);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
