/*
 * Functions of the C library load more than the string they are given, here
 * beside what is to come: no load of the program.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

static struct {
    char before[8], in[8], after[48];
} room __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    int i, out = 1;
    size_t length = 0;
    char copy[16];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    strcpy(room.before, "before");
    strcpy(room.after, "and after");
    for (i = 0; i < 4; i++) {
        MPI_Irecv(room.in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
        length += strlen(room.before) + strlen(room.after);
        strcpy(copy, room.before);
        length += memchr(copy, 'e', sizeof copy) != NULL;
        length += strchr(room.before, 'f') != NULL;
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return length == 4 * 17 ? 0 : 1;
}
