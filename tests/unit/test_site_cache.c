/* Which kept stack is found where: only the one that the thread has. */
#include "libcheck/site_cache.h"

#include "libcheck/arena.h"
#include "libcheck/pass_over.h"
#include "libcheck/stack.h"

#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cmocka.h>

/* Nothing is passed over. */
uint64_t pass_over_undo(void)
{
    return 0;
}

void pass_over_redo(uint64_t undone)
{
    (void)undone;
}

#define DEPTHS 20

/* So that a loop stays one, with one place for each call in it. */
static volatile int rounds = 2;

static struct site_cache cache;

/* Where the call was made that returns there, if its stack is kept; keeps it
 * else, with that number. */
static __attribute__((noinline)) uint32_t call(uint32_t number)
{
    struct site_key key = {__builtin_return_address(0),
                           __builtin_frame_address(0), 0};
    uint32_t found = site_cache_find(&cache, key);
    void *frames[STACK_FRAMES_MAX];
    int count = stack_here(frames), first = 0;

    while (first < count && frames[first] != key.return_address)
        first++;
    assert_true(first < count);
    if (found == 0)
        site_cache_keep(&cache, key, number, frames + first, count - first);
    return found;
}

static __attribute__((noinline)) uint32_t library(uint32_t number)
{
    uint32_t found = call(number);

    __asm__ volatile("" : "+r"(found)); /* no tail call */
    return found;
}

static __attribute__((noinline)) uint32_t deeper(int depth, uint32_t number)
{
    uint32_t found = depth == 0 ? library(number) : deeper(depth - 1, number);

    __asm__ volatile("" : "+r"(found));
    return found;
}

/* Two lines of one function call the same function: at the innermost frame
 * all is the same. */
static __attribute__((noinline)) void two_lines(uint32_t found[2])
{
    found[0] = library(1);
    found[1] = library(2);
}

static void tells_callers_apart(void **state)
{
    uint32_t found[2][2];

    (void)state;
    for (int round = 0; round < rounds; round++)
        two_lines(found[round]);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(found[round][0], round == 0 ? 0 : 1);
        assert_int_equal(found[round][1], round == 0 ? 0 : 2);
    }
}

static void tells_depths_apart(void **state)
{
    uint32_t found[2][DEPTHS];

    (void)state;
    for (int round = 0; round < rounds; round++)
        for (int depth = 0; depth < DEPTHS; depth++)
            found[round][depth] = deeper(depth, (uint32_t)(100 + depth));
    for (int depth = 0; depth < DEPTHS; depth++) {
        assert_int_equal(found[0][depth], 0);
        assert_int_equal(found[1][depth], 100 + depth);
    }
}

/* Calls from the same address in the stack, wherever its caller's frame is. */
static __attribute__((noinline)) uint32_t fills_up(uintptr_t to,
                                                   uint32_t number)
{
    volatile char here = 0;
    volatile char *filling = alloca((uintptr_t)&here - to);
    uint32_t found;

    filling[0] = here;
    found = library(number);
    filling[0] = here;
    return found;
}

static __attribute__((noinline)) uint32_t near(uintptr_t to, uint32_t number)
{
    uint32_t found = fills_up(to, number);

    __asm__ volatile("" : "+r"(found));
    return found;
}

/* What near() left in the stack stays as it is. */
static __attribute__((noinline)) uint32_t far(uintptr_t to, uint32_t number)
{
    volatile char room[4096];
    uint32_t found;

    room[0] = 0;
    found = fills_up(to, number);
    return found + (uint32_t)room[0];
}

static void tells_sizes_apart(void **state)
{
    uint32_t (*const functions[])(uintptr_t, uint32_t) = {near, far, near, far};
    static const uint32_t expected[] = {0, 0, 1, 2};
    uintptr_t to = (uintptr_t)__builtin_frame_address(0) - 16384;

    (void)state;
    for (int i = 0; i < 2 * rounds; i++)
        assert_int_equal(functions[i](to & ~(uintptr_t)63, (uint32_t)i + 1),
                         expected[i]);
}

#define LARGE ((size_t)256 * 1024)
#define SMALL ((size_t)64 * 1024)

static struct {
    ucontext_t caller, context;
    char *stack;
    uint32_t found;
} coroutine;

static void run_coroutine(void)
{
    coroutine.found = fills_up((uintptr_t)coroutine.stack + SMALL / 2, 9);
}

static uint32_t found_on_stack(size_t size)
{
    assert_int_equal(getcontext(&coroutine.context), 0);
    coroutine.context.uc_stack.ss_sp = coroutine.stack;
    coroutine.context.uc_stack.ss_size = size;
    coroutine.context.uc_link = &coroutine.caller;
    makecontext(&coroutine.context, run_coroutine, 0);
    assert_int_equal(swapcontext(&coroutine.caller, &coroutine.context), 0);
    return coroutine.found;
}

/* The place of the outer frames is gone: nothing may be read there. */
static void stack_becomes_smaller(void **state)
{
    (void)state;
    coroutine.stack = mmap(NULL, LARGE, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(coroutine.stack, MAP_FAILED);
    assert_int_equal(found_on_stack(LARGE), 0);
    assert_int_equal(found_on_stack(LARGE), 9);
    assert_int_equal(
        mprotect(coroutine.stack + SMALL, LARGE - SMALL, PROT_NONE), 0);
    assert_int_equal(found_on_stack(SMALL), 0);
    assert_int_equal(found_on_stack(SMALL), 9);
    munmap(coroutine.stack, LARGE);
}

static void forgets_all(void **state)
{
    uint32_t found[2];

    (void)state;
    for (int i = 0; i < rounds; i++) {
        found[i] = library(7);
        site_cache_clear(&cache);
    }
    assert_int_equal(found[0], 0);
    assert_int_equal(found[1], 0);
}

static void *returned_to;

static __attribute__((noinline)) uint32_t remembers_return(uint32_t number)
{
    uint32_t found = library(number);

    returned_to = __builtin_return_address(0);
    return found;
}

static void frame_has_its_variables(void **state)
{
    uint64_t end = (uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *);
    volatile char first[64], last;
    struct record_frame frame = {0, 0};

    (void)state;
    first[0] = last = 0;
    remembers_return(11);
    assert_true(site_cache_has(&cache, (uintptr_t)&last));
    assert_true(site_cache_frame_of(&cache, (uintptr_t)first, &frame));
    assert_int_equal(frame.address, (uintptr_t)returned_to);
    assert_int_equal(frame.end, end);
    frame = (struct record_frame){0, 0};
    assert_true(site_cache_frame_of(&cache, (uintptr_t)&last, &frame));
    assert_int_equal(frame.address, (uintptr_t)returned_to);
    assert_int_equal(frame.end, end);
}

static void frame_of_other_memory_is_none(void **state)
{
    struct record_frame frame;
    static char other;
    char *heap = malloc(16);

    (void)state;
    library(12);
    assert_false(site_cache_has(&cache, (uintptr_t)&other));
    assert_false(site_cache_has(&cache, (uintptr_t)heap));
    assert_false(site_cache_frame_of(&cache, 0, &frame));
    free(heap);
    site_cache_clear(&cache);
    assert_false(site_cache_has(&cache, (uintptr_t)&frame));
    assert_false(site_cache_frame_of(&cache, (uintptr_t)&frame, &frame));
}

static int setup(void **state)
{
    (void)state;
    site_cache_clear(&cache);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    stack_init();
    return 0;
}

/* A variable ends before where its function returns to. */
static __attribute__((noinline)) void look_at_end(void)
{
    char variable[64];
    uint64_t low = (uintptr_t)variable, end = 0;

    __asm__ volatile("" : : "r"(variable) : "memory");
    call(77);
    assert_false(
        site_cache_frame_ends(&cache, low, low + sizeof variable, &end));
    assert_true(site_cache_frame_ends(&cache, low, low + 4096, &end));
    assert_true(end >= low + sizeof variable);
    assert_true(end <= (uintptr_t)__builtin_frame_address(0) + 8);
    assert_false(site_cache_frame_ends(&cache, low, end, &end));
    assert_false(site_cache_frame_ends(&cache, 4096, 8192, &end));
    site_cache_clear(&cache);
    assert_false(site_cache_frame_ends(&cache, low, low + 4096, &end));
}

static void frame_ends(void **state)
{
    (void)state;
    look_at_end();
}

int main(void)
{
#if defined(__x86_64__)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(tells_callers_apart, setup),
        cmocka_unit_test_setup(tells_depths_apart, setup),
        cmocka_unit_test_setup(tells_sizes_apart, setup),
        cmocka_unit_test_setup(stack_becomes_smaller, setup),
        cmocka_unit_test_setup(forgets_all, setup),
        cmocka_unit_test_setup(frame_ends, setup),
        cmocka_unit_test_setup(frame_has_its_variables, setup),
        cmocka_unit_test_setup(frame_of_other_memory_is_none, setup),
    };

    return cmocka_run_group_tests(tests, begin, NULL);
#else
    (void)begin;
    print_message("skipped: where return addresses lie is known on x86-64\n");
    return 77;
#endif
}
