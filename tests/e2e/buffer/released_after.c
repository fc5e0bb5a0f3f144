/*
 * As released.c, when the operations are complete; while one is pending other
 * memory is freed, and a block becomes larger or smaller that stays where it
 * is.  What is pending as MPI_Finalize is called it completes.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

static void end(MPI_Request *request)
{
    MPI_Cancel(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static int delete_fn(MPI_Comm comm, int keyval, void *value, void *extra)
{
    free(value);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    MPI_Request request, sent;
    char *little, *before, *behind, *much, *send, *started, *moved, *attached;
    void *allocated, *detached;
    int bytes, keyval, i;

    MPI_Init(&argc, &argv);
    before = malloc(24);
    little = malloc(24);
    behind = malloc(24);
    MPI_Irecv(little, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    free(before);
    free(behind);
    for (i = 0; i < 1000; i++)
        free(malloc(i * 17));
    end(&request);
    free(little);
    much = malloc(100000);
    MPI_Irecv(much, 100000, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    end(&request);
    free(much);
    send = calloc(40, 1);
    little = malloc(8);
    MPI_Irecv(little, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    MPI_Isend(send + 32, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &sent);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    free(send);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(little);
    started = malloc(64);
    MPI_Recv_init(started, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    end(&request);
    MPI_Request_free(&request);
    free(started);
    moved = malloc(3000);
    MPI_Irecv(moved, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    moved = realloc(moved, 2000);
    end(&request);
    moved = realloc(moved, 100000);
    free(moved);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &allocated);
    MPI_Irecv(allocated, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    end(&request);
    MPI_Free_mem(allocated);
    bytes = 64 + MPI_BSEND_OVERHEAD;
    attached = malloc(bytes);
    MPI_Buffer_attach(attached, bytes);
    MPI_Buffer_detach(&detached, &bytes);
    free(detached);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_fn, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, malloc(64));
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize();
    return 0;
}
