#include "python_memory.h"

#include <errno.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static ssize_t copy(const struct iovec *to, const struct iovec *from,
                    unsigned count)
{
    int saved = errno;
    ssize_t got = process_vm_readv(getpid(), to, count, from, count, 0);

    errno = saved;
    return got;
}

int python_memory_copy(const char *from, void *to, size_t size)
{
    struct iovec here = {to, size}, there = {(void *)(uintptr_t)from, size};

    return copy(&here, &there, 1) == (ssize_t)size ? 0 : -1;
}

void python_memory_begin(struct python_memory *memory)
{
    struct iovec here[PYTHON_PIECES], there[PYTHON_PIECES];
    ssize_t size = 0;
    uint32_t i;

    for (i = 0; i < memory->count; i++) {
        struct python_piece *piece = &memory->pieces[i];

        here[i] = (struct iovec){piece->copy, piece->size};
        there[i] = (struct iovec){(void *)(uintptr_t)piece->at, piece->size};
        size += (ssize_t)piece->size;
    }
    memory->valid = i > 0 && copy(here, there, i) == size ? i : 0;
    memory->count = memory->next = 0;
}

const char *python_memory_next(struct python_memory *memory, const char *at,
                               size_t size)
{
    struct python_piece *piece = &memory->pieces[memory->next];

    if (memory->next == PYTHON_PIECES || size > sizeof piece->copy ||
        at == NULL)
        return NULL;
    if ((memory->next >= memory->valid || piece->at != at ||
         piece->size != size) &&
        python_memory_copy(at, piece->copy, size) != 0)
        return NULL;
    piece->at = at;
    piece->size = size;
    memory->count = ++memory->next;
    return piece->copy;
}
