/*
 * Names that an HTML page or a terminal must not get as they are.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-COMM call=*@dup ranks=0,1 count=2
 * absent: <b>bold
 * twin: anytime.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* @dup */
    MPI_Comm_set_name(comm, "</script><b>bold</b>\x1b[31m \xff\xfe \"'&");
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
