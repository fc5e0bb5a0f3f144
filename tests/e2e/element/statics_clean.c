/*
 * Variables of static storage, described as what they are, or by a datatype
 * that goes with them: of the same size and kind under another name, the parts
 * of complex numbers, bytes; and memory in which anything may be.
 *
 * np: 1
 * verdict: clean
 * options: --element-types=each --notes
 */
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

enum colour { RED, GREEN };

static int counts[4][4];
static const volatile float samples[16];
static long longs[8];
static long long long_longs[8];
static int32_t exact[8];
static size_t sizes[8];
static MPI_Aint places[8];
static MPI_Offset offset;
static unsigned short shorts[8];
static enum colour colour;
static bool flags[8];
static _Bool flag;
static wchar_t text[8];
static double complex waves[4];
static float complex wave;
static double parts[8];
static long double exactly[2];
static char raw[64] __attribute__((aligned(16)));
static signed char more[64] __attribute__((aligned(16)));
static uint8_t octets[64] __attribute__((aligned(16)));
static union {
    int number;
    float real;
} either;
static struct best {
    double value;
    int where;
} best[3];
static struct pair {
    int value, where;
} pairs[3];
static struct particle {
    double mass, at[3];
    char name[4];
    float charge;
    unsigned bits : 3;
    union {
        int one;
        float other;
    } either;
    struct particle *next;
} particles[4];
static void *anything;

static void all(void *buffer, int count, MPI_Datatype type)
{
    MPI_Bcast(buffer, count, type, 0, MPI_COMM_SELF);
}

static void numbers(void)
{
    all(counts, 16, MPI_INT);
    all(counts, 16, MPI_UNSIGNED);
    all(&counts[1][2], 4, MPI_INT32_T);
    all((void *)samples, 16, MPI_FLOAT);
    all((void *)samples, sizeof samples, MPI_BYTE);
    all(longs, 8, MPI_LONG_LONG);
    all(long_longs, 8, MPI_LONG);
    all(exact, 8, MPI_INT);
    all(sizes, 8, sizeof(size_t) == 8 ? MPI_UINT64_T : MPI_UINT32_T);
    all(places, 8, MPI_AINT);
    all(places, 8, MPI_LONG);
    all(&offset, 1, MPI_OFFSET);
    all(&offset, 1, MPI_INT64_T);
    all(shorts, 8, MPI_UNSIGNED_SHORT);
    all(&colour, 1, MPI_INT);
    all(flags, 8, MPI_C_BOOL);
    all(flags, 8, MPI_CHAR);
    all(&flag, 1, MPI_BYTE);
    all(text, 8, MPI_WCHAR);
    all(exactly, 2, MPI_LONG_DOUBLE);
    all(counts, sizeof counts, MPI_CHAR); /* as bytes */
    all(&anything, 1, sizeof anything == 8 ? MPI_INT64_T : MPI_INT32_T);
}

static void complex_numbers(void)
{
    all(waves, 4, MPI_C_DOUBLE_COMPLEX);
    all(waves, 8, MPI_DOUBLE);
    all((double *)waves + 1, 3, MPI_DOUBLE);
    all(parts, 4, MPI_C_DOUBLE_COMPLEX);
    all(&wave, 1, MPI_C_FLOAT_COMPLEX);
}

/* In these anything may be. */
static void memory(void)
{
    all(raw, 8, MPI_DOUBLE);
    all(more, 16, MPI_INT);
    all(octets, 16, MPI_FLOAT);
    all(&either, 1, MPI_FLOAT);
    all(&either, 1, MPI_INT);
    all(&particles[1].either, 1, MPI_FLOAT);
}

static void structs(void)
{
    int lengths[] = {1, 3, 4, 1};
    MPI_Aint at[] = {
        offsetof(struct particle, mass), offsetof(struct particle, at),
        offsetof(struct particle, name), offsetof(struct particle, charge)};
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_CHAR, MPI_FLOAT};
    MPI_Datatype type, item;

    all(best, 3, MPI_DOUBLE_INT);
    all(pairs, 3, MPI_2INT);
    all(pairs, 6, MPI_INT);
    all(counts, 8, MPI_2INT);
    MPI_Type_create_struct(4, lengths, at, types, &type);
    MPI_Type_create_resized(type, 0, sizeof(struct particle), &item);
    MPI_Type_commit(&item);
    all(particles, 4, item);
    all(particles, sizeof particles, MPI_BYTE);
    MPI_Type_free(&type);
    MPI_Type_free(&item);
    /* a column of an array, and a part of a struct */
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    all(&counts[0][1], 1, type);
    MPI_Type_free(&type);
    all(&particles[2].at[1], 2, MPI_DOUBLE);
    all(&particles[2].charge, 1, MPI_FLOAT);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    numbers();
    complex_numbers();
    memory();
    structs();
    /* nothing is sent, or nobody receives */
    all(counts, 0, MPI_DOUBLE);
    MPI_Send(counts, 4, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_SELF);
    /* of memory that malloc has given nothing is known */
    anything = malloc(sizeof(double));
    all(anything, 1, MPI_DOUBLE);
    free(anything);
    MPI_Finalize();
    return 0;
}
