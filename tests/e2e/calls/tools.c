/*
 * The tool interface has an initialization of its own, before MPI's.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided, count;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_cvar_get_num(&count);
    MPI_Init(&argc, &argv);
    MPI_T_pvar_get_num(&count);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_T_finalize();
    MPI_Finalize();
    return 0;
}
