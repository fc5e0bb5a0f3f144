/* np: 1 */
/* only: refmpi */
/* status: 1 */
/* stderr: MURMEL_MPI has no option "memory-model=both" */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    setenv("MURMEL_MPI", "memory-model=unified,memory-model=both", 1);
    MPI_Init(&argc, &argv);
    return 0;
}
