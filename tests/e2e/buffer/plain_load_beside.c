/*
 * Compilers and libraries load more than the program asks for: whole vectors
 * where every second number is wanted, what is received before it is known
 * whether it has arrived, and what stands behind a string.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

#define COUNT 64

#if defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((noinline, optimize("O3")))
#else
#define FAST __attribute__((noinline))
#endif

struct pair {
    int own, received;
};

static struct pair pairs[COUNT];
static struct {
    char name[16];
    int received[4];
} __attribute__((aligned(64))) named = {.name = "somebody"};

static FAST int sum(const struct pair *all)
{
    int total = 0, i;

    for (i = 0; i < COUNT; i++)
        total += all[i].own;
    return total;
}

#if defined(__x86_64__)
/* As Clang makes it of a condition. */
static int received_if(const int *flag, const int *place)
{
    int value = 0;

    __asm__("cmpl $0, %1\n\tcmovne %2, %0"
            : "+r"(value)
            : "m"(*flag), "m"(*place)
            : "cc");
    return value;
}
#else
static int received_if(const int *flag, const int *place)
{
    return *flag ? *place : 0;
}
#endif

static void beside(int other, MPI_Datatype column)
{
    char *(*volatile find)(const char *, int) = strchr;
    MPI_Request requests[2];
    int total, flag = 0, done;

    MPI_Irecv(&pairs[0].received, 1, column, other, 0, MPI_COMM_WORLD,
              &requests[0]);
    total = sum(pairs);
    MPI_Irecv(named.received, 4, MPI_INT, other, 1, MPI_COMM_WORLD,
              &requests[1]);
    total += find(named.name, 'b') != NULL;
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    total += received_if(&flag, &named.received[1]);
    MPI_Send(&total, 1, MPI_INT, other, 2, MPI_COMM_WORLD);
    for (done = flag; !done;)
        MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, total;
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(COUNT, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0) {
        beside(1, column);
    } else {
        MPI_Recv(&total, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&pairs[0].received, 1, column, 0, 0, MPI_COMM_WORLD);
        MPI_Send(named.received, 4, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
