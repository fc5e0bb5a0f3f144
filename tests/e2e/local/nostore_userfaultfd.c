/*
 * After it has promised MPI_MODE_NOSTORE for a window, the program asks the
 * kernel to tell it of stores there itself: it gets what it asks for.
 *
 * np: 1
 * verdict: clean
 * needs: pages
 */
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <mpi.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE (1 << 16)
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

int main(int argc, char **argv)
{
    struct uffdio_api api = {.api = UFFD_API,
                             .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP};
    struct uffdio_register all = {.mode = UFFDIO_REGISTER_MODE_WP};
    char *base;
    int faults;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    faults = (int)syscall(SYS_userfaultfd,
                          O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    if (faults < 0 || ioctl(faults, UFFDIO_API, &api) != 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    all.range.start = ((unsigned long)base + 4095) & ~4095ul;
    all.range.len = SIZE / 2;
    if (ioctl(faults, UFFDIO_REGISTER, &all) != 0)
        MPI_Abort(MPI_COMM_WORLD, 4);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    base[SIZE / 4] = 1;
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    if (ioctl(faults, UFFDIO_UNREGISTER, &all.range) != 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    close(faults);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
