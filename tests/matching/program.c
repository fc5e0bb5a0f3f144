/* The frame of the program that generate.py writes: program CALL FAULT.  Each
 * process makes the call; process 1 makes it wrong. */
#include <mpi.h>
#include <string.h>

#define PROCESSES 3
#define ROOM 8 /* elements for what one sends to another */

/* What a call is given. */
struct given {
    int count, root;
    MPI_Datatype type;
    MPI_Op op;
    int counts[PROCESSES], places[PROCESSES], bytes[PROCESSES];
    MPI_Datatype types[PROCESSES];
};

static int in[PROCESSES * ROOM], out[PROCESSES * ROOM];

static struct given given(const char *fault, int wrong)
{
    struct given g = {2, 0, MPI_INT, MPI_SUM, {0}, {0}, {0}, {0}};
    int i;

    if (wrong && strcmp(fault, "count") == 0)
        g.count = 3;
    if (wrong && strcmp(fault, "root") == 0)
        g.root = 1;
    if (wrong && strcmp(fault, "type") == 0)
        g.type = MPI_FLOAT;
    if (wrong && strcmp(fault, "op") == 0)
        g.op = MPI_MAX;
    for (i = 0; i < PROCESSES; i++) {
        g.counts[i] = g.count;
        g.places[i] = i * ROOM;
        g.bytes[i] = i * ROOM * (int)sizeof(int);
        g.types[i] = g.type;
    }
    return g;
}
