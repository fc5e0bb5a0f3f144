/* np: 2 */
/* status: 6 */
/* stderr: rank 1: MPI_Send on MPI_COMM_WORLD: MPI_ERR_RANK: invalid rank */
/* only: refmpi */
/* An error of one rank ends the job with one clear line. */
#include "check.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (world_rank() == 1)
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
