/*
 * What wrappers do with client.h, and what a checker finds in the rings then.
 * The connection and the dispatcher are replaced here.
 */
#include "libcheck/client.h"
#include "libcheck/connect.h"
#include "libcheck/dispatch.h"
#include "libcheck/modules.h"
#include "libcheck/observe.h"
#include "libcheck/process.h"
#include "libcheck/stack.h"
#include "libcheck/tasks.h"
#include "libcheck/thread.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define RINGS_MAX 16

/* A ring as the checker has it. */
struct reader {
    struct ring_header *header;
    const char *data;
    uint64_t tail;
};

static struct reader readers[RINGS_MAX];
static _Atomic unsigned reader_count; /* threads open rings at once */
static uint64_t next_order;
static const void *foreign; /* an address in the "MPI" */

/* ------------------------------------------------ what is replaced */

_Atomic bool observe_on;

void observe_stop(const char *why)
{
    (void)why;
    atomic_store(&observe_on, false);
}

int connect_send_ring(uint32_t thread, uint32_t number, int fd)
{
    unsigned index = atomic_fetch_add(&reader_count, 1);
    struct reader *reader = &readers[index < RINGS_MAX ? index : 0];
    struct ring_header header;

    (void)thread;
    (void)number;
    if (index >= RINGS_MAX ||
        pread(fd, &header, sizeof header, 0) != sizeof header)
        return -1;
    reader->header = mmap(NULL, RING_HEADER_SIZE + header.data_size,
                          PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (reader->header == MAP_FAILED)
        return -1;
    reader->data = (const char *)reader->header + RING_HEADER_SIZE;
    reader->tail = 0;
    return 0;
}

bool connect_is_relayed(void)
{
    return false;
}

void connect_finalize(void)
{
}

void connect_finalized(void)
{
}

bool dispatch_is_conversion(unsigned id)
{
    return id == 99;
}

void process_watch_signals(void)
{
}

bool process_handles_faults(void)
{
    return false;
}

void process_tell_handlers(struct thread *thread)
{
    (void)thread;
}

void tasks_init_ends(struct thread *thread)
{
    (void)thread;
}

void tasks_init_begins(void)
{
}

bool tasks_is_foreign(uint32_t task)
{
    (void)task;
    return false;
}

void tasks_record(struct thread *thread)
{
    (void)thread;
}

/* --------------------------------------------------------- reading */

/* The process's next record, from whichever ring has it; NULL: none. */
static const struct record *next_record(void)
{
    for (unsigned i = 0; i < reader_count; i++) {
        struct reader *reader = &readers[i];
        const struct record *record =
            (const struct record *)(reader->data + reader->tail);

        if (reader->tail == atomic_load(&reader->header->head) ||
            record->order != next_order)
            continue;
        reader->tail += record->size;
        next_order++;
        return record;
    }
    return NULL;
}

/* The next one that is not of these kinds (1 << kind). */
static const struct record *next_but(unsigned kinds)
{
    const struct record *record;

    do {
        record = next_record();
    } while (record != NULL && (kinds & 1U << record->kind) != 0);
    return record;
}

#define ENTER_OR_EXIT                                                          \
    (1U << RECORD_SITE | 1U << RECORD_MODULE | 1U << RECORD_RING)

static int start(void **state)
{
    (void)state;
    atomic_store(&observe_on, true);
    while (next_record() != NULL)
        ;
    return 0;
}

/* ----------------------------------------------------- a "wrapper" */

static __attribute__((noinline)) bool
wrapper(unsigned id, const void *from, void (*callback)(void), size_t bytes)
{
    struct murmel_call call;
    uint64_t *words;

    if (!murmel_call_begins(&call, id, from))
        return false;
    words = murmel_enter(&call, bytes);
    if (words != NULL) {
        words[0] = id;
        murmel_publish(&call);
    }
    if (callback != NULL)
        callback();
    words = murmel_exit(&call, 8);
    if (words != NULL) {
        words[0] = 0;
        murmel_publish(&call);
    }
    murmel_call_ends(&call);
    return true;
}

/* A function of the MPI, as the application sees it. */
static __attribute__((noinline)) bool call_mpi(unsigned id,
                                               void (*callback)(void))
{
    return wrapper(id, __builtin_return_address(0), callback, 8);
}

/* ----------------------------------------------------------- tests */

static void a_call_is_two_records(void **state)
{
    const struct record *record;

    (void)state;
    assert_true(call_mpi(7, NULL));
    record = next_but(ENTER_OR_EXIT);
    assert_non_null(record);
    assert_int_equal(record->kind, RECORD_ENTER);
    assert_int_equal(record->call, 7);
    assert_int_equal(record->words[0], 7);
    assert_int_equal(record->depth, 0);
    assert_int_equal(record->flags, 0);
    assert_int_not_equal(record->site, 0);
    record = next_but(ENTER_OR_EXIT);
    assert_non_null(record);
    assert_int_equal(record->kind, RECORD_EXIT);
    assert_null(next_record());
}

static void a_site_is_told_once_and_before(void **state)
{
    const struct record *record;
    uint32_t site = 0;

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(call_mpi(7, NULL));
    record = next_but(1U << RECORD_MODULE);
    assert_non_null(record);
    assert_int_equal(record->kind, RECORD_SITE);
    site = (uint32_t)record->words[0];
    for (int i = 0; i < 3; i++) {
        record = next_record();
        assert_int_equal(record->kind, RECORD_ENTER);
        assert_int_equal(record->site, site);
        record = next_record();
        assert_int_equal(record->kind, RECORD_EXIT);
    }
    assert_true(call_mpi(7, NULL));
    record = next_record();
    assert_int_equal(record->kind, RECORD_SITE);
    assert_int_not_equal((uint32_t)record->words[0], site);
}

static void a_site_begins_in_the_application(void **state)
{
    const struct record *record;
    const struct record_site *site;
    const struct module *module;

    (void)state;
    assert_true(call_mpi(7, NULL));
    record = next_but(1U << RECORD_MODULE);
    assert_int_equal(record->kind, RECORD_SITE);
    site = (const struct record_site *)record->words;
    assert_true(site->frame_count >= 2);
    assert_true(site->frames[0] > (uintptr_t)&a_site_begins_in_the_application);
    assert_true(site->frames[0] <
                (uintptr_t)&a_site_begins_in_the_application + 512);
    module = modules_find(modules_current(), site->frames[0]);
    assert_int_equal(module->role, MODULE_APPLICATION);
}

static void calls_of_the_mpi_are_not_recorded(void **state)
{
    (void)state;
    assert_false(wrapper(7, foreign, NULL, 8));
    assert_null(next_but(1U << RECORD_MODULE));
}

static void call_again(void)
{
    assert_true(call_mpi(8, NULL));
}

static void callbacks_are_marked(void **state)
{
    const struct record *record;

    (void)state;
    assert_true(call_mpi(7, call_again));
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->call, 7);
    assert_int_equal(record->depth, 0);
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->call, 8);
    assert_int_equal(record->kind, RECORD_ENTER);
    assert_int_equal(record->depth, 1);
    assert_int_equal(record->flags, RECORD_CALLBACK);
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->kind, RECORD_EXIT);
    assert_int_equal(record->depth, 1);
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->kind, RECORD_EXIT);
    assert_int_equal(record->depth, 0);
}

static jmp_buf out;

static void jump_out(void)
{
    longjmp(out, 1);
}

static void a_call_left_by_a_jump_is_over(void **state)
{
    const struct record *record;

    (void)state;
    if (setjmp(out) == 0)
        call_mpi(7, jump_out);
    assert_true(call_mpi(8, NULL));
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->call, 7);
    record = next_but(ENTER_OR_EXIT);
    assert_int_equal(record->call, 8);
    assert_int_equal(record->depth, 0);
    assert_int_equal(record->flags, 0);
}

static void a_call_within_our_own_code_is_not_recorded(void **state)
{
    struct murmel_call call;

    (void)state;
    assert_true(
        murmel_call_begins(&call, 7, (const void *)(uintptr_t)&call_again));
    assert_non_null(murmel_enter(&call, 8));
    /* as from a signal handler that comes just now */
    assert_false(call_mpi(8, NULL));
    murmel_publish(&call);
    murmel_call_ends(&call);
}

static void a_long_record_gets_a_larger_ring(void **state)
{
    const struct record *record;
    unsigned rings = reader_count;
    size_t bytes = (size_t)(RING_DATA_SIZE * 3);

    (void)state;
    assert_true(wrapper(7, (const void *)(uintptr_t)&call_again, NULL, bytes));
    assert_int_equal(reader_count, rings + 1);
    record = next_but(1U << RECORD_SITE | 1U << RECORD_MODULE);
    assert_int_equal(record->kind, RECORD_RING);
    record = next_record();
    assert_int_equal(record->kind, RECORD_ENTER);
    assert_int_equal(record->size, sizeof *record + bytes);
    record = next_record();
    assert_int_equal(record->kind, RECORD_EXIT);
}

#define THREADS 4
#define CALLS   200

static void *call_often(void *unused)
{
    for (int i = 0; i < CALLS; i++)
        call_mpi(7, NULL);
    return unused;
}

static void threads_have_rings_and_one_order(void **state)
{
    const struct record *record;
    pthread_t threads[THREADS];
    unsigned enters = 0, exits = 0, rings = reader_count, ends = 0;

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, NULL),
                         0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(reader_count, rings + THREADS);
    while ((record = next_record()) != NULL) {
        enters += record->kind == RECORD_ENTER;
        exits += record->kind == RECORD_EXIT;
        ends += record->kind == RECORD_RING;
    }
    assert_int_equal(enters, THREADS * CALLS);
    assert_int_equal(exits, THREADS * CALLS);
    assert_int_equal(ends, THREADS);
}

static void nothing_is_recorded_when_off(void **state)
{
    struct murmel_call call;

    (void)state;
    assert_true(
        murmel_call_begins(&call, 7, (const void *)(uintptr_t)&call_again));
    atomic_store(&observe_on, false);
    assert_null(murmel_enter(&call, 8));
    assert_null(murmel_exit(&call, 8));
    murmel_call_ends(&call);
    assert_false(call_mpi(7, NULL));
    assert_null(next_record());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_call_is_two_records, start),
        cmocka_unit_test_setup(a_site_is_told_once_and_before, start),
        cmocka_unit_test_setup(a_site_begins_in_the_application, start),
        cmocka_unit_test_setup(calls_of_the_mpi_are_not_recorded, start),
        cmocka_unit_test_setup(callbacks_are_marked, start),
        cmocka_unit_test_setup(a_call_left_by_a_jump_is_over, start),
        cmocka_unit_test_setup(a_call_within_our_own_code_is_not_recorded,
                               start),
        cmocka_unit_test_setup(a_long_record_gets_a_larger_ring, start),
        cmocka_unit_test_setup(threads_have_rings_and_one_order, start),
        cmocka_unit_test_setup(nothing_is_recorded_when_off, start),
    };

    stack_init();
    modules_refresh(true);
    foreign = dlsym(RTLD_DEFAULT, "_cmocka_run_group_tests");
    modules_set_mpi(foreign);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
