/*
 * A second buffer for buffered sends, one that is detached twice, and messages
 * from memory that is attached, and into it.
 *
 * np: 1
 * verdict: error
 * finding: BSEND-ATTACHED call=0@twice attach=0@first
 * finding: BSEND-NOT-ATTACHED call=0@again
 * finding: BUFFER-IN-USE use=0@from pending=0@attached cites=3.6
 * finding: BUFFER-IN-USE use=0@into pending=0@attached
 * says: that MPI_Buffer_attach has attached.
 * twin: attached_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

#define BYTES 4000

int main(int argc, char **argv)
{
    char *space = malloc(BYTES), *other = malloc(BYTES), in[BYTES] = {0}, *detached;
    int size, error;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(space, BYTES); /* @first */
    error = MPI_Buffer_attach(other, BYTES); /* @twice */
    MPI_Buffer_detach(&detached, &size);
    error += MPI_Buffer_detach(&detached, &size); /* @again */
    MPI_Buffer_attach(space, BYTES); /* @attached */
    MPI_Sendrecv(space, 1, MPI_INT, 0, 0, in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @from */
    MPI_Sendrecv(in, 1, MPI_INT, 0, 0, space + 60, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @into */
    MPI_Finalize();
    return error == 12345;
}
