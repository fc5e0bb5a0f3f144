/* Makes a window and frees it, 50 times. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 50; i++) {
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
