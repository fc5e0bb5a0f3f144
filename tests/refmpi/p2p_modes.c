/* np: 2 */
/* Every send mode, blocking and nonblocking, of short and long messages, into
 * blocking and nonblocking receives; statuses; order. */
#include "check.h"
#include <string.h>

static const int sizes[] = {0, 1, 24, 25, 4000, 16384, 16385, 100000, 3000000};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))

static unsigned char pattern(int i, int seed)
{
    return (unsigned char)(i * 7 + seed * 13 + (i >> 9));
}

static void fill(unsigned char *buffer, int size, int seed)
{
    for (int i = 0; i < size; i++)
        buffer[i] = pattern(i, seed);
}

static int is_right(const unsigned char *buffer, int size, int seed)
{
    for (int i = 0; i < size; i++)
        if (buffer[i] != pattern(i, seed))
            return 0;
    return 1;
}

static void send_one(int mode, const unsigned char *buffer, int size, int tag)
{
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Comm world = MPI_COMM_WORLD;
    switch (mode) {
    case 0:
        MPI_Send(buffer, size, MPI_BYTE, 1, tag, world);
        break;
    case 1:
        MPI_Ssend(buffer, size, MPI_BYTE, 1, tag, world);
        break;
    case 2:
        MPI_Bsend(buffer, size, MPI_BYTE, 1, tag, world);
        break;
    case 3:
        MPI_Isend(buffer, size, MPI_BYTE, 1, tag, world, &request);
        break;
    case 4:
        MPI_Issend(buffer, size, MPI_BYTE, 1, tag, world, &request);
        break;
    case 5:
        MPI_Ibsend(buffer, size, MPI_BYTE, 1, tag, world, &request);
        break;
    case 6:
        MPI_Send_init(buffer, size, MPI_BYTE, 1, tag, world, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(request != MPI_REQUEST_NULL);
        MPI_Request_free(&request);
        break;
    }
    if (request != MPI_REQUEST_NULL)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

static void receive_one(int how, unsigned char *buffer, int size, int tag)
{
    MPI_Status status;
    MPI_Request request;
    int count;
    memset(buffer, 0xee, (size_t)size + 1);
    if (how == 0) {
        MPI_Recv(buffer, size + 1, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &status);
    } else if (how == 1) {
        MPI_Irecv(buffer, size + 1, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, tag, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK(count == size);
        MPI_Mrecv(buffer, size + 1, MPI_BYTE, &message, &status);
        CHECK(message == MPI_MESSAGE_NULL);
    }
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == size && status.MPI_SOURCE == 0 && status.MPI_TAG == tag);
    CHECK(is_right(buffer, size, tag) && buffer[size] == 0xee);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int largest = sizes[SIZES - 1];
    unsigned char *buffer = malloc((size_t)largest + 1);
    int room = 2 * (largest + MPI_BSEND_OVERHEAD);
    void *attached = malloc((size_t)room);
    MPI_Buffer_attach(attached, room);
    int tag = 0;
    for (int how = 0; how < 3; how++)
        for (int mode = 0; mode < 7; mode++)
            for (int i = 0; i < SIZES; i++, tag++) {
                if (world_rank() == 0) {
                    fill(buffer, sizes[i], tag);
                    send_one(mode, buffer, sizes[i], tag);
                    /* The buffer is the sender's again. */
                    memset(buffer, 0, (size_t)sizes[i]);
                } else {
                    receive_one(how, buffer, sizes[i], tag);
                }
                /* One attached buffer has no room for every message. */
                MPI_Barrier(MPI_COMM_WORLD);
            }
    void *address;
    int size;
    MPI_Buffer_detach(&address, &size);
    CHECK(address == attached && size == room);
    free(attached);
    free(buffer);
    MPI_Finalize();
    return 0;
}
