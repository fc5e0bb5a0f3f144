/*
 * The runtime of programs built by `murmel cc` and what the client notes of
 * their loads and stores.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "libcheck/native.h"
#include "libcheck/native_elsewhere.h"
#include "libcheck/site.h"
#include "libcheck/tasks.h"
#include "libcheck/thread.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------- what the client else brings */

_Atomic bool observe_on = true;
__thread struct thread *thread_current;

static struct thread own_thread;
static uint64_t ring[16384];
static char text[1 << 16];
static unsigned records;

struct thread *thread_create(void)
{
    return thread_current = &own_thread;
}

struct record *thread_reserve(struct thread *thread, enum record_kind kind,
                              size_t bytes)
{
    (void)thread;
    assert_int_equal(kind, RECORD_ACCESSED);
    assert_true(bytes <= sizeof ring - sizeof(struct record));
    return (struct record *)ring;
}

static char *base; /* addresses are told as offsets from it */

void thread_publish(struct thread *thread, struct record *record)
{
    const struct record_accessed *accessed = (const void *)record->words;
    size_t length = strlen(text);

    (void)thread;
    records++;
    for (uint32_t i = 0; i < accessed->count && length < sizeof text - 64; i++)
        length += (size_t)sprintf(
            text + length, "%c%ld-%ld ", "LSPAE"[accessed->accesses[i].kind],
            (long)(accessed->accesses[i].low - (uintptr_t)base),
            (long)(accessed->accesses[i].high - (uintptr_t)base));
}

uint32_t site_within(struct thread *thread, const void *return_address,
                     const void *const *callers, unsigned count)
{
    (void)thread;
    assert_non_null(return_address);
    assert_null(callers);
    assert_int_equal(count, 0);
    return 1;
}

bool tasks_is_foreign(uint32_t task)
{
    (void)task;
    return false;
}

/* ------------------------------------------------ what the program has */

bool native_has_means(void)
{
    return true;
}

/* -------------------------------------------- what the compiler would call */

void __tsan_init(void);
void __tsan_read1(void *place);
void __tsan_read4(void *place);
void __tsan_read8(void *place);
void __tsan_read16(void *place);
void __tsan_write4(void *place);
void __tsan_write8(void *place);
void __tsan_volatile_read4(void *place);
void __tsan_unaligned_write8(void *place);
void __tsan_read_range(void *place, size_t size);
uint32_t __tsan_atomic32_fetch_add(volatile uint32_t *place, uint32_t value,
                                   int order);
uint32_t __tsan_atomic32_load(const volatile uint32_t *place, int order);
void __tsan_atomic32_store(volatile uint32_t *place, uint32_t value, int order);
int __tsan_atomic32_compare_exchange_strong(volatile uint32_t *place,
                                            uint32_t *expected, uint32_t value,
                                            int order, int otherwise);
uint8_t __tsan_atomic8_fetch_nand(volatile uint8_t *place, uint8_t value,
                                  int order);

static void expect(const char *expected)
{
    native_tell(&own_thread);
    assert_string_equal(text, expected);
    text[0] = '\0';
}

static int setup(void **state)
{
    (void)state;
    base = aligned_alloc(4096, 64 * 4096);
    if (base == NULL)
        return -1;
    memset(base, 0, 64 * 4096);
    __tsan_init();
    text[0] = '\0';
    records = 0;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(base);
    return 0;
}

/* ------------------------------------------------------------------ tests */

/* That the program has means to put processes in order is told with the first
 * record, and once: the runtime joins but once. */
static void only_what_is_watched(void **state)
{
    struct native_area *area;
    char *own_base;

    (void)state;
    own_base = base;
    base = (char *)1;
    expect("E0-1 ");
    base = own_base;
    __tsan_write4(base + 16);
    expect("");
    area = native_watch((uintptr_t)base + 16, (uintptr_t)base + 24);
    __tsan_write4(base + 16);
    __tsan_read1(base + 23);
    __tsan_volatile_read4(base + 20);
    __tsan_write8(base + 8);  /* before it */
    __tsan_write8(base + 24); /* behind it, in the same page */
    __tsan_read8(base + 4096);
    __tsan_read16(base + 8); /* reaches into it */
    __tsan_unaligned_write8(base + 12);
    expect("S16-20 L23-24 P20-24 L8-24 S12-20 ");
    native_unwatch(area);
    __tsan_write4(base + 16);
    expect("");
}

static void neighbours_are_one(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base, (uintptr_t)base + 800);

    (void)state;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 100; i++)
            __tsan_read8(base + 8 * i);
    expect("L0-800 ");
    native_unwatch(area);
}

static void many_pages(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base + 4000, (uintptr_t)base + 50 * 4096 + 8);
    struct native_area *inner = native_watch((uintptr_t)base + 20 * 4096,
                                             (uintptr_t)base + 20 * 4096 + 8);

    (void)state;
    __tsan_read8(base + 3992);
    __tsan_read8(base + 4000);
    __tsan_write8(base + 20 * 4096 + 128);
    __tsan_read4(base + 50 * 4096 + 4);
    __tsan_read8(base + 50 * 4096 + 8);
    __tsan_read_range(base, 4096);
    expect("L4000-4008 S82048-82056 L204804-204808 L0-4096 ");
    native_unwatch(area);
    __tsan_write8(base + 20 * 4096 + 128);
    __tsan_write8(base + 20 * 4096);
    expect("S81920-81928 ");
    native_unwatch(inner);
    __tsan_write8(base + 20 * 4096);
    expect("");
}

/* Overlapping areas: one goes, what the other watches stays. */
static void overlapping(void **state)
{
    struct native_area *one =
        native_watch((uintptr_t)base, (uintptr_t)base + 64);
    struct native_area *other =
        native_watch((uintptr_t)base + 32, (uintptr_t)base + 96);

    (void)state;
    native_unwatch(one);
    __tsan_write8(base);
    __tsan_write8(base + 32);
    expect("S32-40 ");
    native_unwatch(other);
}

static void atomics(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base, (uintptr_t)base + 64);
    uint32_t *word = (uint32_t *)(void *)base, expected = 7;

    (void)state;
    __tsan_atomic32_store(word, 5, __ATOMIC_RELAXED);
    assert_int_equal(__tsan_atomic32_fetch_add(word, 3, __ATOMIC_SEQ_CST), 5);
    assert_int_equal(__tsan_atomic32_load(word, __ATOMIC_ACQUIRE), 8);
    assert_false(__tsan_atomic32_compare_exchange_strong(
        word, &expected, 9, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert_int_equal(expected, 8);
    assert_true(__tsan_atomic32_compare_exchange_strong(
        word, &expected, 9, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert_int_equal(*word, 9);
    base[8] = 0x0c;
    assert_int_equal(__tsan_atomic8_fetch_nand((uint8_t *)base + 8, 0x0a, 0),
                     0x0c);
    assert_int_equal((uint8_t)base[8], 0xf7);
    expect("A0-4 A0-4 P0-4 P0-4 A0-4 A8-9 ");
    native_unwatch(area);
}

static void copies(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base + 100, (uintptr_t)base + 300);
    volatile size_t size = 50; /* so that it is a call */
    char other[64] = "";

    (void)state;
    memcpy(other, base + 110, size);
    memmove(base + 200, base + 500, size);
    memset(base + 250, 0, size);
    memset(base + 1000, 0, size);
    assert_memory_equal(other, base + 110, 50); /* not to be left out */
    expect("L110-160 S200-250 S250-300 ");
    native_unwatch(area);
}

/* What does not fit is told at once, in the order in which it was. */
static void no_room(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base, (uintptr_t)base + 32 * 4096);

    (void)state;
    for (int i = 0; i < 1500; i++)
        __tsan_read4(base + 64 * i);
    assert_int_equal(records, 1);
    native_tell(&own_thread);
    assert_int_equal(records, 2);
    assert_int_equal(strncmp(text, "L0-4 L64-68 ", 12), 0);
    assert_non_null(strstr(text, "L95936-95940 "));
    native_unwatch(area);
}

static void nobody_listens(void **state)
{
    struct native_area *area =
        native_watch((uintptr_t)base, (uintptr_t)base + 64);

    (void)state;
    atomic_store(&observe_on, false);
    __tsan_write4(base);
    atomic_store(&observe_on, true);
    thread_create()->busy = true; /* in a signal handler */
    __tsan_write4(base);
    own_thread.busy = false;
    own_thread.depth = 1; /* in a callback of MPI */
    __tsan_write4(base);
    own_thread.depth = 0;
    expect("");
    native_unwatch(area);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(only_what_is_watched),
        TEST(neighbours_are_one),
        TEST(many_pages),
        TEST(overlapping),
        TEST(atomics),
        TEST(copies),
        TEST(no_room),
        TEST(nobody_listens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
