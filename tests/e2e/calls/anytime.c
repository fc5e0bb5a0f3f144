/*
 * What may be called before MPI_Init and after MPI_Finalize.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=9 1=9
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int flag, version, subversion, length;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];

    MPI_Initialized(&flag);
    MPI_Finalized(&flag);
    MPI_Get_version(&version, &subversion);
    MPI_Get_library_version(text, &length);
    MPI_Init(NULL, NULL);
    MPI_Finalize();
    MPI_Initialized(&flag);
    MPI_Finalized(&flag);
    MPI_Get_library_version(text, &length);
    return 0;
}
