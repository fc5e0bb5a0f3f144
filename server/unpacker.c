#include "unpacker.h"

#include "memory.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct item {
    struct unpacked what;
    size_t block;
    bool ready;
    struct item *next;
    char bytes[];
};

struct unpacker {
    pthread_t thread;
    bool threaded;
    int fd;
    size_t waiting;
    struct item *taken; /* the last that was */
    pthread_mutex_t mutex;
    pthread_cond_t added;
    /* Under the mutex: */
    bool over;
    struct item *first, *last; /* in their order */
    struct item *next;         /* the first that is not ready */
};

static void item_free(struct item *item)
{
    if (item == NULL)
        return;
    recording_events_free(&item->what.events);
    free(item);
}

static void unpack(struct item *item)
{
    if (item->block < item->what.length)
        (void)recording_unpack(BLOCK_EVENTS, item->bytes + item->block,
                               item->what.length - item->block,
                               &item->what.events);
}

/* The thread. */
static void *work(void *context)
{
    struct unpacker *unpacker = context;
    struct item *item;

    pthread_mutex_lock(&unpacker->mutex);
    while (!unpacker->over) {
        item = unpacker->next;
        if (item == NULL) {
            pthread_cond_wait(&unpacker->added, &unpacker->mutex);
            continue;
        }
        pthread_mutex_unlock(&unpacker->mutex);
        unpack(item);
        pthread_mutex_lock(&unpacker->mutex);
        item->ready = true;
        unpacker->next = item->next;
        (void)eventfd_write(unpacker->fd, 1);
    }
    pthread_mutex_unlock(&unpacker->mutex);
    return NULL;
}

/* Signals are for the main thread. */
static bool start(struct unpacker *unpacker)
{
    sigset_t all, before;
    bool started;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&unpacker->thread, NULL, work, unpacker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct unpacker *unpacker_new(void)
{
    struct unpacker *unpacker = xcalloc(1, sizeof *unpacker);

    unpacker->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&unpacker->mutex, NULL);
    pthread_cond_init(&unpacker->added, NULL);
    unpacker->threaded = unpacker->fd >= 0 && start(unpacker);
    return unpacker;
}

void unpacker_free(struct unpacker *unpacker)
{
    struct item *item;

    if (unpacker->threaded) {
        pthread_mutex_lock(&unpacker->mutex);
        unpacker->over = true;
        pthread_cond_signal(&unpacker->added);
        pthread_mutex_unlock(&unpacker->mutex);
        pthread_join(unpacker->thread, NULL);
    }
    item_free(unpacker->taken);
    while ((item = unpacker->first) != NULL) {
        unpacker->first = item->next;
        item_free(item);
    }
    if (unpacker->fd >= 0)
        close(unpacker->fd);
    pthread_cond_destroy(&unpacker->added);
    pthread_mutex_destroy(&unpacker->mutex);
    free(unpacker);
}

int unpacker_fd(const struct unpacker *unpacker)
{
    return unpacker->fd;
}

void unpacker_add(struct unpacker *unpacker, void *owner, const void *bytes,
                  size_t length, size_t block)
{
    struct item *item = xcalloc(1, sizeof *item + length);

    memcpy(item->bytes, bytes, length);
    item->what.owner = owner;
    item->what.bytes = item->bytes;
    item->what.length = length;
    item->block = block;
    item->ready = !unpacker->threaded;
    if (item->ready)
        unpack(item);
    unpacker->waiting++;
    pthread_mutex_lock(&unpacker->mutex);
    if (unpacker->first == NULL)
        unpacker->first = item;
    else
        unpacker->last->next = item;
    unpacker->last = item;
    if (!item->ready && unpacker->next == NULL)
        unpacker->next = item;
    pthread_cond_signal(&unpacker->added);
    pthread_mutex_unlock(&unpacker->mutex);
}

size_t unpacker_waiting(const struct unpacker *unpacker)
{
    return unpacker->waiting;
}

struct unpacked *unpacker_take(struct unpacker *unpacker)
{
    struct item *item;
    eventfd_t count;

    item_free(unpacker->taken);
    unpacker->taken = NULL;
    pthread_mutex_lock(&unpacker->mutex);
    item = unpacker->first;
    if (item != NULL && item->ready) {
        unpacker->first = item->next;
        unpacker->taken = item;
    } else if (unpacker->threaded) {
        (void)eventfd_read(unpacker->fd, &count); /* it will say so again */
    }
    pthread_mutex_unlock(&unpacker->mutex);
    if (unpacker->taken == NULL)
        return NULL;
    unpacker->waiting--;
    return &item->what;
}

struct unpacked *unpacker_wait(struct unpacker *unpacker)
{
    struct pollfd ready = {.fd = unpacker->fd, .events = POLLIN};
    struct unpacked *unpacked;

    while ((unpacked = unpacker_take(unpacker)) == NULL &&
           unpacker->waiting > 0)
        (void)poll(&ready, 1, -1);
    return unpacked;
}
