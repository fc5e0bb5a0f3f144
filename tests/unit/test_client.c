/*
 * What wrappers do with client.h, and what a checker finds in the rings then.
 * The connection and the dispatcher are replaced here.
 */
#include "calls.h"
#include "libcheck/client.h"
#include "libcheck/connect.h"
#include "libcheck/dispatch.h"
#include "libcheck/modules.h"
#include "libcheck/observe.h"
#include "libcheck/process.h"
#include "libcheck/stack.h"
#include "libcheck/tasks.h"
#include "libcheck/thread.h"

#include "neutral.h"

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

void connect_leave(void)
{
}

void connect_finalized(void)
{
}

bool mpi_fault_moves_windows;

bool dispatch_is_from_fortran(unsigned id)
{
    (void)id;
    return false;
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

size_t tasks_foreign(void)
{
    return 0;
}

bool tasks_others_run(uint64_t *used)
{
    *used = 0;
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

/* MPI_Test of that request, which says `flag`. */
static __attribute__((noinline)) void test_request(uint64_t request, bool flag,
                                                   void (*callback)(void))
{
    struct murmel_call call;
    uint64_t *words;

    assert_true(
        murmel_call_begins(&call, CALL_MPI_Test, __builtin_return_address(0)));
    words = murmel_enter(&call, 16);
    assert_non_null(words);
    words[0] = request;
    words[1] = 0;
    murmel_publish(&call);
    if (callback != NULL)
        callback();
    words = murmel_exit(&call, 56);
    assert_non_null(words);
    memset(words, 0, 56);
    words[0] = (uint64_t)NEUTRAL_SUCCESS;
    words[1] = flag;
    murmel_publish(&call);
    murmel_call_ends(&call);
}

/* MPI_Comm_rank, which tells of its end if it has failed. */
static __attribute__((noinline)) void ask(uint64_t comm, bool fails)
{
    struct murmel_call call;
    uint64_t *words;

    assert_true(murmel_call_begins(&call, CALL_MPI_Comm_rank,
                                   __builtin_return_address(0)));
    words = murmel_enter(&call, 8);
    assert_non_null(words);
    words[0] = comm;
    murmel_publish(&call);
    if (fails) {
        words = murmel_exit(&call, 8);
        assert_non_null(words);
        words[0] = 1;
        murmel_publish(&call);
    }
    murmel_call_ends(&call);
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

/* The records of a call of MPI_Test that says `flag` come next. */
static void expect_test(bool flag)
{
    const struct record *record = next_but(ENTER_OR_EXIT);

    assert_non_null(record);
    assert_int_equal(record->kind, RECORD_ENTER);
    assert_int_equal(record->call, CALL_MPI_Test);
    record = next_but(ENTER_OR_EXIT);
    assert_non_null(record);
    assert_int_equal(record->kind, RECORD_EXIT);
    assert_int_equal(record->words[1], flag);
}

static struct ring_header *newest_ring(void)
{
    return readers[reader_count - 1].header;
}

/* It stands behind what was published. */
static void is_withheld(void)
{
    struct ring_header *header = newest_ring();
    const struct record *record =
        (const void *)(readers[reader_count - 1].data +
                       (atomic_load(&header->head) & (header->data_size - 1)));

    assert_int_equal(atomic_load(&header->withheld), record->size);
    assert_int_equal(record->kind, RECORD_ENTER);
    assert_int_equal(record->call, CALL_MPI_Test);
}

static void polls_that_find_nothing_are_told_once(void **state)
{
    volatile int i; /* else one line would be several calls */

    (void)state;
    for (i = 0; i < 10000; i++)
        test_request(5, i == 9999, i > 0 ? is_withheld : NULL);
    expect_test(false);
    expect_test(true);
    assert_null(next_but(ENTER_OR_EXIT));
    assert_int_equal(atomic_load(&newest_ring()->withheld), 0);
}

/* Of another request, or behind another call. */
static void other_polls_are_told(void **state)
{
    volatile int i;

    (void)state;
    for (i = 0; i < 6; i++)
        test_request(i < 3 ? 5 : 6, false, NULL);
    expect_test(false);
    expect_test(false);
    assert_null(next_but(ENTER_OR_EXIT));
    for (i = 0; i < 4; i++) {
        if (i == 2)
            assert_true(call_mpi(8, NULL));
        test_request(6, false, NULL);
    }
    expect_test(false);
    assert_int_equal(next_but(ENTER_OR_EXIT)->call, 8);
    assert_int_equal(next_but(ENTER_OR_EXIT)->call, 8);
    expect_test(false);
    assert_null(next_but(ENTER_OR_EXIT));
}

/* In turn with polls, too. */
static void questions_are_told_once(void **state)
{
    volatile int i;

    (void)state;
    for (i = 0; i < 100; i++) {
        ask(3, false);
        test_request(5, false, NULL);
    }
    assert_int_equal(next_but(ENTER_OR_EXIT)->call, CALL_MPI_Comm_rank);
    expect_test(false);
    /* Its place in the program was told between the two. */
    assert_int_equal(next_but(ENTER_OR_EXIT)->call, CALL_MPI_Comm_rank);
    assert_null(next_but(ENTER_OR_EXIT));
    assert_int_equal(atomic_load(&newest_ring()->withheld), 0);
}

static void a_question_that_fails_is_told(void **state)
{
    volatile int i;

    (void)state;
    for (i = 0; i < 3; i++)
        ask(3, i == 2);
    assert_int_equal(next_but(ENTER_OR_EXIT)->kind, RECORD_ENTER);
    assert_int_equal(next_but(ENTER_OR_EXIT)->kind, RECORD_ENTER);
    assert_int_equal(next_but(ENTER_OR_EXIT)->kind, RECORD_EXIT);
    assert_null(next_but(ENTER_OR_EXIT));
}

/* A call within: it is in one that has begun. */
static void a_poll_with_a_callback_is_told(void **state)
{
    volatile int i;

    (void)state;
    for (i = 0; i < 3; i++)
        test_request(5, false, i == 2 ? call_again : NULL);
    expect_test(false);
    assert_int_equal(next_but(ENTER_OR_EXIT)->call, CALL_MPI_Test);
    for (i = 0; i < 2; i++) {
        const struct record *record = next_but(ENTER_OR_EXIT);

        assert_int_equal(record->call, 8);
        assert_int_equal(record->depth, 1);
    }
    assert_int_equal(next_but(ENTER_OR_EXIT)->kind, RECORD_EXIT);
    assert_null(next_but(ENTER_OR_EXIT));
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
        cmocka_unit_test_setup(polls_that_find_nothing_are_told_once, start),
        cmocka_unit_test_setup(other_polls_are_told, start),
        cmocka_unit_test_setup(questions_are_told_once, start),
        cmocka_unit_test_setup(a_question_that_fails_is_told, start),
        cmocka_unit_test_setup(a_poll_with_a_callback_is_told, start),
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
