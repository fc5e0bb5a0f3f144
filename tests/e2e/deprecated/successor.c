/*
 * As called.c and removed.c, but by functions that MPI has.
 *
 * np: 1
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Aint lower, extent;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_free(&info);
    MPI_Type_get_extent(MPI_INT, &lower, &extent);
    MPI_Finalize();
    return 0;
}
