/*
 * Strings that have come are given to functions of the C library; of one that is
 * still to come only the address is printed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int number;
static char text[32] = "12345", copy[64];

static void use(int way, int rank)
{
    switch (way) {
    case 0:
        printf("%d %g %s\n", rank, 0.5, text);
        break;
    case 1:
        puts(text);
        break;
    case 2:
        number += atoi(text);
        break;
    case 3:
        number += strcmp(text, "no") == 0;
        break;
    case 4:
        strcpy(copy, text);
        break;
    case 5:
        fputs(text, stdout);
        break;
    case 6:
        snprintf(copy, sizeof copy, "%.*s", 3, text);
        break;
    case 7:
        fwrite(text, 1, 2, stdout);
        break;
    }
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, way;
    char sent[32] = "12345";
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (way = 0; way < 8; way++) {
        MPI_Irecv(text, 32, MPI_CHAR, 1 - rank, 0, comm,
                  &request);
        printf("%p %.0s\n", (void *)text, text);
        MPI_Send(sent, 32, MPI_CHAR, 1 - rank, 0, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        use(way, rank);
    }
    MPI_Finalize();
    return number < 0;
}
