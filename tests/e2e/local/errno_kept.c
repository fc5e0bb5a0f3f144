/*
 * errno is the program's, also in what is executed right after calls: functions
 * that go well leave it as it was, and those that fail tell why.
 *
 * np: 2
 * verdict: clean
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int wrong;

static void look(int expected, const char *where)
{
    if (errno != expected) {
        printf("%s: errno is %d\n", where, errno);
        wrong = 1;
    }
}

int main(int argc, char **argv)
{
    int rank, way, came;
    char text[32] = "12345";
    volatile long number;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (way = 0; way < 4; way++) {
        MPI_Irecv(&came, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
        errno = 0;
        number = strtol(text, NULL, 10);
        look(0, "strtol");
        number += (long)strlen(text);
        free(malloc((size_t)number));
        look(0, "malloc");
        errno = EDOM;
        number = atoi(text);
        look(EDOM, "atoi");
        errno = 0;
        number = strtol("99999999999999999999", NULL, 10);
        look(ERANGE, "strtol of too much");
        MPI_Send(&way, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return wrong;
}
