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
