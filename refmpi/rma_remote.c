/* Reading and writing other ranks' memory, with and without the kernel. */
#include "rma_remote.h"

#include <string.h>

enum remote_kind { REMOTE_WRITE, REMOTE_READ, REMOTE_WRITTEN, REMOTE_DATA };

/* An active message; data follows WRITE and DATA. */
struct remote_message {
    enum remote_kind kind;
    size_t bytes;
    char *remote; /* in the served rank */
    char *local;  /* in the asking rank; READ and DATA */
    int *pending; /* in the asking rank: messages not yet answered */
};

#define REMOTE_CHUNK   (REFMPI_ACTIVE_MAX - sizeof(struct remote_message))
#define REMOTE_PENDING 8 /* so that queues stay short */

struct remote_packet {
    struct remote_message head;
    char data[REMOTE_CHUNK];
};

static void serve(int source, const void *received, size_t bytes)
{
    const struct remote_packet *packet = received;
    struct remote_packet answer;

    (void)bytes;
    answer.head = packet->head;
    switch (packet->head.kind) {
    case REMOTE_WRITE:
        memcpy(packet->head.remote, packet->data, packet->head.bytes);
        answer.head.kind = REMOTE_WRITTEN;
        refmpi_active_send(source, &answer, sizeof(answer.head));
        break;
    case REMOTE_READ:
        answer.head.kind = REMOTE_DATA;
        memcpy(answer.data, packet->head.remote, packet->head.bytes);
        refmpi_active_send(source, &answer,
                           sizeof(answer.head) + packet->head.bytes);
        break;
    case REMOTE_DATA:
        memcpy(packet->head.local, packet->data, packet->head.bytes);
        --*packet->head.pending;
        break;
    case REMOTE_WRITTEN:
        --*packet->head.pending;
        break;
    }
}

/* Before main: a peer may ask as soon as a window exists. */
__attribute__((constructor)) static void register_server(void)
{
    refmpi_active_register(serve);
}

static bool is_below_limit(void *pending)
{
    return *(int *)pending < REMOTE_PENDING;
}

static bool is_answered(void *pending)
{
    return *(int *)pending == 0;
}

/* All pieces of [remote, remote + bytes), each answered when this returns. */
static void ask(enum remote_kind kind, int world_rank, char *local,
                char *remote, size_t bytes)
{
    int pending = 0;

    for (size_t done = 0; done < bytes;) {
        struct remote_packet packet;
        size_t piece =
            bytes - done < REMOTE_CHUNK ? bytes - done : REMOTE_CHUNK;

        packet.head = (struct remote_message){kind, piece, remote + done,
                                              local + done, &pending};
        if (kind == REMOTE_WRITE)
            memcpy(packet.data, local + done, piece);
        pending++;
        refmpi_active_send(world_rank, &packet,
                           sizeof(packet.head) +
                               (kind == REMOTE_WRITE ? piece : 0));
        refmpi_wait_until(is_below_limit, &pending);
        done += piece;
    }
    refmpi_wait_until(is_answered, &pending);
}

int refmpi_remote_read(int world_rank, void *local, const void *remote,
                       size_t bytes)
{
    if (refmpi_peer_memory_works())
        return refmpi_peer_read(world_rank, local, remote, bytes);
    ask(REMOTE_READ, world_rank, local, (char *)(uintptr_t)remote, bytes);
    return MPI_SUCCESS;
}

int refmpi_remote_write(int world_rank, const void *local, void *remote,
                        size_t bytes)
{
    if (refmpi_peer_memory_works())
        return refmpi_peer_write(world_rank, local, remote, bytes);
    ask(REMOTE_WRITE, world_rank, (char *)(uintptr_t)local, remote, bytes);
    return MPI_SUCCESS;
}

/* The wait may ask again after a yes: the lock is then held already. */
struct lock_attempt {
    struct refmpi_mutex *mutex;
    bool is_held;
};

static bool try_lock(void *argument)
{
    struct lock_attempt *attempt = argument;
    unsigned free = 0;

    if (!attempt->is_held)
        attempt->is_held =
            atomic_compare_exchange_strong(&attempt->mutex->word, &free, 1);
    return attempt->is_held;
}

void refmpi_atomic_lock(int world_rank)
{
    struct lock_attempt attempt = {&refmpi_block(world_rank)->accumulate,
                                   false};

    if (refmpi_peer_memory_works())
        refmpi_mutex_lock(attempt.mutex);
    else
        refmpi_wait_until(try_lock, &attempt);
}

void refmpi_atomic_unlock(int world_rank)
{
    refmpi_mutex_unlock(&refmpi_block(world_rank)->accumulate);
    if (refmpi_peer_memory_works())
        return;
    for (int rank = 0; rank < refmpi.size; rank++) {
        if (rank != refmpi.rank)
            refmpi_wake(rank);
    }
}
