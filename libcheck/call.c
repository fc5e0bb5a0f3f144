#include "client.h"

#include "calls.h"
#include "connect.h"
#include "dispatch.h"
#include "follow.h"
#include "follow_whole.h"
#include "frames.h"
#include "mapping.h"
#include "meet.h"
#include "modules.h"
#include "native.h"
#include "observe.h"
#include "poll.h"
#include "process.h"
#include "site.h"
#include "step.h"
#include "tasks.h"
#include "thread.h"
#include "watch.h"

#include <string.h>

/* Return addresses seen last by this thread, and whose code they are in. */
#define ROLE_SLOTS 64

struct role {
    uint64_t address;
    enum module_role role;
    bool fortran;
    bool followed; /* often enough (follow.h) */
    bool indirect; /* code of the MPI, and the call there is of a function that
                    * a pointer names */
};

static __thread struct role roles[ROLE_SLOTS]
    __attribute__((tls_model("initial-exec")));
static __thread const struct module_list *roles_list
    __attribute__((tls_model("initial-exec")));
static atomic_bool uses_files; /* or has used some */

/* Whether the call that returns to the address is by a pointer in a register,
 * or in memory that a register points to; not through a table of the linker,
 * by which a library calls others, and itself. */
static bool is_indirect(const struct module *module, uint64_t address)
{
#if defined(__x86_64__)
    const unsigned char *code = (const unsigned char *)(uintptr_t)address;
    int32_t offset;
    unsigned length;

    if (address - module->start < 8)
        return false;
    memcpy(&offset, code - 4, sizeof offset);
    if (code[-5] == 0xe8 &&
        address + (uint64_t)(int64_t)offset - module->start <
            module->end - module->start)
        return false; /* call offset */
    for (length = 2; length <= 7; length++) {
        unsigned char form = code[1 - (int)length];
        bool is_call = code[-(int)length] == 0xff && (form >> 3 & 7) == 2 &&
                       form != 0x15; /* call *offset(%rip) */
        unsigned bytes = 2 + ((form & 7) == 4 && form < 0xc0) +
                         (form >> 6 == 1   ? 1
                          : form >> 6 == 2 ? 4
                                           : 0);

        if (is_call && bytes == length)
            return true;
    }
    return false;
#elif defined(__aarch64__)
    uint32_t code;

    if (address - module->start < sizeof code)
        return false;
    memcpy(&code, (const void *)(uintptr_t)(address - sizeof code),
           sizeof code);
    return (code & UINT32_C(0xfffffc1f)) == UINT32_C(0xd63f0000); /* blr */
#else
    (void)module;
    (void)address;
    return false;
#endif
}

static __attribute__((noinline)) void look_up(struct role *slot,
                                              uint64_t address)
{
    const struct module_list *list = modules_current();
    const struct module *module = modules_find(list, address);

    if (module == NULL) { /* loaded since, or made at run time */
        modules_refresh(true);
        list = modules_current();
        module = modules_find(list, address);
    }
    if (roles_list != list) {
        for (unsigned i = 0; i < ROLE_SLOTS; i++)
            roles[i].address = 0;
        roles_list = list;
    }
    slot->address = address;
    slot->role = module == NULL ? MODULE_APPLICATION : module->role;
    slot->followed = false;
    slot->fortran = module != NULL && module->fortran;
    slot->indirect = module != NULL && module->role == MODULE_MPI &&
                     is_indirect(module, address);
}

/* Whose code makes the call that returns to this address. */
static struct role *role_of(const void *return_address)
{
    uint64_t address = (uintptr_t)return_address;
    struct role *slot = &roles[(address ^ (address >> 6)) & (ROLE_SLOTS - 1)];

    if (__builtin_expect(
            slot->address != address || roles_list != modules_current(), 0))
        look_up(slot, address);
    return slot;
}

/*
 * The same, where a plugin of the MPI may have gone, or come, at the address
 * of another object since.
 */
static const struct role *role_now(const void *return_address)
{
    modules_refresh(true);
    return role_of(return_address);
}

/*
 * The calls this one is made within: they lie further up the stack than its
 * frame, wherever in a frame they are, and whatever arguments lie between.  One
 * that does not was left by a jump (an exception thrown by an error handler),
 * and will not end.
 */
static void drop_left_calls(struct thread *thread, const void *frame)
{
    while (thread->depth > 0 && thread->depth <= THREAD_DEPTH_MAX &&
           (uintptr_t)thread->calls[thread->depth - 1] <= (uintptr_t)frame) {
        const void **begun = &thread->begun[--thread->depth];

        if (*begun == NULL)
            continue;
        thread->busy = true;
        watch_left(*begun);
        *begun = NULL;
        thread->busy = false;
    }
}

/*
 * A function of the program that the MPI calls back may end with a call by a
 * jump, which then returns into the MPI.  What files need, also at the end of
 * MPI (ROMIO), the MPI calls by pointers to functions of its own, and these
 * call MPI.
 */
static bool is_jump_of_callback(const struct thread *thread,
                                const struct role *role)
{
    const struct murmel_call *outer;
    const struct call_info *info;

    if (!role->indirect || thread->depth == 0 ||
        thread->depth > THREAD_DEPTH_MAX)
        return false;
    outer = thread->calls[thread->depth - 1];
    info = &call_table[outer->id];
    return (info->classes & CLASS_IO) == 0 &&
           (info->base != CALL_MPI_Finalize ||
            !atomic_load_explicit(&uses_files, memory_order_relaxed));
}

/*
 * Whether MPI was initialized and not finalized.  Outside of that a Fortran
 * binding may come no further than to the conversion of a handle, at which Open
 * MPI ends the process: then that is the program's call.
 */
static _Atomic enum { NOT_YET, BETWEEN, OVER } calls_may;

static bool is_between(void)
{
    return atomic_load_explicit(&calls_may, memory_order_relaxed) == BETWEEN;
}

/* Calls within calls, and from outside the application's own code. */
static __attribute__((noinline)) bool begins_unusually(struct thread *thread,
                                                       struct murmel_call *call,
                                                       unsigned id,
                                                       const void *frame)
{
    const struct role *role;

    drop_left_calls(thread, frame);
    role = role_of(call->return_address);
    if (thread->depth > 0 || role->role == MODULE_MPI)
        role = role_now(call->return_address);
    if (role->role == MODULE_MURMEL ||
        (role->role == MODULE_MPI && !is_jump_of_callback(thread, role)))
        return false;
    if (role->role == MODULE_BINDING && dispatch_is_conversion(id) &&
        (is_between() || !role->fortran || !dispatch_is_from_fortran(id)))
        return false;
    if (role->fortran)
        call->flags |= RECORD_FORTRAN;
    if (thread->depth > 0)
        call->flags |= RECORD_CALLBACK;
    return true;
}

bool murmel_call_begins_in(struct murmel_call *call, unsigned id,
                           const void *return_address, const void *frame)
{
    const struct role *role;
    struct thread *thread;

    if (__builtin_expect(follow_under_way, 0))
        follow_end(id, return_address);
    if (!atomic_load_explicit(&observe_on, memory_order_relaxed))
        return false;
    thread = thread_current;
    role = role_of(return_address);
    if (thread == NULL) {
        /* a thread of the MPI's own needs no ring */
        if (role->role == MODULE_MPI || role->role == MODULE_MURMEL)
            return false;
        thread = thread_create();
        if (thread == NULL)
            return false;
    }
    if (thread->busy)
        return false;
    call->thread = thread;
    call->record = NULL;
    call->return_address = return_address;
    call->frame = frame;
    call->watch = NULL;
    call->array_count = 0;
    call->site = 0;
    call->id = (uint16_t)id;
    call->flags = 0;
    call->followed = role->followed;
    call->found_nothing = call->reads = false;
    if ((thread->depth > 0 || role->role != MODULE_APPLICATION) &&
        !begins_unusually(thread, call, id, frame))
        return false;
    call->depth = (uint8_t)thread->depth;
    if (thread->depth < THREAD_DEPTH_MAX)
        thread->calls[thread->depth++] = call;
    return true;
}

static struct record *reserve(struct murmel_call *call, enum record_kind kind,
                              size_t bytes)
{
    struct record *record = thread_reserve(call->thread, kind, bytes);

    if (record != NULL) {
        record->flags = call->flags;
        record->call = call->id;
        record->depth = call->depth;
    } else {
        call->thread->busy = false;
    }
    call->record = record;
    return record;
}

/* Calls in which the MPI may start threads of its own: of those with sessions
 * the first, or the first that communicates.  Those that have it begin
 * with files, and those in which it ends. */
enum moment {
    MOMENT_NONE,
    INITIALIZES,
    INITIALIZES_LATER,
    USES_FILES,
    FINALIZES,
    ABORTS
};
static const unsigned char moments[CALL_COUNT] = {
    [CALL_MPI_Init] = INITIALIZES,
    [CALL_MPI_Init_thread] = INITIALIZES,
    [CALL_MPI_Session_init] = INITIALIZES,
    [CALL_MPI_Comm_create_from_group] = INITIALIZES_LATER,
    [CALL_MPI_Intercomm_create_from_groups] = INITIALIZES_LATER,
    [CALL_MPI_File_open] = USES_FILES,
    [CALL_MPI_File_delete] = USES_FILES,
    [CALL_MPI_Register_datarep] = USES_FILES,
    [CALL_MPI_Register_datarep_c] = USES_FILES,
    [CALL_MPI_Finalize] = FINALIZES,
    [CALL_MPI_Abort] = ABORTS};

static __attribute__((noinline)) void moment_begins(unsigned id,
                                                    struct thread *thread)
{
    if (moments[id] == FINALIZES || moments[id] == ABORTS)
        step_leave(&thread->ring);
    else if (moments[id] == USES_FILES)
        atomic_store_explicit(&uses_files, true, memory_order_relaxed);
    else
        tasks_init_begins();
    if (moments[id] == INITIALIZES)
        atomic_store_explicit(&calls_may, BETWEEN, memory_order_relaxed);
}

uint64_t *murmel_enter(struct murmel_call *call, size_t bytes)
{
    struct record *record;
    uint32_t site;

    if (!atomic_load_explicit(&observe_on, memory_order_relaxed))
        return NULL;
    call->thread->busy = true;
    if (moments[call->id] != MOMENT_NONE)
        moment_begins(call->id, call->thread);
    native_tell(call->thread);
    site = site_here(call->thread, call->return_address,
                     __builtin_frame_address(0));
    if (__builtin_expect(
            atomic_load_explicit(&watch_contents, memory_order_relaxed), 0))
        watch_content_changed(call, site);
    record = reserve(call, RECORD_ENTER, bytes);
    if (record == NULL)
        return NULL;
    record->site = call->site = site;
    call->reads = true;
    return record->words;
}

static __attribute__((noinline)) void moment_ends(struct murmel_call *call)
{
    if (moments[call->id] == INITIALIZES_LATER)
        tasks_init_ends(call->thread);
    else if (moments[call->id] == FINALIZES)
        connect_finalized();
    if (moments[call->id] == FINALIZES)
        atomic_store_explicit(&calls_may, OVER, memory_order_relaxed);
}

uint64_t *murmel_exit(struct murmel_call *call, size_t bytes)
{
    struct record *record;

    if (!atomic_load_explicit(&observe_on, memory_order_relaxed))
        return NULL;
    call->thread->busy = true;
    if (moments[call->id] != MOMENT_NONE)
        moment_ends(call);
    native_tell(call->thread);
    record = reserve(call, RECORD_EXIT, bytes);
    return record == NULL ? NULL : record->words;
}

uint64_t *murmel_record(struct murmel_call *call, enum record_kind kind,
                        size_t bytes)
{
    struct record *record;

    if (!atomic_load_explicit(&observe_on, memory_order_relaxed))
        return NULL;
    call->thread->busy = true;
    if (kind == RECORD_WORLD) {
        process_watch_signals();
        watch_begin(call->id);
        tasks_record(call->thread);
    }
    record = reserve(call, kind, bytes);
    return record == NULL ? NULL : record->words;
}

/* What is told of what was before the call comes before its ENTER record.
 * False: the process is no longer observed. */
static __attribute__((noinline)) bool precede(struct murmel_call *call)
{
    if (call->record->kind == RECORD_ENTER && mapping_wants[call->id])
        call->record = watch_left_before(call, call->record);
    return call->record != NULL;
}

static void publish(struct murmel_call *call)
{
    if (__builtin_expect(
            atomic_load_explicit(&watch_on_stack, memory_order_relaxed), 0) &&
        !precede(call)) {
        call->thread->busy = false;
        return;
    }
    if (poll_is(call->id)) {
        call->found_nothing = poll_found_nothing(call->record);
        call->record = poll_publish(call->thread, call->record);
    } else
        thread_publish(call->thread, call->record);
    if (__builtin_expect(
            atomic_load_explicit(&watch_tracked, memory_order_relaxed), 0))
        watch_between(call->thread, call->record);
    if (mapping_wants[call->id] && call->record->kind == RECORD_ENTER)
        mapping_look(call, call->record);
    if (watch_is_wanted(call->id))
        watch_record(call, call->record);
    if (frames_on && mapping_wants[call->id] &&
        call->record->kind == RECORD_ENTER)
        frames_record(call->thread, call->site);
    atomic_signal_fence(memory_order_seq_cst);
    call->thread->busy = false;
}

/* A record may come late, and what it tells of may be far ahead of what the
 * application does next. */
static __attribute__((noinline)) void publish_delayed(struct murmel_call *call)
{
    delay_pause(&call->thread->delay);
    publish(call);
    delay_pause(&call->thread->delay);
}

void murmel_publish(struct murmel_call *call)
{
    call->reads = false;
    if (__builtin_expect(delay_on, 0))
        publish_delayed(call);
    else
        publish(call);
    if (__builtin_expect(call->record == NULL, 0))
        return;
    if (__builtin_expect(meet_wants[call->id], MEET_NEVER) != MEET_NEVER &&
        call->record->kind ==
            (meet_wants[call->id] == MEET_BEFORE ? RECORD_ENTER : RECORD_EXIT))
        meet_pause(call);
    if (__builtin_expect(step_on, 0))
        step_wait(&call->thread->ring);
}

void murmel_call_ends(struct murmel_call *call)
{
    /* A child that a callback has forked has no ring. */
    if (!atomic_load_explicit(&observe_on, memory_order_relaxed))
        return;
    if (__builtin_expect(call->thread->withheld != NULL, 0))
        thread_drop_withheld(call->thread);
    call->thread->depth = call->depth;
    ring_returned(&call->thread->ring);
    if (follow_wanted && (!call->followed || follow_whole) &&
        follow_begin(call, &role_of(call->return_address)->followed))
        follow_go();
}
