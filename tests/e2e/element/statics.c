/*
 * Variables of static storage whose type is not that which the datatype of the
 * call stands for.
 *
 * np: 1
 * verdict: warning
 * finding: BUFFER-TYPE-MISMATCH call=0@global
 * says: MPI_DOUBLE where the program has float: byte 0 of buf is byte 0 of
 * finding: BUFFER-TYPE-MISMATCH call=0@received
 * says: MPI_INT where the program has float: byte 0 of buf is byte 8 of
 * finding: BUFFER-TYPE-MISMATCH call=0@kind
 * says: MPI_FLOAT where the program has int: byte 0 of buffer is byte 8 of
 * finding: BUFFER-TYPE-MISMATCH call=0@hidden
 * says: MPI_LONG where the program has int: byte 0 of buffer
 * finding: BUFFER-TYPE-MISMATCH call=0@member
 * says: byte 8 of particles (statics.c:53), member charge.
 * finding: BUFFER-TYPE-MISMATCH call=0@second
 * says: byte 24 of particles
 * finding: BUFFER-TYPE-MISMATCH call=0@pieces
 * says: MPI_UNSIGNED_SHORT where the program has int: byte 16 of sendbuf
 * finding: BUFFER-TYPE-MISMATCH call=0@absolute
 * says: MPI_INT where the program has float: its data is byte 4 of samples
 * finding: BUFFER-TYPE-MISMATCH call=0@pack
 * finding: BUFFER-TYPE-MISMATCH call=0@persistent
 * finding: BUFFER-TYPE-MISMATCH call=0@pointer
 * says: MPI_FLOAT where the program has a pointer: byte 0 of buffer
 * finding: BUFFER-TYPE-MISMATCH call=0@one
 * says: MPI_CHAR where the program has int
 * finding: BUFFER-TYPE-MISMATCH call=0@flag
 * finding: BUFFER-TYPE-MISMATCH call=0@half
 * says: MPI_C_FLOAT_COMPLEX where the program has complex double
 * finding: BUFFER-TYPE-MISMATCH call=0@index
 * says: byte 8 of best
 * options: --element-types=each
 * twin: statics_clean.c
 */
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>

static int counts[16];
static float samples[16];
static bool flags[8];
static double complex waves[2];
static struct best {
    double value;
    float where, unused;
} best;
static struct particle {
    double mass;
    float charge;
} particles[4];
static float *where;
static _Alignas(16) char bytes[256]; /* anything may be in it */

static void hide(void)
{
    static int hidden[8];

    MPI_Bcast(hidden, 4, MPI_LONG, 0, MPI_COMM_SELF); /* @hidden */
}

static void members(void)
{
    MPI_Datatype pair, item;

    MPI_Bcast(particles, 2, MPI_DOUBLE, 0, MPI_COMM_SELF); /* @member */
    /* right in the first item, and too long for the second */
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_DOUBLE, MPI_FLOAT}, &pair);
    MPI_Type_create_resized(pair, 0, 24, &item);
    MPI_Type_commit(&item);
    MPI_Bcast(particles, 2, item, 0, MPI_COMM_SELF); /* @second */
    MPI_Type_free(&pair);
    MPI_Type_free(&item);
}

static void pieces(void)
{
    const MPI_Datatype type = MPI_UNSIGNED_SHORT;
    int lengths[1] = {4}, from[1] = {8}, to[1] = {0};
    const MPI_Comm comm = MPI_COMM_SELF;

    MPI_Alltoallv(counts, lengths, from, type, bytes, lengths, to, type, comm); /* @pieces */
}

static void absolute(void)
{
    MPI_Datatype type;
    MPI_Aint address;

    MPI_Get_address(&samples[1], &address);
    MPI_Type_create_hindexed(1, (int[]){2}, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_SELF); /* @absolute */
    MPI_Type_free(&type);
}

static void other_functions(void)
{
    MPI_Request request;
    int at = 0;

    MPI_Pack(counts, 4, MPI_FLOAT, bytes, 64, &at, MPI_COMM_SELF); /* @pack */
    MPI_Send_init(counts, 4, MPI_FLOAT, 0, 1, MPI_COMM_SELF, &request); /* @persistent */
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    MPI_Request request;

    MPI_Init(&argc, &argv);
    where = calloc(16, sizeof *where);
    MPI_Irecv(bytes, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(samples, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF); /* @global */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&samples[2], 4, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @received */
    MPI_Send(counts, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bcast(&counts[2], 4, MPI_FLOAT, 0, MPI_COMM_SELF); /* @kind */
    hide();
    members();
    pieces();
    absolute();
    other_functions();
    MPI_Bcast(&where, 2, MPI_FLOAT, 0, MPI_COMM_SELF);          /* @pointer */
    MPI_Bcast(counts, 1, MPI_CHAR, 0, MPI_COMM_SELF);           /* @one */
    MPI_Bcast(flags, 2, MPI_INT, 0, MPI_COMM_SELF);             /* @flag */
    MPI_Bcast(waves, 2, MPI_C_FLOAT_COMPLEX, 0, MPI_COMM_SELF); /* @half */
    MPI_Bcast(&best, 1, MPI_DOUBLE_INT, 0, MPI_COMM_SELF);      /* @index */
    free(where);
    MPI_Finalize();
    return 0;
}
