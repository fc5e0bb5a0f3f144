/* np: 2 4 */
/* Long messages, which both ends may copy; round 1: where the odd ranks may
 * neither read nor write the memory of others, so that the part of the one end
 * fails and that of the other one does not. */
#include "check.h"
#include "refuse.h"
#include <stdbool.h>
#include <string.h>

#define PIECE (64 * 1024) /* what is copied at once */
#define BYTES (40 * PIECE)

static unsigned char byte(int rank, int turn, int at)
{
    return (unsigned char)(rank * 89 + turn * 31 + at % 251 + at / PIECE);
}

static void fill(unsigned char *buffer, int rank, int turn, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buffer[i] = byte(rank, turn, i);
}

static bool is_of(const unsigned char *buffer, int rank, int turn, int bytes)
{
    for (int i = 0; i < bytes; i++)
        if (buffer[i] != byte(rank, turn, i))
            return false;
    return buffer[bytes] == 0xee;
}

/* To the partner and back, then both at once, then several at a time. */
static void exchange(unsigned char *out, unsigned char *in, int bytes, int turn)
{
    int rank = world_rank(), partner = rank ^ 1;
    MPI_Request requests[8];
    fill(out, rank, turn, bytes);
    memset(in, 0xee, BYTES + 1);
    if (rank % 2 == 0)
        MPI_Send(out, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    CHECK(is_of(in, partner, turn, bytes));
    if (rank % 2 != 0)
        MPI_Send(out, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
    memset(in, 0xee, BYTES + 1);
    MPI_Sendrecv(out, bytes, MPI_BYTE, partner, 1, in, BYTES, MPI_BYTE, partner,
                 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(is_of(in, partner, turn, bytes));
    memset(in, 0xee, BYTES + 1);
    int part = bytes / 8;
    for (int i = 0; i < 8; i++)
        if (rank % 2 == 0)
            MPI_Isend(out + i * part, part, MPI_BYTE, partner, i,
                      MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(in + i * part, part, MPI_BYTE, partner, i, MPI_COMM_WORLD,
                      &requests[i]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    if (rank % 2 != 0)
        CHECK(is_of(in, partner, turn, 8 * part));
}

/* Into a smaller buffer: cut, and nothing else harmed. */
static void cut(unsigned char *out, unsigned char *in, int turn)
{
    int partner = world_rank() ^ 1, room = 5 * PIECE + 7;
    MPI_Request request;
    fill(out, world_rank(), turn, BYTES);
    memset(in, 0xee, BYTES + 1);
    MPI_Isend(out, BYTES, MPI_BYTE, partner, 9, MPI_COMM_WORLD, &request);
    int rc = MPI_Recv(in, room, MPI_BYTE, partner, 9, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
    CHECK(class_of(rc) == MPI_ERR_TRUNCATE);
    CHECK(is_of(in, partner, turn, room));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {PIECE,         2 * PIECE - 1, 2 * PIECE,
                                  2 * PIECE + 1, 7 * PIECE + 5, BYTES};
    unsigned char *out = malloc(BYTES), *in = malloc(BYTES + 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 30; i++)
            exchange(out, in, lengths[i % 6], i + round);
        cut(out, in, round);
        MPI_Barrier(MPI_COMM_WORLD);
        if (world_rank() % 2 != 0)
            refuse_peer_memory();
    }
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
