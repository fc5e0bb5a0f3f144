/*
 * native_runtime.c - what a program built by `murmel cc` is linked with in
 * place of the compiler's own thread sanitizer (libtsan): the functions that
 * -fsanitize=thread makes calls of.  Nothing else of Murmel is in that
 * program; each shared library built so has a copy of its own.
 *
 * An access to memory that nobody watches costs a look at one byte.
 */
#include "native.h"
#include "native_elsewhere.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HERE __builtin_return_address(0)
/* The linker takes these into the module, and gives them to nobody else. */
#define HOOK __attribute__((visibility("hidden"), used))

static const _Atomic uint8_t nothing[1];
static struct native_gate gate = {.pages = nothing};

static inline uint8_t page_of(uintptr_t address)
{
    return atomic_load_explicit(
        &gate.pages[(address >> NATIVE_PAGE_SHIFT) & gate.mask],
        memory_order_relaxed);
}

static inline bool is_watched(uintptr_t address)
{
    uint8_t page = page_of(address);

    if (page == 0 || page == NATIVE_ALL)
        return page != 0;
    return (atomic_load_explicit(&gate.maps[page * NATIVE_MAP_BYTES +
                                            (address >> 6) % NATIVE_MAP_BYTES],
                                 memory_order_relaxed) >>
                (address >> 3) % 8 &
            1) != 0;
}

static __attribute__((noinline)) void look(uintptr_t address, size_t size,
                                           const void *pc,
                                           enum record_access_kind kind)
{
    if (is_watched(address) || is_watched(address + size - 1) ||
        (size > 8 && is_watched(address + 8)))
        gate.seen(address, size, pc, kind);
}

/* Of up to 16 bytes. */
static inline __attribute__((always_inline)) void
access_to(const volatile void *place, size_t size, const void *pc,
          enum record_access_kind kind)
{
    uintptr_t address = (uintptr_t)place;

    if (__builtin_expect(page_of(address) != 0, 0))
        look(address, size, pc, kind);
}

/* The same where it may reach into the next page. */
static inline __attribute__((always_inline)) void
unaligned_to(const volatile void *place, size_t size, const void *pc,
             enum record_access_kind kind)
{
    uintptr_t address = (uintptr_t)place;

    if (__builtin_expect(page_of(address) != 0, 0) ||
        __builtin_expect(page_of(address + size - 1) != 0, 0))
        look(address, size, pc, kind);
}

static void range_to(const volatile void *place, size_t size, const void *pc,
                     enum record_access_kind kind)
{
    const uintptr_t page = (uintptr_t)1 << NATIVE_PAGE_SHIFT;
    uintptr_t at = (uintptr_t)place, end = at + size;

    /* by pages, and where some of one is watched by 8 bytes */
    while (at < end) {
        if (__builtin_expect(page_of(at) == 0, 1)) {
            at = (at | (page - 1)) + 1;
        } else if (is_watched(at)) {
            gate.seen((uintptr_t)place, size, pc, kind);
            return;
        } else {
            at = (at | 7) + 1;
        }
    }
}

/* ------------------------------------------------------- plain accesses */

#define PLAIN(size)                                                            \
    HOOK void __tsan_read##size(void *place);                                  \
    HOOK void __tsan_read##size(void *place)                                   \
    {                                                                          \
        access_to(place, size, HERE, ACCESSED_LOAD);                           \
    }                                                                          \
    HOOK void __tsan_write##size(void *place);                                 \
    HOOK void __tsan_write##size(void *place)                                  \
    {                                                                          \
        access_to(place, size, HERE, ACCESSED_STORE);                          \
    }                                                                          \
    HOOK void __tsan_volatile_read##size(void *place);                         \
    HOOK void __tsan_volatile_read##size(void *place)                          \
    {                                                                          \
        access_to(place, size, HERE, ACCESSED_POLL);                           \
    }                                                                          \
    HOOK void __tsan_volatile_write##size(void *place);                        \
    HOOK void __tsan_volatile_write##size(void *place)                         \
    {                                                                          \
        access_to(place, size, HERE, ACCESSED_ATOMIC);                         \
    }

#define UNALIGNED(size)                                                        \
    HOOK void __tsan_unaligned_read##size(void *place);                        \
    HOOK void __tsan_unaligned_read##size(void *place)                         \
    {                                                                          \
        unaligned_to(place, size, HERE, ACCESSED_LOAD);                        \
    }                                                                          \
    HOOK void __tsan_unaligned_write##size(void *place);                       \
    HOOK void __tsan_unaligned_write##size(void *place)                        \
    {                                                                          \
        unaligned_to(place, size, HERE, ACCESSED_STORE);                       \
    }                                                                          \
    HOOK void __tsan_unaligned_volatile_read##size(void *place);               \
    HOOK void __tsan_unaligned_volatile_read##size(void *place)                \
    {                                                                          \
        unaligned_to(place, size, HERE, ACCESSED_POLL);                        \
    }                                                                          \
    HOOK void __tsan_unaligned_volatile_write##size(void *place);              \
    HOOK void __tsan_unaligned_volatile_write##size(void *place)               \
    {                                                                          \
        unaligned_to(place, size, HERE, ACCESSED_ATOMIC);                      \
    }

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

HOOK void __tsan_read_range(void *place, size_t size);
HOOK void __tsan_read_range(void *place, size_t size)
{
    range_to(place, size, HERE, ACCESSED_LOAD);
}

HOOK void __tsan_write_range(void *place, size_t size);
HOOK void __tsan_write_range(void *place, size_t size)
{
    range_to(place, size, HERE, ACCESSED_STORE);
}

/* The pointer to a C++ object's table of virtual functions. */
HOOK void __tsan_vptr_read(void **place);
HOOK void __tsan_vptr_read(void **place)
{
    access_to(place, sizeof *place, HERE, ACCESSED_LOAD);
}

HOOK void __tsan_vptr_update(void **place, void *value);
HOOK void __tsan_vptr_update(void **place, void *value)
{
    if (*place != value)
        access_to(place, sizeof *place, HERE, ACCESSED_STORE);
}

/* ---------------------------------------------------------------- memory */

/* Compilers make most of these calls of the C library's: `murmel cc` links
 * with --wrap. */
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
void *__real___memcpy_chk(void *to, const void *from, size_t size, size_t room);
void *__real___memmove_chk(void *to, const void *from, size_t size,
                           size_t room);
void *__real___memset_chk(void *to, int byte, size_t size, size_t room);
ssize_t __real_write(int file, const void *from, size_t size);
size_t __real_fwrite(const void *from, size_t size, size_t count, FILE *file);

HOOK void *__tsan_memcpy(void *to, const void *from, size_t size);
HOOK void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memcpy(to, from, size);
}

HOOK void *__tsan_memmove(void *to, const void *from, size_t size);
HOOK void *__tsan_memmove(void *to, const void *from, size_t size)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memmove(to, from, size);
}

HOOK void *__tsan_memset(void *to, int byte, size_t size);
HOOK void *__tsan_memset(void *to, int byte, size_t size)
{
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memset(to, byte, size);
}

HOOK void *__wrap_memcpy(void *to, const void *from, size_t size);
HOOK void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memcpy(to, from, size);
}

HOOK void *__wrap_memmove(void *to, const void *from, size_t size);
HOOK void *__wrap_memmove(void *to, const void *from, size_t size)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memmove(to, from, size);
}

HOOK void *__wrap_memset(void *to, int byte, size_t size);
HOOK void *__wrap_memset(void *to, int byte, size_t size)
{
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real_memset(to, byte, size);
}

HOOK void *__wrap___memcpy_chk(void *to, const void *from, size_t size,
                               size_t room);
HOOK void *__wrap___memcpy_chk(void *to, const void *from, size_t size,
                               size_t room)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real___memcpy_chk(to, from, size, room);
}

HOOK void *__wrap___memmove_chk(void *to, const void *from, size_t size,
                                size_t room);
HOOK void *__wrap___memmove_chk(void *to, const void *from, size_t size,
                                size_t room)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real___memmove_chk(to, from, size, room);
}

HOOK void *__wrap___memset_chk(void *to, int byte, size_t size, size_t room);
HOOK void *__wrap___memset_chk(void *to, int byte, size_t size, size_t room)
{
    range_to(to, size, HERE, ACCESSED_STORE);
    return __real___memset_chk(to, byte, size, room);
}

HOOK ssize_t __wrap_write(int file, const void *from, size_t size);
HOOK ssize_t __wrap_write(int file, const void *from, size_t size)
{
    range_to(from, size, HERE, ACCESSED_LOAD);
    return __real_write(file, from, size);
}

HOOK size_t __wrap_fwrite(const void *from, size_t size, size_t count,
                          FILE *file);
HOOK size_t __wrap_fwrite(const void *from, size_t size, size_t count,
                          FILE *file)
{
    range_to(from, size * count, HERE, ACCESSED_LOAD);
    return __real_fwrite(from, size, count, file);
}

/* ------------------------------------------- what processes share besides */

/* From here on processes may order what they do by it. */
#define SHARES(function, type)                                                 \
    extern int __real_##function(type *attributes, int shared)                 \
        __attribute__((weak));                                                 \
    HOOK int __wrap_##function(type *attributes, int shared);                  \
    HOOK int __wrap_##function(type *attributes, int shared)                   \
    {                                                                          \
        if (shared == PTHREAD_PROCESS_SHARED)                                  \
            ordered_elsewhere(HERE);                                           \
        return __real_##function(attributes, shared);                          \
    }

static void ordered_elsewhere(const void *pc)
{
    if (gate.seen != NULL)
        gate.seen(0, 0, pc, ACCESSED_ELSEWHERE);
}

SHARES(pthread_mutexattr_setpshared, pthread_mutexattr_t)
SHARES(pthread_rwlockattr_setpshared, pthread_rwlockattr_t)
SHARES(pthread_barrierattr_setpshared, pthread_barrierattr_t)
SHARES(pthread_condattr_setpshared, pthread_condattr_t)

extern int __real_sem_init(sem_t *semaphore, int shared, unsigned value)
    __attribute__((weak));
HOOK int __wrap_sem_init(sem_t *semaphore, int shared, unsigned value);
HOOK int __wrap_sem_init(sem_t *semaphore, int shared, unsigned value)
{
    if (shared != 0)
        ordered_elsewhere(HERE);
    return __real_sem_init(semaphore, shared, value);
}

extern sem_t *__real_sem_open(const char *name, int flags, ...)
    __attribute__((weak));
HOOK sem_t *__wrap_sem_open(const char *name, int flags, ...);
HOOK sem_t *__wrap_sem_open(const char *name, int flags, ...)
{
    va_list arguments;
    unsigned mode = 0, value = 0;

    if ((flags & O_CREAT) != 0) {
        va_start(arguments, flags);
        mode = va_arg(arguments, unsigned);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    ordered_elsewhere(HERE);
    return __real_sem_open(name, flags, mode, value);
}

/* --------------------------------------------------------------- atomics */

/*
 * All are sequentially consistent, which is at least what the program asks
 * for; only stores that need not be are not, as that is dear.  One that takes
 * place is a store, as it is to MPI; one that only looks is a poll.
 */

#define FETCH(bits, type, name, operation)                                     \
    HOOK type __tsan_atomic##bits##_##name(volatile type *place, type value,   \
                                           int order);                         \
    HOOK type __tsan_atomic##bits##_##name(volatile type *place, type value,   \
                                           int order)                          \
    {                                                                          \
        (void)order;                                                           \
        access_to(place, sizeof *place, HERE, ACCESSED_ATOMIC);                \
        return operation(place, value, __ATOMIC_SEQ_CST);                      \
    }

#define EXCHANGE_IF(bits, type, name, weak)                                    \
    HOOK int __tsan_atomic##bits##_compare_exchange_##name(                    \
        volatile type *place, type *expected, type value, int order,           \
        int otherwise);                                                        \
    HOOK int __tsan_atomic##bits##_compare_exchange_##name(                    \
        volatile type *place, type *expected, type value, int order,           \
        int otherwise)                                                         \
    {                                                                          \
        int done = __atomic_compare_exchange_n(                                \
            place, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        (void)order;                                                           \
        (void)otherwise;                                                       \
        access_to(place, sizeof *place, HERE,                                  \
                  done ? ACCESSED_ATOMIC : ACCESSED_POLL);                     \
        return done;                                                           \
    }

#define ATOMICS(bits, type)                                                    \
    HOOK type __tsan_atomic##bits##_load(const volatile type *place,           \
                                         int order);                           \
    HOOK type __tsan_atomic##bits##_load(const volatile type *place,           \
                                         int order)                            \
    {                                                                          \
        (void)order;                                                           \
        access_to(place, sizeof *place, HERE, ACCESSED_POLL);                  \
        return __atomic_load_n(place, __ATOMIC_SEQ_CST);                       \
    }                                                                          \
    HOOK void __tsan_atomic##bits##_store(volatile type *place, type value,    \
                                          int order);                          \
    HOOK void __tsan_atomic##bits##_store(volatile type *place, type value,    \
                                          int order)                           \
    {                                                                          \
        access_to(place, sizeof *place, HERE, ACCESSED_ATOMIC);                \
        if (order == __ATOMIC_SEQ_CST)                                         \
            __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                  \
        else                                                                   \
            __atomic_store_n(place, value, __ATOMIC_RELEASE);                  \
    }                                                                          \
    FETCH(bits, type, exchange, __atomic_exchange_n)                           \
    FETCH(bits, type, fetch_add, __atomic_fetch_add)                           \
    FETCH(bits, type, fetch_sub, __atomic_fetch_sub)                           \
    FETCH(bits, type, fetch_and, __atomic_fetch_and)                           \
    FETCH(bits, type, fetch_or, __atomic_fetch_or)                             \
    FETCH(bits, type, fetch_xor, __atomic_fetch_xor)                           \
    FETCH(bits, type, fetch_nand, __atomic_fetch_nand)                         \
    EXCHANGE_IF(bits, type, strong, false)                                     \
    EXCHANGE_IF(bits, type, weak, true)                                        \
    HOOK type __tsan_atomic##bits##_compare_exchange_val(                      \
        volatile type *place, type expected, type value, int order,            \
        int otherwise);                                                        \
    HOOK type __tsan_atomic##bits##_compare_exchange_val(                      \
        volatile type *place, type expected, type value, int order,            \
        int otherwise)                                                         \
    {                                                                          \
        int done =                                                             \
            __atomic_compare_exchange_n(place, &expected, value, false,        \
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
        (void)order;                                                           \
        (void)otherwise;                                                       \
        access_to(place, sizeof *place, HERE,                                  \
                  done ? ACCESSED_ATOMIC : ACCESSED_POLL);                     \
        return expected;                                                       \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#if defined __SIZEOF_INT128__ && defined __x86_64__
/* By cmpxchg16b alone (-mcx16): libatomic may not be there. */
__extension__ typedef unsigned __int128 uint128;

#define FETCH_128(name, expression)                                            \
    HOOK uint128 __tsan_atomic128_##name(volatile uint128 *place,              \
                                         uint128 value, int order);            \
    HOOK uint128 __tsan_atomic128_##name(volatile uint128 *place,              \
                                         uint128 value, int order)             \
    {                                                                          \
        uint128 old = *place, seen;                                            \
                                                                               \
        (void)order;                                                           \
        access_to(place, sizeof *place, HERE, ACCESSED_ATOMIC);                \
        while ((seen = __sync_val_compare_and_swap(place, old, expression)) != \
               old)                                                            \
            old = seen;                                                        \
        return old;                                                            \
    }

FETCH_128(exchange, value)
FETCH_128(fetch_add, old + value)
FETCH_128(fetch_sub, old - value)
FETCH_128(fetch_and, old &value)
FETCH_128(fetch_or, old | value)
FETCH_128(fetch_xor, old ^ value)
FETCH_128(fetch_nand, ~(old &value))

HOOK uint128 __tsan_atomic128_load(const volatile uint128 *place, int order);
HOOK uint128 __tsan_atomic128_load(const volatile uint128 *place, int order)
{
    (void)order;
    access_to(place, sizeof *place, HERE, ACCESSED_POLL);
    return __sync_val_compare_and_swap((volatile uint128 *)place, 0, 0);
}

HOOK void __tsan_atomic128_store(volatile uint128 *place, uint128 value,
                                 int order);
HOOK void __tsan_atomic128_store(volatile uint128 *place, uint128 value,
                                 int order)
{
    __tsan_atomic128_exchange(place, value, order);
}

HOOK uint128 __tsan_atomic128_compare_exchange_val(volatile uint128 *place,
                                                   uint128 expected,
                                                   uint128 value, int order,
                                                   int otherwise);
HOOK uint128 __tsan_atomic128_compare_exchange_val(volatile uint128 *place,
                                                   uint128 expected,
                                                   uint128 value, int order,
                                                   int otherwise)
{
    uint128 old = __sync_val_compare_and_swap(place, expected, value);

    (void)order;
    (void)otherwise;
    access_to(place, sizeof *place, HERE,
              old == expected ? ACCESSED_ATOMIC : ACCESSED_POLL);
    return old;
}

#define EXCHANGE_IF_128(name)                                                  \
    HOOK int __tsan_atomic128_compare_exchange_##name(                         \
        volatile uint128 *place, uint128 *expected, uint128 value, int order,  \
        int otherwise);                                                        \
    HOOK int __tsan_atomic128_compare_exchange_##name(                         \
        volatile uint128 *place, uint128 *expected, uint128 value, int order,  \
        int otherwise)                                                         \
    {                                                                          \
        uint128 old = __sync_val_compare_and_swap(place, *expected, value);    \
        bool done = old == *expected;                                          \
                                                                               \
        (void)order;                                                           \
        (void)otherwise;                                                       \
        access_to(place, sizeof *place, HERE,                                  \
                  done ? ACCESSED_ATOMIC : ACCESSED_POLL);                     \
        *expected = old;                                                       \
        return done;                                                           \
    }

EXCHANGE_IF_128(strong)
EXCHANGE_IF_128(weak)
#endif

HOOK void __tsan_atomic_thread_fence(int order);
HOOK void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    atomic_thread_fence(memory_order_seq_cst);
}

HOOK void __tsan_atomic_signal_fence(int order);
HOOK void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    atomic_signal_fence(memory_order_seq_cst);
}

/* ------------------------------------------------------------- the others */

/* `murmel cc` asks compilers to leave these out, but other objects may have
 * them. */
HOOK void __tsan_func_entry(void *pc);
HOOK void __tsan_func_entry(void *pc)
{
    (void)pc;
}

HOOK void __tsan_func_exit(void);
HOOK void __tsan_func_exit(void)
{
}

/* Each object file calls it before main. */
HOOK void __tsan_init(void);
HOOK void __tsan_init(void)
{
    murmel_native_join_function *join;
    const struct native_gate *found;
    void *symbol;

    if (gate.seen != NULL)
        return;
    symbol = dlsym(RTLD_DEFAULT, "murmel_native_join");
    if (symbol == NULL)
        return;
    memcpy(&join, &symbol, sizeof join);
    found = join(NATIVE_VERSION);
    if (found == NULL)
        return;
    gate = *found;
    if (native_has_means())
        ordered_elsewhere(HERE);
}
