/*
 * in_mpi.h - whether another thread, of this process or of another one on the
 * node, is inside the MPI call that it was about to make: it tells its number
 * just before, and then sleeps, or uses more time on a processor than anything
 * but waiting inside of MPI takes.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void thread_calls(atomic_int *thread)
{
    atomic_store(thread, (int)syscall(SYS_gettid));
}

static int read_task(int thread, const char *name, char *text, size_t size)
{
    char path[64];
    int file;
    ssize_t length;

    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", thread, thread, name);
    file = open(path, O_RDONLY);
    if (file < 0)
        return -1;
    length = read(file, text, size - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return 0;
}

/* Whether it sleeps just now. */
static inline int is_asleep(atomic_int *thread)
{
    const char *state;
    char text[512];

    if (atomic_load(thread) == 0 ||
        read_task(atomic_load(thread), "stat", text, sizeof text) != 0)
        return 0;
    state = strrchr(text, ')');
    return state != NULL && state[2] == 'S';
}

static inline void await_in_mpi(atomic_int *thread)
{
    static const struct timespec millisecond = {0, 1000000};
    long long first = -1, last = -1, now;
    int still = 0;
    char text[512];

    while (still < 50 && last - first < 100000000) {
        const char *state;

        nanosleep(&millisecond, NULL);
        if (atomic_load(thread) == 0 ||
            read_task(atomic_load(thread), "schedstat", text, sizeof text) != 0)
            continue;
        now = atoll(text);
        if (first < 0)
            first = now;
        if (read_task(atomic_load(thread), "stat", text, sizeof text) != 0)
            continue;
        state = strrchr(text, ')');
        still = now == last && state != NULL && state[2] == 'S' ? still + 1 : 0;
        last = now;
    }
}
