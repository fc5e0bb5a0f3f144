/*
 * What is received is loaded by the compiler's choice only: before it is known
 * whether it has arrived, or together with its neighbour, or before a loop of
 * no rounds.  The program asks for it after it has come.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#if defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((noinline, optimize("O3")))
#else
#define FAST __attribute__((noinline))
#endif

static struct {
    short own, received;
} __attribute__((aligned(4))) pair;
static double factor, results[4];
static int count, place;

static FAST int both(void)
{
    return pair.own == 1 && pair.received == 2;
}

#if defined(__x86_64__)
/* As compilers make it of conditions. */
static int if_and(const int *flag)
{
    int value, mask = -*flag;

    __asm__("movl %1, %0\n\tandl %2, %0" : "=&r"(value) : "m"(place), "r"(mask));
    return value;
}

static int if_set(const int *flag)
{
    unsigned char is, other;

    __asm__("cmpl $0, %2\n\tsetne %0\n\tcmpl $5, %3\n\tsete %1\n\tandb %1, %0"
            : "=&q"(is), "=&q"(other)
            : "m"(*flag), "m"(place)
            : "cc");
    return is;
}

static double if_vector(const int *flag)
{
    double value, mask;

    __asm__("movd %2, %1\n\tpshufd $0, %1, %1\n\tmovsd %3, %0\n\tandpd %1, %0"
            : "=&x"(value), "=&x"(mask)
            : "r"(-*flag), "m"(factor));
    return value;
}

static void scale(double by)
{
    int i = 0;

    __asm__("movsd %0, %%xmm0" : : "m"(factor) : "xmm0");
    for (; i < count; i++)
        results[i] = factor * by;
}
#else
static int if_and(const int *flag)
{
    return *flag ? place : 0;
}

static int if_set(const int *flag)
{
    return *flag && place == 5;
}

static double if_vector(const int *flag)
{
    return *flag ? factor : 0;
}

static void scale(double by)
{
    int i;

    for (i = 0; i < count; i++)
        results[i] = factor * by;
}
#endif

static double receive(int other)
{
    MPI_Request requests[3];
    int flag = 0, done;
    double total;

    MPI_Irecv(&pair.received, 1, MPI_SHORT, other, 0, MPI_COMM_WORLD,
              &requests[0]);
    total = both();
    MPI_Irecv(&factor, 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD, &requests[1]);
    scale(2);
    MPI_Irecv(&place, 1, MPI_INT, other, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    total += if_and(&flag);
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    total += if_set(&flag);
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    total += if_vector(&flag);
    MPI_Send(&total, 1, MPI_DOUBLE, other, 3, MPI_COMM_WORLD);
    for (done = flag; !done;)
        MPI_Testall(3, requests, &done, MPI_STATUSES_IGNORE);
    return total + place + factor;
}

int main(int argc, char **argv)
{
    int rank, wrong = 0;
    double total;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        wrong = receive(1) != 8;
    } else {
        short two = 2;

        place = 5;
        factor = 3;
        MPI_Recv(&total, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&two, 1, MPI_SHORT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&factor, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&place, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return wrong;
}
