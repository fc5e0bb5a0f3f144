/*
 * The target waits in its epoch for what the origin writes to a socket after
 * its own (acceptance A6): the standard does not say whether an MPI that gets
 * no call at the target completes the origin's epoch, so this is no error.
 * Debian's MPICH does not: tests/faults tells what the user sees then.
 *
 * np: 2
 * verdict: clean
 * flavours: abi openmpi
 */
#include <mpi.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A way to the other rank past MPI.  By datagrams: of the origin's end the
 * target learns nothing, and waits on. */
static int connect_ranks(int rank)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t length = sizeof name.sun_family;
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

    if (rank == 1) { /* the kernel chooses an abstract name */
        bind(fd, (struct sockaddr *)&name, length);
        length = sizeof name;
        getsockname(fd, (struct sockaddr *)&name, &length);
    }
    MPI_Bcast(&length, sizeof length, MPI_BYTE, 1, MPI_COMM_WORLD);
    MPI_Bcast(&name, sizeof name, MPI_BYTE, 1, MPI_COMM_WORLD);
    if (rank == 0 && connect(fd, (struct sockaddr *)&name, length) != 0)
        perror("connect");
    return fd;
}

int main(int argc, char **argv)
{
    int rank, *base, value = 7, other, fd;
    MPI_Group world, group;
    MPI_Win win;
    char token = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = !rank;
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    fd = connect_ranks(rank);
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        fprintf(stderr, "rank 0 completes\n");
        MPI_Win_complete(win);
        if (write(fd, &token, 1) != 1)
            MPI_Abort(MPI_COMM_WORLD, 9);
    } else {
        MPI_Win_post(group, 0, win);
        fprintf(stderr, "rank 1 reads\n");
        if (read(fd, &token, 1) != 1)
            MPI_Abort(MPI_COMM_WORLD, 9);
        MPI_Win_wait(win);
        if (base[0] != value)
            MPI_Abort(MPI_COMM_WORLD, 9);
    }
    close(fd);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
