/*
 * memory.h - allocation that does not fail.
 *
 * Where there is no memory left the checker says so and ends with status 2;
 * the application goes on without it.
 */
#ifndef MURMEL_MEMORY_H
#define MURMEL_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc(size_t size) __attribute__((malloc));
/* At a multiple of `alignment`, a power of 2. */
void *xaligned(size_t alignment, size_t size) __attribute__((malloc));
/* Zeroed. */
void *xcalloc(size_t count, size_t size) __attribute__((malloc));
/* count * size bytes; an overflow counts as no memory. */
void *xrealloc(void *memory, size_t count, size_t size);
char *xstrdup(const char *text) __attribute__((malloc));
/* The first `length` bytes of text, with a zero behind. */
char *xstrndup(const char *text, size_t length) __attribute__((malloc));
char *xasprintf(const char *format, ...)
    __attribute__((format(printf, 1, 2), malloc));
char *xvasprintf(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));

/*
 * A stock of zeroed blocks of one size, for what comes and goes with every
 * call: `static struct pool calls = POOL_OF(struct call)`.  What was given
 * back is taken again; the stock itself stays until the end.
 */
struct pool {
    size_t size;
    struct pool_block *given_back;
    char *fresh; /* the rest of the newest piece of memory */
    size_t fresh_count;
};
#define POOL_OF(type)                                                          \
    {                                                                          \
        .size = sizeof(union {                                                 \
            type block;                                                        \
            max_align_t align;                                                 \
        })                                                                     \
    }
/* A line of the processor's cache, bytes: no two blocks share one. */
#define MEMORY_LINE 64
void *pool_take(struct pool *pool);
/* NULL is ignored. */
void pool_give(struct pool *pool, void *block);

/* A growing text; free(text.bytes).  Begin with {0}; bytes is NULL until
 * something was appended, and ends with a zero. */
struct text {
    char *bytes;
    size_t length, room;
};
void text_append(struct text *text, const char *bytes, size_t length);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
