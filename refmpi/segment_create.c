/* segment_create.c - makes the job's memfd; linked into mpiexec too. */
#include "segment.h"
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* File size: as large as the limits of the process let it be. */
static int set_file_size(int fd, int ranks)
{
    /* Half of it is the heap. */
    int64_t least = 2 * ((int64_t)segment_heap(ranks) + (INT64_C(1) << 24));
    for (int64_t size = SEGMENT_FILE_SIZE; size > least; size /= 2) {
        if (ftruncate(fd, size) == 0)
            return 0;
    }
    return ftruncate(fd, least);
}

int segment_create(int size)
{
    int fd = memfd_create("murmel-mpi", 0);
    if (fd < 0)
        return -1;
    struct segment *segment = MAP_FAILED;
    if (set_file_size(fd, size) == 0)
        segment =
            mmap(NULL, SEGMENT_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (segment == MAP_FAILED) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    segment->magic = SEGMENT_MAGIC;
    segment->size = size;
    /* 0 to 3 are the contexts of MPI_COMM_WORLD and MPI_COMM_SELF. */
    atomic_store(&segment->next_context, 4);
    atomic_store(&segment->next_heap, segment_heap(size));
    munmap(segment, SEGMENT_PAGE);
    return fd;
}
