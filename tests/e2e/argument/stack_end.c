/*
 * What is sent is meant to lie behind a pointer, whose own address is given:
 * the data reach over the variable, over the function's frame, over the end of
 * the stack.  It is one fault however much is there.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@send count=3
 * says: but the variable numbers (stack_end.c:22), a pointer, ends after 8
 * needs: x86-64
 * twin: stack_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

static const int counts[] = {3, 600, 100000000};

static void send(void)
{
    int i;
    /* declared in the next line */
    int *numbers = calloc(1000, sizeof *numbers);
    MPI_Request request;

    for (i = 0; i < 3; i++) {
        MPI_Send_init(&numbers, counts[i], MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @send */
        MPI_Request_free(&request);
    }
    free(numbers);
}

int main(int argc, char **argv)
{
    char room[4000] = {0};

    MPI_Init(&argc, &argv);
    send();
    MPI_Finalize();
    return room[argc];
}
