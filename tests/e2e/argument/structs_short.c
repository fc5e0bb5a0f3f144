/*
 * An array of structs, by a datatype made of the places of the members, that is
 * too short for the count: on the heap, as long as the data alone, static, and of
 * a function. Also of one member alone of each.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@heap count=1
 * finding: ARG-TOO-SHORT call=0@static count=1
 * finding: ARG-TOO-SHORT call=0@member count=1
 * finding: ARG-TOO-SHORT call=0@automatic count=1
 * twin: structs_fit.c
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

#define COUNT 40

struct particle {
    int number;
    double x[3];
    char kind;
};

static struct particle all[COUNT], half[COUNT / 2];

static void exchange(const struct particle *out, MPI_Datatype type)
{
    MPI_Sendrecv(out, COUNT, type, 0, 0, all, COUNT, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @heap */
}

static void exchange_few(MPI_Datatype type)
{
    struct particle spare[COUNT], few[COUNT / 2], more[COUNT];

    few[0] = spare[0] = more[0] = all[0];
    MPI_Sendrecv(few, COUNT, type, 0, 0, all, COUNT, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @automatic */
}

int main(int argc, char **argv)
{
    int lengths[3] = {1, 3, 1}, size;
    MPI_Aint places[3] = {offsetof(struct particle, number), offsetof(struct particle, x), offsetof(struct particle, kind)};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, members, particle, number;
    struct particle *data;

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(3, lengths, places, types, &members);
    MPI_Type_create_resized(members, 0, sizeof(struct particle), &particle);
    MPI_Type_create_resized(MPI_INT, 0, sizeof(struct particle), &number);
    MPI_Type_commit(&particle);
    MPI_Type_commit(&number);
    MPI_Type_size(particle, &size);
    data = calloc(COUNT, (size_t)size);
    exchange(data, particle);
    MPI_Sendrecv(half, COUNT, particle, 0, 0, all, COUNT, particle, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @static */
    MPI_Sendrecv(half, COUNT, number, 0, 0, all, COUNT, number, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @member */
    exchange_few(particle);
    free(data);
    MPI_Type_free(&members);
    MPI_Type_free(&particle);
    MPI_Type_free(&number);
    MPI_Finalize();
    return 0;
}
