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

/* What a thread gave back it takes again without a lock: of sizes up to
 * 2 KiB, and of each so many. */
#define OWN_CLASSES 6
#define OWN_MOST    32

static __thread struct {
    struct free_memory *list;
    unsigned count;
} own[OWN_CLASSES] __attribute__((tls_model("initial-exec")));

static unsigned class_of(size_t size)
{
    return size <= (size_t)1 << SMALLEST
               ? 0
               : 8 * sizeof(long) - SMALLEST -
                     (unsigned)__builtin_clzl((unsigned long)size - 1);
}

void *arena_take(size_t size)
{
    struct free_memory *memory;
    unsigned class;

    if (size > ARENA_TAKE_MAX)
        return NULL;
    class = class_of(size);
    if (class < OWN_CLASSES && own[class].count > 0) {
        memory = own[class].list;
        own[class].list = memory->next;
        own[class].count--;
        return memory;
    }
    pthread_mutex_lock(&free_lock);
    memory = free_lists[class];
    if (memory != NULL)
        free_lists[class] = memory->next;
    pthread_mutex_unlock(&free_lock);
    return memory != NULL ? (void *)memory
                          : arena_alloc((size_t)1 << (SMALLEST + class));
}

static void give_to_all(struct free_memory *freed, unsigned class)
{
    pthread_mutex_lock(&free_lock);
    freed->next = free_lists[class];
    free_lists[class] = freed;
    pthread_mutex_unlock(&free_lock);
}

void arena_give(void *memory, size_t size)
{
    struct free_memory *freed = memory;
    unsigned class;

    if (memory == NULL)
        return;
    class = class_of(size);
    if (class >= OWN_CLASSES || own[class].count == OWN_MOST) {
        give_to_all(freed, class);
        return;
    }
    freed->next = own[class].list;
    own[class].list = freed;
    own[class].count++;
}

void arena_thread_ends(void)
{
    unsigned class;

    for (class = 0; class < OWN_CLASSES; class ++)
        while (own[class].count > 0) {
            struct free_memory *freed = own[class].list;

            own[class].list = freed->next;
            own[class].count--;
            give_to_all(freed, class);
        }
}
