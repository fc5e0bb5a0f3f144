/*
 * As many objects as in growing.c, but never many at once; many requests, and
 * as many objects as a program may well have.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static MPI_Request requests[13000];
static MPI_Datatype types[4000];

int main(int argc, char **argv)
{
    MPI_Datatype type;
    MPI_Comm comm;
    int i, value = 0;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 1300; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        MPI_Comm_free(&comm);
    }
    for (i = 0; i < 13000; i++) {
        MPI_Type_contiguous(i + 1, MPI_INT, &type);
        MPI_Type_free(&type);
        MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[i]);
    }
    for (i = 0; i < 4000; i++)
        MPI_Type_contiguous(i + 1, MPI_INT, &types[i]);
    for (i = 0; i < 4000; i++)
        MPI_Type_free(&types[i]);
    for (i = 0; i < 13000; i++)
        MPI_Request_free(&requests[i]);
    MPI_Finalize();
    return 0;
}
