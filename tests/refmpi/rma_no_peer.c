/* np: 2 4 */
/* not under: memory-model=separate */
/* only: refmpi */
/*
 * Where the kernel forbids access to other processes' memory, RMA on the
 * user's own memory goes by messages, and everything is as before.
 */
#include "check.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define N 100000

static void forbid_peer_access(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
    CHECK(process_vm_readv(getpid(), NULL, 0, NULL, 0, 0) == -1 &&
          errno == EPERM);
}

static int rank, size;

static void put_and_get(MPI_Win win, int *base)
{
    int *data = malloc(N * sizeof(int)), next = (rank + 1) % size;

    for (int i = 0; i < N; i++)
        data[i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Put(data, N, MPI_INT, next, 0, N, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        CHECK(base[i] == (rank + size - 1) % size + i);
    memset(data, 0, N * sizeof(int));
    MPI_Get(data, N, MPI_INT, next, 0, N, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < N; i++)
        CHECK(data[i] == rank + i);
    free(data);
}

/* How often this rank is the target below. */
static int expected(void)
{
    int n = 0;

    for (int r = 0; r < size; r++) {
        for (int round = 0; round < 50; round++)
            n += (r + round) % size == rank;
    }
    return n;
}

/* All ranks, the target among them, on the same words. */
static void accumulate(MPI_Win win, int *base)
{
    int ones[64], old;

    for (int i = 0; i < 64; i++)
        ones[i] = 1;
    memset(base, 0, 65 * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 50; round++) {
        int target = (rank + round) % size;

        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Accumulate(ones, 64, MPI_INT, target, 0, 64, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(ones, &old, MPI_INT, target, 64, MPI_SUM, win);
        MPI_Win_unlock(target, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 65; i++)
        CHECK(base[i] == expected());
}

int main(int argc, char **argv)
{
    int *base = calloc(N, sizeof(int));
    MPI_Win win;

    forbid_peer_access();
    MPI_Init(&argc, &argv);
    rank = world_rank();
    size = world_size();
    MPI_Win_create(base, N * sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    put_and_get(win, base);
    accumulate(win, base);
    MPI_Win_free(&win);
    free(base);
    MPI_Finalize();
    return 0;
}
