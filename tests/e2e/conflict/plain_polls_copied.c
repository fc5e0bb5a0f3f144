/*
 * A target that polls copies the flag with all that is put there, and goes by
 * nothing but the flag; or it looks at that before and behind.
 *
 * np: 2
 * verdict: clean
 * compiler: mpicc
 * unless: memory-model=separate
 */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

struct message {
    int flag, length;
    double data[4];
};

enum { COPIED, ASSIGNED, FIELDS, CHECKED, LOOPS };

static void go_on(MPI_Win win)
{
    int flag;

    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
}

/* Until the number before and behind is the same. */
static struct message checked(const volatile struct message *from)
{
    struct message copy;

    copy.flag = from->flag;
    copy.length = from->length;
    copy.data[0] = from->data[0];
    if (from->flag != copy.flag)
        copy.flag = 0;
    return copy;
}

static struct message look(const volatile struct message *from, int loop)
{
    struct message copy = {0, 0, {0}};

    switch (loop) {
    case COPIED:
        memcpy(&copy, (const void *)from, sizeof copy);
        break;
    case ASSIGNED:
        copy = *(const struct message *)from;
        break;
    case FIELDS:
        copy.length = from->length;
        copy.data[2] = from->data[2];
        copy.flag = from->flag;
        break;
    default:
        return checked(from);
    }
    return copy;
}

static int wait_for(const volatile struct message *from, int loop, MPI_Win win)
{
    struct message copy;

    do {
        go_on(win);
        copy = look(from, loop);
    } while (copy.flag == 0);
    return copy.flag; /* all else may yet come */
}

int main(int argc, char **argv)
{
    struct message sent = {1, 2, {3, 4, 5, 6}}, *base;
    int rank, loop, total = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, LOOPS * sizeof *base);
    MPI_Win_lock_all(0, win);
    for (loop = 0; loop < LOOPS; loop++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            usleep(10000);
            MPI_Put(&sent, sizeof sent, MPI_BYTE, 1,
                    loop * (MPI_Aint)sizeof sent, sizeof sent, MPI_BYTE, win);
            MPI_Win_flush_all(win);
        } else {
            total += wait_for(&base[loop], loop, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == 1 && total != LOOPS;
}
