#include "memory.h"

#include "terminal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void out_of_memory(void) __attribute__((noreturn));

static void out_of_memory(void)
{
    static const char line[] = "murmel: out of memory\n";

    terminal_write(line, sizeof line - 1);
    _exit(2);
}

static void *checked(void *memory)
{
    if (memory == NULL)
        out_of_memory();
    return memory;
}

void *xmalloc(size_t size)
{
    return checked(malloc(size > 0 ? size : 1));
}

void *xaligned(size_t alignment, size_t size)
{
    return checked(aligned_alloc(alignment, size));
}

void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *xrealloc(void *memory, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        out_of_memory();
    return checked(realloc(memory, bytes > 0 ? bytes : 1));
}

/* ----------------------------------------------------------------- pools */

/* Blocks in a new piece of memory. */
#define POOL_PIECE 64

struct pool_block {
    struct pool_block *next;
};

#ifdef __SANITIZE_ADDRESS__
/* It shall see each block by itself. */
void *pool_take(struct pool *pool)
{
    return xcalloc(1, pool->size);
}

void pool_give(struct pool *pool, void *block)
{
    (void)pool;
    free(block);
}
#else
/* Of what the pools share, so much is asked of the system at once. */
#define ARENA ((size_t)16 << 20)

/* Zeros.  The model of a large job lies all over its memory: in huge pages,
 * where the system has them, less of the processor's time goes into finding out
 * where those are. */
static char *fresh_piece(size_t size)
{
    static char *arena;
    static size_t left;

    if (left < size) {
        arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (arena == MAP_FAILED)
            out_of_memory();
        (void)madvise(arena, ARENA, MADV_HUGEPAGE);
        left = ARENA;
    }
    left -= size;
    return arena + left;
}

void *pool_take(struct pool *pool)
{
    void *block = pool->given_back;

    if (block != NULL) {
        pool->given_back = pool->given_back->next;
        return memset(block, 0, pool->size);
    }
    if (pool->fresh_count == 0) {
        pool->size = (pool->size + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
        pool->fresh = fresh_piece(POOL_PIECE * pool->size);
        pool->fresh_count = POOL_PIECE;
    }
    block = pool->fresh;
    pool->fresh += pool->size;
    pool->fresh_count--;
    return block;
}

void pool_give(struct pool *pool, void *block)
{
    struct pool_block *given = block;

    if (given == NULL)
        return;
    given->next = pool->given_back;
    pool->given_back = given;
}
#endif

/* ------------------------------------------------------------------ texts */

char *xstrdup(const char *text)
{
    return checked(strdup(text));
}

char *xstrndup(const char *text, size_t length)
{
    return checked(strndup(text, length));
}

char *xvasprintf(const char *format, va_list arguments)
{
    char *text;

    if (vasprintf(&text, format, arguments) < 0)
        out_of_memory();
    return text;
}

char *xasprintf(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = xvasprintf(format, arguments);
    va_end(arguments);
    return text;
}

void text_append(struct text *text, const char *bytes, size_t length)
{
    if (text->room - text->length <= length) {
        size_t room = text->room * 2 + length + 64;

        text->bytes = xrealloc(text->bytes, room, 1);
        text->room = room;
    }
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    char *more;

    va_start(arguments, format);
    more = xvasprintf(format, arguments);
    va_end(arguments);
    text_append(text, more, strlen(more));
    free(more);
}
