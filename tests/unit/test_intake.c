/* From rings to the model: order, waiting, damage, ends.  The model here
 * only writes down what it gets. */
#include "element.h"
#include "intake.h"
#include "memory.h"
#include "neutral.h"
#include "remote.h"
#include "ring_sample.h"
#include "stack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ------------------------------------------------- the model */

struct model {
    struct text log; /* "<process><E|X><call number> " ... */
    unsigned waits;  /* so many offers are answered MODEL_WAIT */
    unsigned released;
};

static enum model_step note(struct model *model, const struct call *call,
                            char what)
{
    if (model->waits > 0) {
        model->waits--;
        return MODEL_WAIT;
    }
    text_printf(&model->log, "%u%c%u ", call->process->index, what,
                (unsigned)call->number);
    return MODEL_DONE;
}

enum model_step model_enter(struct model *model, struct call *call)
{
    return note(model, call, 'E');
}

enum model_step model_exit(struct model *model, struct call *call)
{
    return note(model, call, 'X');
}

void model_process_joined(struct model *model, struct process *process)
{
    (void)model;
    (void)process;
}

void model_world(struct model *model, struct process *process,
                 const struct record_world *world)
{
    (void)model;
    process->rank = world->rank;
}

void model_stored(struct model *model, const struct record_stored *stored,
                  struct call *made, struct call *started, struct call *seen)
{
    text_printf(&model->log, "S%u:%s%s:%u ", stored->parameter,
                made->info->name, started != NULL ? "+" : "",
                (unsigned)seen->number);
}

void model_elements(struct model *model, struct call *call,
                    model_element_at *at, void *context, bool whole)
{
    struct element element;

    (void)whole;
    text_printf(
        &model->log, "F%u:%s:%d ", (unsigned)call->number, call->info->name,
        at(context, &call->info->parameters[0], NULL, 0x10000, &element));
}

void model_copies(struct model *model, struct call *call, model_copy_at *at,
                  void *context)
{
    text_printf(&model->log, "C%u:%d ", (unsigned)call->number,
                at(context, 0x10000));
}

void model_file(struct call *call, uint64_t identity)
{
    (void)call;
    (void)identity;
}

void model_window_separate(struct model *model, struct call *call)
{
    (void)model;
    (void)call;
}

void model_no_memory(struct model *model, struct call *call,
                     const struct record_no_memory *missing,
                     const char *variable)
{
    (void)variable;
    text_printf(&model->log, "N%u:%u ", (unsigned)missing->low,
                (unsigned)call->number);
}

void model_null(struct model *model, struct call *call,
                const struct record_null *told)
{
    text_printf(&model->log, "0%u:%u ", (unsigned)told->nulls,
                (unsigned)call->number);
}

void model_too_long(struct model *model, struct call *call,
                    const struct record_too_long *told)
{
    text_printf(&model->log, "L%u:%u ", (unsigned)told->parameter,
                (unsigned)call->number);
}

void model_short(struct model *model, struct call *call,
                 const struct record_short *told)
{
    text_printf(&model->log, "S%u:%u ", (unsigned)told->parameter,
                (unsigned)call->number);
}

void model_automatic(struct model *model, struct call *call,
                     const struct record_automatic *told, uint64_t end,
                     const char *variable)
{
    (void)end;
    (void)variable;
    text_printf(&model->log, "V%u:%u ", (unsigned)told->parameter,
                (unsigned)call->number);
}

void model_counted(struct model *model, struct call *call,
                   const struct record_counted *counted)
{
    text_printf(&model->log, "C%u:%u ", (unsigned)counted->bytes,
                (unsigned)call->number);
}

void model_restarted(struct model *model, struct call *call, uint64_t before,
                     uint64_t after)
{
    (void)model, (void)call, (void)before, (void)after;
}

void model_window_stored(struct model *model, struct call *call,
                         const struct record_window_stored *stored)
{
    text_printf(&model->log, "W%u:%u ", (unsigned)stored->low,
                (unsigned)call->number);
}

void model_returned(struct model *model, struct call *call, uint64_t low)
{
    text_printf(&model->log, "B%u:%u ", (unsigned)low, (unsigned)call->number);
}

void model_accessed(struct model *model, struct process *process,
                    struct model_access *accesses, size_t count,
                    struct call *after)
{
    size_t i;

    (void)process;
    for (i = 0; i < count; i++)
        text_printf(&model->log, "A%u:%u-%u ", (unsigned)accesses[i].kind,
                    (unsigned)accesses[i].low, (unsigned)accesses[i].high);
    text_printf(&model->log, ":%u ",
                after == NULL ? 0 : (unsigned)after->number);
}

void model_changed(struct process *process, const struct model_change *change,
                   const struct call *after)
{
    (void)process;
    (void)change;
    (void)after;
}

void model_new_comm(struct model *model, struct process *process,
                    uint32_t thread, const struct new_comm *made,
                    uint64_t request)
{
    (void)process;
    (void)thread;
    (void)request;
    text_printf(&model->log, "C%d ", made->rank);
}

void model_thread_ended(struct model *model, struct process *process,
                        uint32_t thread)
{
    (void)model;
    (void)process;
    (void)thread;
}

void model_process_ended(struct model *model, struct process *process)
{
    text_printf(&model->log, "%uend%d ", process->index, process->end);
}

bool model_release(struct model *model)
{
    model->released++;
    model->waits = 0;
    return true;
}

/* ------------------------------------------------- fixture */

struct fixture {
    struct model model;
    struct intake *intake;
    struct process *processes[2];
    struct ring_sample rings[2];
    struct call *outlives; /* its process; nothing else holds it then */
};

/* Nothing is recorded. */
static const struct wire_hello no_hello;

static struct process *make_process(uint32_t index)
{
    struct wire_hello *hello = calloc(1, sizeof *hello + 8);
    struct process *process;

    hello->packet.size = sizeof *hello + 8;
    hello->rank = (int)index;
    process = process_new(hello, index);
    free(hello);
    return process;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    uint32_t i;

    text_append(&f->model.log, "", 0);
    f->intake = intake_new(&f->model);
    for (i = 0; i < 2; i++) {
        f->processes[i] = make_process(i);
        intake_join(f->intake, f->processes[i], &no_hello);
        ring_sample_make(&f->rings[i]);
        intake_ring(f->processes[i], 100 + i, 0, f->rings[i].fd);
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    int i;

    intake_free(f->intake);
    for (i = 0; i < 2; i++) {
        process_free(f->processes[i]);
        ring_sample_free(&f->rings[i]);
    }
    assert_true(f->outlives == NULL || f->outlives->references == 1);
    call_drop(f->outlives);
    free(f->model.log.bytes);
    free(f);
    return 0;
}

static void barrier_enter(struct ring_sample *ring)
{
    uint64_t comm = NEUTRAL_COMM_WORLD;

    ring_sample_record(ring, RECORD_ENTER, CALL_MPI_Barrier, 0, &comm, 1);
}

static void barrier_exit(struct ring_sample *ring)
{
    uint64_t result = NEUTRAL_SUCCESS;

    ring_sample_record(ring, RECORD_EXIT, CALL_MPI_Barrier, 0, &result, 1);
}

/* ------------------------------------------------- tests */

static void calls_reach_the_model(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(intake_run(f->intake), INTAKE_IDLE);
    barrier_enter(&f->rings[0]);
    barrier_exit(&f->rings[0]);
    barrier_enter(&f->rings[0]);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_int_equal(intake_run(f->intake), INTAKE_IDLE);
    assert_string_equal(f->model.log.bytes, "0E1 0X1 0E2 ");
    assert_int_equal(f->processes[0]->call_count, 2);
    assert_true(f->processes[0]->last_calls[0]->returned);
    assert_false(f->processes[0]->last_calls[1]->returned);
    assert_null(f->processes[0]->damage);
}

static void threads_are_merged_by_order(void **state)
{
    struct fixture *f = *state;
    struct ring_sample *a = &f->rings[0], b;

    ring_sample_make(&b);
    intake_ring(f->processes[0], 555, 0, b.fd);
    b.order = 1;
    barrier_enter(&b); /* 1 */
    /* 0 is being written still: nothing may be taken */
    assert_int_equal(intake_run(f->intake), INTAKE_GAP);
    barrier_enter(a); /* 0 */
    a->order = 2;
    barrier_exit(a); /* 2 */
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "0E1 0E2 0X1 ");
    assert_int_equal(f->processes[0]->last_calls[0]->thread, 0);
    assert_int_equal(f->processes[0]->last_calls[1]->thread, 1);
    ring_sample_free(&b);
}

/* A RECORD_STORED with copies of two calls: MPI_Send_init and MPI_Start. */
#define STORED_WORDS (5 + 4 + 7 + 4 + 2)

static void fill_stored(uint64_t *words)
{
    struct record_stored stored = {.low = 8, .high = 16, .how = STORED_EXACT};
    struct record made = {.kind = RECORD_ENTER,
                          .call = CALL_MPI_Send_init,
                          .size = sizeof made + 7 * 8};
    struct record started = {.kind = RECORD_ENTER,
                             .call = CALL_MPI_Start,
                             .size = sizeof started + 2 * 8};

    memset(words, 0, STORED_WORDS * 8);
    stored.made_size = made.size;
    stored.started_size = started.size;
    memcpy(words, &stored, sizeof stored);
    memcpy(words + 5, &made, sizeof made);
    memcpy(words + 5 + 4 + 7, &started, sizeof started);
}

static void stores_reach_the_model(void **state)
{
    struct fixture *f = *state;
    uint64_t words[STORED_WORDS];

    _Static_assert(sizeof(struct record) == 4 * 8, "STORED_WORDS");
    fill_stored(words);
    barrier_enter(&f->rings[0]);
    barrier_exit(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_STORED, 0, 0, words, STORED_WORDS);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "0E1 0X1 S0:MPI_Send_init+:1 ");
    assert_null(f->processes[0]->damage);
}

/* A load and a store; as words of a RECORD_ACCESSED. */
#define ACCESSED_WORDS (1 + 3 + 3)

static void fill_accessed(uint64_t *words)
{
    const struct record_access accesses[] = {{8, 16, 0, ACCESSED_LOAD},
                                             {32, 33, 0, ACCESSED_STORE}};

    words[0] = 2;
    memcpy(words + 1, accesses, sizeof accesses);
}

static void accesses_reach_the_model(void **state)
{
    struct fixture *f = *state;
    uint64_t words[ACCESSED_WORDS];

    fill_accessed(words);
    ring_sample_record(&f->rings[0], RECORD_ACCESSED, 0, 0, words,
                       ACCESSED_WORDS);
    barrier_enter(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_ACCESSED, 0, 0, words,
                       ACCESSED_WORDS);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes,
                        "A0:8-16 A1:32-33 :0 0E1 A0:8-16 A1:32-33 :1 ");
    assert_null(f->processes[0]->damage);
}

static void what_must_wait_is_offered_again(void **state)
{
    struct fixture *f = *state;

    f->model.waits = 1;
    barrier_enter(&f->rings[0]);
    barrier_enter(&f->rings[1]);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "1E1 0E1 ");
}

static void release_when_nothing_else_goes_on(void **state)
{
    struct fixture *f = *state;

    f->model.waits = 1000000;
    barrier_enter(&f->rings[0]);
    barrier_exit(&f->rings[0]);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_int_equal(intake_run(f->intake), INTAKE_WAITS);
    intake_release(f->intake);
    assert_int_equal(f->model.released, 1);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "0E1 0X1 ");
}

static void next_ring_of_a_thread(void **state)
{
    struct fixture *f = *state;
    struct ring_sample next;

    ring_sample_make(&next);
    barrier_enter(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_RING, 0, 0, NULL, 0);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    intake_ring(f->processes[0], 100, 1, next.fd);
    next.order = 2;
    barrier_exit(&next);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "0E1 0X1 ");
    assert_null(f->processes[0]->damage);
    ring_sample_free(&next);
}

static void ends_after_the_last_record(void **state)
{
    struct fixture *f = *state;

    barrier_enter(&f->rings[0]);
    intake_goodbye(f->intake, f->processes[0], 3);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_hung_up(f->intake, f->processes[1], 1);
    assert_int_equal(f->processes[0]->end, PROCESS_RUNNING);
    intake_run(f->intake);
    assert_int_equal(f->processes[0]->end, PROCESS_EXITED);
    assert_int_equal(f->processes[0]->exit_status, 3);
    assert_int_equal(f->processes[0]->end_order, 1);
    assert_int_equal(f->processes[1]->end, PROCESS_LOST);
    assert_int_equal(f->processes[1]->end_order, 2);
    assert_memory_equal(f->model.log.bytes, "0E1 0end1", 9);
}

static void ends_in_the_order_of_the_ends(void **state)
{
    struct fixture *f = *state;

    barrier_enter(&f->rings[1]);
    intake_hung_up(f->intake, f->processes[1], 1);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "1E1 1end3 0end3 ");
}

static void ends_with_the_crash_first(void **state)
{
    struct fixture *f = *state;
    uint64_t crash[4] = {11, 0xdead, 0, CALL_COUNT}; /* no frames */

    ring_sample_record(&f->rings[1], RECORD_CRASH, 0, 0, crash, 4);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_hung_up(f->intake, f->processes[1], 1);
    intake_run(f->intake);
    assert_int_equal(f->processes[1]->end_order, 1);
    assert_int_equal(f->processes[0]->end_order, 2);
}

/* It takes its time to exit, and meanwhile the launcher kills the other. */
static void ends_where_it_says_goodbye(void **state)
{
    struct fixture *f = *state;

    intake_goodbye(f->intake, f->processes[1], 0);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_run(f->intake);
    assert_int_equal(f->processes[0]->end, PROCESS_RUNNING);
    intake_hung_up(f->intake, f->processes[1], 1);
    intake_run(f->intake);
    assert_int_equal(f->processes[1]->end_order, 1);
    assert_int_equal(f->processes[0]->end_order, 2);
}

static void crash_with_its_stack(void **state)
{
    struct fixture *f = *state;
    uint64_t crash[6] = {
        11 | UINT64_C(2) << 32, 0xdead, 0, CALL_COUNT, 0x400000, 0x500000};

    ring_sample_record(&f->rings[0], RECORD_CRASH, 0, 0, crash, 6);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_run(f->intake);
    assert_int_equal(f->processes[0]->end, PROCESS_CRASHED);
    assert_int_equal(f->processes[0]->signal, 11);
    assert_int_equal(f->processes[0]->crash_address, 0xdead);
    assert_int_equal(f->processes[0]->crash_stack->frame_count, 2);
    assert_int_equal(f->processes[0]->crash_stack->frames[0].address, 0x400000);
    assert_int_equal(f->processes[0]->crash_stack->frames[1].address, 0x4fffff);
}

/* The newest is another thread's. */
static void crash_in_the_call_of_its_thread(void **state)
{
    struct fixture *f = *state;
    struct process *process = f->processes[0];
    uint64_t crash[4] = {11, 0xdead, 0, CALL_COUNT};
    struct ring_sample *a = &f->rings[0], b;

    ring_sample_make(&b);
    intake_ring(process, 555, 0, b.fd);
    barrier_enter(a);
    b.order = 1;
    barrier_enter(&b);
    a->order = 2;
    ring_sample_record(a, RECORD_CRASH, 0, 1, crash, 4);
    intake_hung_up(f->intake, process, 1);
    intake_run(f->intake);
    assert_int_equal(process->call_count, 2);
    assert_ptr_equal(process_end_call(process), process->last_calls[0]);
    f->outlives = call_hold(process->last_calls[0]);
    ring_sample_free(&b);
}

/* It has made none: no call is to blame. */
static void crash_of_a_thread_without_calls(void **state)
{
    struct fixture *f = *state;
    struct process *process = f->processes[0];
    uint64_t crash[4] = {11, 0xdead, 0, CALL_COUNT};
    struct ring_sample b;

    ring_sample_make(&b);
    intake_ring(process, 555, 0, b.fd);
    barrier_enter(&f->rings[0]);
    b.order = 1;
    ring_sample_record(&b, RECORD_CRASH, 0, 0, crash, 4);
    intake_hung_up(f->intake, process, 1);
    intake_run(f->intake);
    assert_int_equal(process->end, PROCESS_CRASHED);
    assert_null(process_end_call(process));
    ring_sample_free(&b);
}

/* What it did before it ended is not lost with it. */
static void held_until_let_go(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(intake_run(f->intake), INTAKE_IDLE);
    intake_hold(f->processes[0], true);
    barrier_enter(&f->rings[0]);
    intake_hung_up(f->intake, f->processes[0], 1);
    assert_int_equal(intake_run(f->intake), INTAKE_IDLE);
    assert_string_equal(f->model.log.bytes, "");
    intake_hold(f->processes[0], false);
    assert_int_equal(intake_run(f->intake), INTAKE_PROGRESS);
    assert_string_equal(f->model.log.bytes, "0E1 0end3 ");
}

static void send_record(struct process *process, enum record_kind kind,
                        uint64_t order, uint64_t word)
{
    struct record *record =
        xcalloc(1, sizeof *record + sizeof record->words[0]);

    record->size = sizeof *record + sizeof record->words[0];
    record->kind = (uint8_t)kind;
    record->call = CALL_MPI_Barrier;
    record->order = order;
    record->time = 1000;
    record->words[0] = word;
    intake_remote_record(process, 0, record, 5);
    free(record);
}

/* On another node: its records come without a ring, and wait for the model. */
static void comes_from_another_node(void **state)
{
    struct fixture *f = *state;
    struct remote remote = {.number = 0};
    struct process *process = make_process(2);
    const struct call *call;

    process->remote = &remote;
    intake_join(f->intake, process, &no_hello);
    intake_remote_ring(process, 77, 0);
    f->model.waits = 1;
    send_record(process, RECORD_ENTER, 0, NEUTRAL_COMM_WORLD);
    send_record(process, RECORD_EXIT, 1, NEUTRAL_SUCCESS);
    send_record(process, RECORD_ENTER, 2, NEUTRAL_COMM_WORLD);
    assert_int_equal(intake_remote_calls(process), 2);
    assert_true(intake_remote_bytes(process) > 0);
    assert_false(intake_is_inside(process, 77));
    (void)intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "2E1 2X1 2E2 ");
    assert_int_equal(intake_remote_bytes(process), 0);
    assert_true(intake_is_inside(process, 77));
    call = process->last_calls[0];
    assert_int_equal(call->enter_time, 1005);
    assert_int_equal(call->exit_time, 1005);
    process->unseen = true;
    intake_hung_up(f->intake, process, 1);
    (void)intake_run(f->intake);
    assert_int_equal(process->end, PROCESS_UNSEEN);
    assert_null(process->damage);
    intake_free(f->intake);
    process_free(process);
    f->intake = intake_new(&f->model);
}

static void a_gap_ends_with_the_process(void **state)
{
    struct fixture *f = *state;

    f->rings[0].order = 5;
    barrier_enter(&f->rings[0]);
    assert_int_equal(intake_run(f->intake), INTAKE_GAP);
    intake_hung_up(f->intake, f->processes[0], 1);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "0E1 0end3 ");
}

/* A record like that damages the process, and the next one is taken. */
static void assert_damage(struct fixture *f, enum record_kind kind,
                          unsigned call, unsigned depth, const uint64_t *words,
                          size_t count)
{
    struct process *process = f->processes[0];

    free(process->damage);
    process->damage = NULL;
    ring_sample_record(&f->rings[0], kind, call, depth, words, count);
    intake_run(f->intake);
    assert_non_null(process->damage);
    f->model.log.length = 0;
    barrier_enter(&f->rings[0]);
    intake_run(f->intake);
    assert_int_equal(f->model.log.bytes[1], 'E');
    barrier_exit(&f->rings[0]);
    intake_run(f->intake);
}

static void stored_damages(struct fixture *f)
{
    struct record_stored *stored;
    uint64_t words[STORED_WORDS];

    stored = (void *)words;
    fill_stored(words);
    assert_damage(f, RECORD_STORED, 0, 0, words, 3);
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS - 1);
    stored->parameter = 1; /* no buffer */
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS);
    stored->parameter = 77;
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS);
    fill_stored(words);
    stored->made_size = UINT32_MAX - 7;
    stored->started_size = 16;
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS);
    fill_stored(words);
    stored->made_size -= 8;
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS);
    fill_stored(words);
    words[5 + 4 + 7] = 0; /* the second record's size and kind */
    assert_damage(f, RECORD_STORED, 0, 0, words, STORED_WORDS);
}

static void accessed_damages(struct fixture *f)
{
    uint64_t words[ACCESSED_WORDS];

    fill_accessed(words);
    assert_damage(f, RECORD_ACCESSED, 0, 0, words, 0);
    assert_damage(f, RECORD_ACCESSED, 0, 0, words, ACCESSED_WORDS - 1);
    words[0] = UINT32_MAX;
    assert_damage(f, RECORD_ACCESSED, 0, 0, words, ACCESSED_WORDS);
    fill_accessed(words);
    words[2] = words[1]; /* high = low */
    assert_damage(f, RECORD_ACCESSED, 0, 0, words, ACCESSED_WORDS);
    fill_accessed(words);
    words[3] = (uint64_t)(ACCESSED_EACH + 1) << 32; /* no kind */
    assert_damage(f, RECORD_ACCESSED, 0, 0, words, ACCESSED_WORDS);
}

static void nonsense_does_no_harm(void **state)
{
    struct fixture *f = *state;
    uint64_t words[8] = {0};

    assert_damage(f, (enum record_kind)77, 0, 0, words, 8);
    assert_damage(f, RECORD_ENTER, CALL_COUNT, 0, words, 8);
    assert_damage(f, RECORD_ENTER, CALL_MPI_Barrier, 64, words, 8);
    assert_damage(f, RECORD_ENTER, CALL_MPI_Barrier, UINT32_MAX, words, 8);
    assert_damage(f, RECORD_ENTER, CALL_MPI_Barrier, 0, words, 0);
    assert_damage(f, RECORD_EXIT, CALL_MPI_Barrier, 0, words, 1);
    assert_damage(f, RECORD_EXIT, CALL_MPI_Barrier, 3, words, 1);
    assert_damage(f, RECORD_EXIT, CALL_COUNT, UINT32_MAX, words, 8);
    assert_damage(f, RECORD_WORLD, 0, 0, words, 2);
    assert_damage(f, RECORD_WORLD, 0, 0, words, 8);
    assert_damage(f, RECORD_NEW_COMM, 0, 0, words, 2);
    assert_damage(f, RECORD_WATCHED, 0, 0, words, 2);
    assert_damage(f, RECORD_WINDOW_STORED, 0, 0, words, 2);
    assert_damage(f, RECORD_QUITS, 0, 0, words, 1);
    assert_damage(f, RECORD_RETURNED, 0, 0, words, 0);
    assert_damage(f, RECORD_RETURNED, 0, 0, words, 1);
    assert_damage(f, RECORD_RECEIVED, 0, 0, words, 0);
    assert_damage(f, RECORD_NO_MEMORY, 0, 0, words, 2);
    assert_damage(f, RECORD_NO_MEMORY, 0, 0, words, 5);
    assert_damage(f, RECORD_NO_MEMORY, 0, 0, words, 6);
    assert_damage(f, RECORD_TOO_LONG, 0, 0, words, 1);
    assert_damage(f, RECORD_TOO_LONG, 0, 0, words, 2);
    assert_damage(f, RECORD_SHORT, 0, 0, words, 2);
    assert_damage(f, RECORD_SHORT, 0, 0, words, 3);
    assert_damage(f, RECORD_NULL, 0, 0, words, 1);
    assert_damage(f, RECORD_NULL, 0, 0, words, 2);
    assert_damage(f, RECORD_FRAMES, 0, 0, words, 3);
    assert_damage(f, RECORD_AUTOMATIC, 0, 0, words, 4);
    assert_damage(f, RECORD_AUTOMATIC, 0, 0, words, 5);
    assert_damage(f, RECORD_AUTOMATIC, 0, 0, words, 6);
    assert_damage(f, RECORD_COUNTED, 0, 0, words, 2);
    assert_damage(f, RECORD_COUNTED, 0, 0, words, 3);
    assert_damage(f, RECORD_RESTARTED, 0, 0, words, 1);
    assert_damage(f, RECORD_RESTARTED, 0, 0, words, 2);
    assert_damage(f, RECORD_FILE, 0, 0, words, 0);
    assert_damage(f, RECORD_FILE, 0, 0, words, 1);
    assert_damage(f, RECORD_FILENAME, 0, 0, words, 1);
    stored_damages(f);
    accessed_damages(f);
    assert_damage(f, RECORD_SITE, 0, 0, words, 0);
    words[0] = 1 | UINT64_C(0xffffffff) << 32; /* frames beyond the record */
    assert_damage(f, RECORD_SITE, 0, 0, words, 8);
    assert_damage(f, RECORD_CRASH, 0, 0, words, 8);
    assert_damage(f, RECORD_MODULE, 0, 0, words, 8);
    words[2] = 10; /* a module with a path beyond the record */
    words[4] = UINT64_C(0xffffffff) << 32;
    assert_damage(f, RECORD_MODULE, 0, 0, words, 8);
    assert_false(intake_lost(f->processes[0]));
}

static void frames_are_of_the_call_that_has_begun(void **state)
{
    struct fixture *f = *state;
    uint64_t frames[] = {0x1000, 0x8000, 0x2000, 0x9000};

    barrier_enter(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_FRAMES, 0, 0, frames, 4);
    barrier_exit(&f->rings[0]);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "0E1 F1:MPI_Barrier:0 0X1 ");
    assert_null(f->processes[0]->damage);
}

static void damaged_ring_is_given_up(void **state)
{
    struct fixture *f = *state;
    uint64_t torn[2] = {UINT64_MAX, UINT64_MAX};

    barrier_enter(&f->rings[0]);
    ring_sample_bytes(&f->rings[0], torn, sizeof torn);
    barrier_enter(&f->rings[1]);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "0E1 1E1 ");
    assert_true(intake_lost(f->processes[0]));
    assert_non_null(f->processes[0]->damage);
    assert_false(intake_lost(f->processes[1]));
    assert_null(f->processes[1]->damage);
}

static void records_do_not_come_twice(void **state)
{
    struct fixture *f = *state;

    barrier_enter(&f->rings[0]);
    f->rings[0].order = 0;
    barrier_exit(&f->rings[0]);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "0E1 ");
    assert_true(intake_lost(f->processes[0]));
}

static void calls_left_by_a_jump(void **state)
{
    struct fixture *f = *state;
    uint64_t comm = NEUTRAL_COMM_WORLD, result = NEUTRAL_SUCCESS;

    barrier_enter(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_ENTER, CALL_MPI_Barrier, 1, &comm,
                       1);
    /* back at the outermost depth, without an end of both */
    barrier_enter(&f->rings[0]);
    ring_sample_record(&f->rings[0], RECORD_EXIT, CALL_MPI_Barrier, 0, &result,
                       1);
    intake_run(f->intake);
    assert_string_equal(f->model.log.bytes, "0E1 0E2 0E3 0X3 ");
    assert_null(f->processes[0]->damage);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(calls_reach_the_model),
        TEST(threads_are_merged_by_order),
        TEST(stores_reach_the_model),
        TEST(accesses_reach_the_model),
        TEST(what_must_wait_is_offered_again),
        TEST(release_when_nothing_else_goes_on),
        TEST(next_ring_of_a_thread),
        TEST(ends_after_the_last_record),
        TEST(ends_in_the_order_of_the_ends),
        TEST(ends_with_the_crash_first),
        TEST(ends_where_it_says_goodbye),
        TEST(crash_with_its_stack),
        TEST(crash_in_the_call_of_its_thread),
        TEST(crash_of_a_thread_without_calls),
        TEST(held_until_let_go),
        TEST(comes_from_another_node),
        TEST(a_gap_ends_with_the_process),
        TEST(nonsense_does_no_harm),
        TEST(frames_are_of_the_call_that_has_begun),
        TEST(damaged_ring_is_given_up),
        TEST(records_do_not_come_twice),
        TEST(calls_left_by_a_jump),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
