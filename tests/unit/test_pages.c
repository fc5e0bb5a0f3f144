/*
 * Pages that the process has stored into; skipped where the kernel does not
 * tell.
 */
#include "libcheck/pages.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static size_t size;
static volatile char *memory;

static uint64_t at(size_t offset)
{
    return (uintptr_t)memory + offset;
}

static int map(int how)
{
    size = (size_t)sysconf(_SC_PAGESIZE);
    memory = mmap(NULL, 8 * size, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS,
                  -1, 0);
    return memory == MAP_FAILED ? -1 : 0;
}

static int map_private(void **state)
{
    (void)state;
    return map(MAP_PRIVATE);
}

static int map_shared(void **state)
{
    (void)state;
    return map(MAP_SHARED);
}

static int unmap(void **state)
{
    (void)state;
    return munmap((void *)memory, 8 * size);
}

/* All but the first 100 bytes, so that the first page does not count. */
static void watch(struct pages *pages)
{
    if (!pages_watch(pages, at(100), at(8 * size)))
        skip();
    assert_int_equal(pages->low, at(size));
    assert_int_equal(pages->high, at(8 * size));
    assert_true(pages_clean(pages));
}

static void test_stores(void **state)
{
    struct pages pages;
    uint64_t low, high;
    int pipes[2];

    (void)state;
    watch(&pages);
    assert_false(pages_stored(&pages, &low, &high));
    memory[0] = memory[200] = 1; /* beside them */
    assert_int_equal(memory[2 * size], 0);
    assert_false(pages_stored(&pages, &low, &high));
    memory[2 * size] = 0; /* as it was */
    memory[5 * size - 1] = 1;
    assert_true(pages_stored(&pages, &low, &high));
    assert_int_equal(low, at(2 * size));
    assert_int_equal(high, at(5 * size));
    assert_true(pages_clean(&pages));
    assert_false(pages_stored(&pages, &low, &high));
    assert_int_equal(memory[5 * size - 1], 1);
    /* a system call stores there, as if nothing were */
    assert_int_equal(pipe(pipes), 0);
    assert_int_equal(write(pipes[1], "murmel", 6), 6);
    assert_int_equal(read(pipes[0], (void *)&memory[7 * size], 6), 6);
    assert_memory_equal((const void *)&memory[7 * size], "murmel", 6);
    assert_true(pages_stored(&pages, &low, &high));
    assert_int_equal(low, at(7 * size));
    close(pipes[0]);
    close(pipes[1]);
    pages_unwatch(&pages);
}

/* A forked process stores into memory of its own, or of both: neither is a
 * store of this one. */
static void test_fork(void **state)
{
    struct pages pages;
    uint64_t low, high;
    int status;
    pid_t child;

    (void)state;
    watch(&pages);
    child = fork();
    if (child == 0) {
        memset((void *)memory, 7, 8 * size);
        _exit(memory[3 * size] == 7 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(pages_stored(&pages, &low, &high));
    memory[3 * size] = memory[3 * size];
    assert_true(pages_stored(&pages, &low, &high));
    assert_int_equal(low, at(3 * size));
    pages_unwatch(&pages);
}

/* What the application maps anew, or protects, is its own business. */
static void test_mapped_anew(void **state)
{
    struct pages pages;
    uint64_t low, high;

    (void)state;
    watch(&pages);
    mprotect((void *)&memory[2 * size], size, PROT_READ);
    mprotect((void *)&memory[2 * size], size, PROT_READ | PROT_WRITE);
    assert_false(pages_stored(&pages, &low, &high));
    assert_true(mmap((void *)&memory[3 * size], size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                     0) == &memory[3 * size]);
    memory[3 * size] = 1;
    assert_false(pages_stored(&pages, &low, &high));
    pages_unwatch(&pages);
}

/* Whoever else asks the kernel to watch some of them is given all. */
static void test_yields(void **state)
{
    struct uffdio_api api = {.api = UFFD_API};
    struct uffdio_register range = {.mode = UFFDIO_REGISTER_MODE_WP};
    struct pages pages;
    uint64_t low, high;
    int faults;

    (void)state;
    watch(&pages);
    faults = (int)syscall(SYS_userfaultfd,
                          O_CLOEXEC | O_NONBLOCK | 1 /* UFFD_USER_MODE_ONLY */);
    assert_int_equal(ioctl(faults, UFFDIO_API, &api), 0);
    range.range.start = at(2 * size);
    range.range.len = (uint64_t)size;
    assert_int_equal(ioctl(faults, UFFDIO_REGISTER, &range), 0);
    assert_int_equal(pages.high, 0);
    memory[3 * size] = 1;
    assert_false(pages_stored(&pages, &low, &high));
    assert_false(pages_clean(&pages));
    assert_false(pages_watch(&pages, at(100), at(8 * size)));
    assert_int_equal(ioctl(faults, UFFDIO_UNREGISTER, &range.range), 0);
    close(faults);
    watch(&pages);
    assert_int_not_equal(ioctl(-1, UFFDIO_REGISTER, &range), 0);
    pages_unwatch(&pages);
}

static void test_no_page(void **state)
{
    struct pages pages;

    (void)state;
    assert_false(pages_watch(&pages, at(1), at(2 * size - 1)));
    assert_false(pages_watch(&pages, at(0), at(0)));
    pages_unwatch(&pages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stores, map_private, unmap),
        cmocka_unit_test_setup_teardown(test_stores, map_shared, unmap),
        cmocka_unit_test_setup_teardown(test_fork, map_private, unmap),
        cmocka_unit_test_setup_teardown(test_fork, map_shared, unmap),
        cmocka_unit_test_setup_teardown(test_mapped_anew, map_private, unmap),
        cmocka_unit_test_setup_teardown(test_mapped_anew, map_shared, unmap),
        cmocka_unit_test_setup_teardown(test_yields, map_private, unmap),
        cmocka_unit_test_setup_teardown(test_no_page, map_private, unmap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
