/*
 * Arrays of structs, by datatypes made of the places of the members, of which
 * all, or those that are sent, are there; items of a datatype that lie in
 * variables of their own, by the distance of these.
 *
 * np: 1
 * verdict: clean
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

static struct particle all[COUNT];
static double one[4], other[4], in[4];

/* Of each of two blocks the first half. */
static void send_both(double *first, double *second)
{
    MPI_Aint begin, end;
    MPI_Datatype half, both, pair;

    MPI_Get_address(first, &begin);
    MPI_Get_address(second, &end);
    MPI_Type_contiguous(2, MPI_DOUBLE, &half);
    MPI_Type_create_hvector(2, 1, end - begin, half, &both);
    MPI_Type_create_resized(half, 0, end - begin, &pair);
    MPI_Type_commit(&both);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(first, 1, both, 0, 0, in, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Sendrecv(first, 2, pair, 0, 0, in, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&half);
    MPI_Type_free(&both);
    MPI_Type_free(&pair);
}

/* Variables of a function, of which the others are found by the first. */
static void send_three(void)
{
    double x = 1, y = 2, z = 3;
    int lengths[2] = {1, 1};
    MPI_Aint base, places[2];
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_DOUBLE}, both, apart;

    MPI_Get_address(&x, &base);
    MPI_Get_address(&y, &places[0]);
    MPI_Get_address(&z, &places[1]);
    places[0] -= base;
    places[1] -= base;
    MPI_Type_create_struct(2, lengths, places, types, &both);
    MPI_Type_create_resized(both, 0, 0, &apart);
    MPI_Type_commit(&apart);
    MPI_Sendrecv(&x, 1, apart, 0, 0, in, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&both);
    MPI_Type_free(&apart);
}

/* Of a function, all, and a column. */
static void exchange_own(MPI_Datatype type)
{
    struct particle own[COUNT], more[COUNT];
    double x[4][2] = {{0}};
    MPI_Datatype column;

    own[0] = more[0] = all[0];
    MPI_Sendrecv(own, COUNT, type, 0, 0, all, COUNT, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_create_resized(MPI_DOUBLE, 0, sizeof x[0], &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(&x[0][1], 4, column, 0, 0, in, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
}

int main(int argc, char **argv)
{
    int lengths[3] = {1, 3, 1};
    MPI_Aint places[3] = {offsetof(struct particle, number), offsetof(struct particle, x), offsetof(struct particle, kind)};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, members, particle, number;
    struct particle *data;
    double *first, *second;

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(3, lengths, places, types, &members);
    MPI_Type_create_resized(members, 0, sizeof(struct particle), &particle);
    MPI_Type_create_resized(MPI_INT, 0, sizeof(struct particle), &number);
    MPI_Type_commit(&particle);
    MPI_Type_commit(&number);
    data = calloc(COUNT, sizeof *data);
    MPI_Sendrecv(data, COUNT, particle, 0, 0, all, COUNT, particle, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    exchange_own(particle);
    send_three();
    free(data);
    /* as much of the last one as is sent */
    data = calloc(1, (COUNT - 1) * sizeof *data + sizeof(int));
    MPI_Sendrecv(data, COUNT, number, 0, 0, all, COUNT, number, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    free(data);
    first = calloc(4, sizeof *first);
    second = calloc(4, sizeof *second);
    send_both(first < second ? first : second, first < second ? second : first);
    send_both(one < other ? one : other, one < other ? other : one);
    free(first);
    free(second);
    MPI_Type_free(&members);
    MPI_Type_free(&particle);
    MPI_Type_free(&number);
    MPI_Finalize();
    return 0;
}
