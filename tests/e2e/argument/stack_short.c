/*
 * Variables on the stack that are shorter than the data: as much as is meant
 * reaches over the end of the function's frame.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@array
 * finding: ARG-TOO-SHORT call=0@caller
 * finding: ARG-TOO-SHORT call=0@pointer
 * finding: ARG-LESS-ROOM call=0@room
 * finding: ARG-TOO-SHORT call=0@derived
 * says: but the variable few (stack_short.c:30) ends after 40 of 400 bytes
 * says: the variables of the function that has it end after
 * needs: x86-64
 * twin: stack_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

static int in[1000];

static void exchange(int *out, int count)
{
    MPI_Sendrecv(out, count, MPI_INT, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @caller */
}

static void send_array(void)
{
    MPI_Datatype pair;
    int few[10] = {0};

    MPI_Sendrecv(few, 100, MPI_INT, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @array */
    exchange(few, 100);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(few, 50, pair, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @derived */
    MPI_Type_free(&pair);
}

static void send_pointer(void)
{
    int *numbers = calloc(100, sizeof *numbers);

    MPI_Sendrecv(&numbers, 100, MPI_INT, 0, 0, in, 1000, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @pointer */
    free(numbers);
}

static void receive_one(void)
{
    int number = 1;

    MPI_Sendrecv(in, 1, MPI_INT, 0, 0, &number, 100, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @room */
}

int main(int argc, char **argv)
{
    char room[2000] = {0}; /* so that what is sent is there */

    MPI_Init(&argc, &argv);
    send_array();
    send_pointer();
    receive_one();
    MPI_Finalize();
    return room[argc];
}
