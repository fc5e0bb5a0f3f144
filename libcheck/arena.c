#include "arena.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

#define CHUNK_SIZE (256 * 1024)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *chunk;
static size_t chunk_left;

static void *map(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void *arena_alloc(size_t size)
{
    void *memory;

    if (size > SIZE_MAX - 15)
        return NULL;
    size = (size + 15) & ~(size_t)15;
    if (size > CHUNK_SIZE / 4)
        return map(size);
    pthread_mutex_lock(&lock);
    if (size > chunk_left) {
        chunk = map(CHUNK_SIZE);
        chunk_left = chunk == NULL ? 0 : CHUNK_SIZE;
    }
    memory = chunk;
    if (chunk != NULL) {
        chunk += size;
        chunk_left -= size;
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

/* ------------------------------------------------- taken and given back */

/* By size: 64, 128, ... bytes. */
#define SMALLEST 6
#define CLASSES  17
_Static_assert((size_t)1 << (SMALLEST + CLASSES - 1) == ARENA_TAKE_MAX,
               "the last class is the largest");

struct free_memory {
    struct free_memory *next;
};

static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;
static struct free_memory *free_lists[CLASSES];

static unsigned class_of(size_t size)
{
    unsigned class = 0;

    while (((size_t)1 << (SMALLEST + class)) < size)
        class ++;
    return class;
}

void *arena_take(size_t size)
{
    struct free_memory *memory;
    unsigned class;

    if (size > ARENA_TAKE_MAX)
        return NULL;
    class = class_of(size);
    pthread_mutex_lock(&free_lock);
    memory = free_lists[class];
    if (memory != NULL)
        free_lists[class] = memory->next;
    pthread_mutex_unlock(&free_lock);
    return memory != NULL ? (void *)memory
                          : arena_alloc((size_t)1 << (SMALLEST + class));
}

void arena_give(void *memory, size_t size)
{
    struct free_memory *freed = memory;
    unsigned class;

    if (memory == NULL)
        return;
    class = class_of(size);
    pthread_mutex_lock(&free_lock);
    freed->next = free_lists[class];
    free_lists[class] = freed;
    pthread_mutex_unlock(&free_lock);
}
