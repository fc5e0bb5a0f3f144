/*
 * Buffered sends without a buffer, with one that is too short for the message,
 * and with one that has no room for MPI_BSEND_OVERHEAD.  Most
 * MPIs refuse some of them.
 *
 * np: 1
 * verdict: error
 * finding: BSEND-NO-BUFFER call=0@none
 * finding: BSEND-NO-BUFFER call=0@nothing
 * finding: BSEND-OVERFLOW call=0@many attach=0@attach
 * finding: BSEND-NO-BUFFER call=0@short attach=0@attach
 * twin: attached_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

#define MANY 6
#define SPACE (5 * (8 + MPI_BSEND_OVERHEAD))

static char in[MANY * SPACE], out[SPACE + 100];
static int errors[MANY]; /* looked at later: then they are none that is provoked */

static void complete(int error, MPI_Request receive)
{
    if (error != MPI_SUCCESS)
        MPI_Cancel(&receive);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request receives[MANY];
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    errors[0] = MPI_Bsend(out, 400, MPI_BYTE, 0, 1, MPI_COMM_SELF); /* @none */
    if (errors[0] == MPI_SUCCESS)
        MPI_Recv(in, 400, MPI_BYTE, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    errors[0] = MPI_Bsend(out, 0, MPI_BYTE, 0, 2, MPI_COMM_SELF); /* @nothing */
    if (errors[0] == MPI_SUCCESS)
        MPI_Recv(in, 0, MPI_BYTE, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);

    MPI_Buffer_attach(malloc(SPACE), SPACE); /* @attach */
    for (i = 0; i < MANY; i++)
        MPI_Irecv(in + SPACE * i, 8, MPI_BYTE, 0, 0, MPI_COMM_SELF, &receives[i]);
    for (i = 0; i < MANY; i++)
        errors[i] = MPI_Bsend(out, 8, MPI_BYTE, 0, 0, MPI_COMM_SELF); /* @many */
    for (i = 0; i < MANY; i++)
        complete(errors[i], receives[i]);

    errors[0] = MPI_Bsend(out, SPACE + 100, MPI_BYTE, 0, 0, MPI_COMM_SELF); /* @short */
    MPI_Finalize();
    return errors[0] == 12345;
}
