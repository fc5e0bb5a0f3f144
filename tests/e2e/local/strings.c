/*
 * A string that is still to come is given to functions of the C library.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load0
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load1
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load2
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load3
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load4
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load5
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load6
 * finding: BUFFER-ACCESSED-EARLY begin=*@begin load=*@load7
 * twin: strings_come.c
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
        printf("%d %g %s\n", rank, 0.5, text); /* @load0 */
        break;
    case 1:
        puts(text); /* @load1 */
        break;
    case 2:
        number += atoi(text); /* @load2 */
        break;
    case 3:
        number += strcmp(text, "no") == 0; /* @load3 */
        break;
    case 4:
        strcpy(copy, text); /* @load4 */
        break;
    case 5:
        fputs(text, stdout); /* @load5 */
        break;
    case 6:
        snprintf(copy, sizeof copy, "%.*s", 3, text); /* @load6 */
        break;
    case 7:
        fwrite(text, 1, 2, stdout); /* @load7 */
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
        MPI_Irecv(text, 32, MPI_CHAR, 1 - rank, 0, comm, /* @begin */
                  &request);
        use(way, rank);
        MPI_Send(sent, 32, MPI_CHAR, 1 - rank, 0, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return number < 0;
}
