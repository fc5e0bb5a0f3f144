#include "process.h"

#include "calls.h"
#include "connect.h"
#include "follow.h"
#include "modules.h"
#include "native.h"
#include "observe.h"
#include "site.h"
#include "stack.h"
#include "stack_full.h"
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ALTERNATE_STACK_SIZE (128 * 1024)

/* SIGSEGV is the first. */
static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

#define FATAL_COUNT (sizeof fatal_signals / sizeof fatal_signals[0])

static struct sigaction previous[FATAL_COUNT];
static _Atomic bool signals_watched;

/* A crash is recorded once, whichever thread is first. */
enum { CRASH_NONE, CRASH_BEGUN, CRASH_RECORDED };
static _Atomic int crash;

/* What the program has loaded and stored since its last call. */
static void tell_accesses(void)
{
    struct thread *thread = thread_current;

    if (thread == NULL || thread->busy || thread->depth > 0)
        return;
    follow_leave();
    thread->busy = true;
    native_tell(thread);
    ring_returned(&thread->ring);
    thread->busy = false;
}

/* Where the program has called exit, or what does so for it (Fortran's STOP);
 * NULL: nowhere, as main has returned, from which only the outermost function
 * is left, or it is not known.  Within exit. */
static const void *exit_caller(void)
{
    const struct module_list *list = modules_current();
    void *frames[STACK_FRAMES_MAX];
    int count = stack_here(frames), i;

    for (i = 0; i + 1 < count; i++)
        if (modules_is_program(modules_find(list, (uintptr_t)frames[i])))
            return frames[i];
    return NULL;
}

/* That a process without MPI_Finalize has called it. */
static void tell_quit(int status)
{
    struct thread *thread = thread_self();
    const void *caller;
    struct record *record;
    uint32_t site;

    if (connect_is_finalized() || thread == NULL || thread->busy)
        return;
    thread->busy = true;
    caller = exit_caller();
    site = caller == NULL ? 0 : site_walk(thread, caller);
    record = site == 0 ? NULL
                       : thread_reserve(thread, RECORD_QUITS,
                                        2 * sizeof record->words[0]);
    if (record != NULL) {
        record->words[0] = (uint64_t)(int64_t)status;
        record->words[1] = site;
        thread_publish(thread, record);
    }
    if (thread->depth == 0)
        ring_returned(&thread->ring);
    thread->busy = false;
}

/* Not the end yet: handlers registered before ours run after it, and may
 * well call MPI_Finalize. */
static void process_exits(int status, void *context)
{
    (void)context;
    if (!atomic_load(&observe_on))
        return;
    tell_accesses();
    tell_quit(status);
    connect_send_goodbye(status);
}

static void forked_child(void)
{
    connect_close();
    observe_stop(NULL);
}

void process_watch_end(void)
{
    on_exit(process_exits, NULL);
    pthread_atfork(NULL, NULL, forked_child);
}

/* Was it the jump itself that failed? */
static bool is_wild_jump(int number, const siginfo_t *info, const void *context)
{
    return (number == SIGSEGV || number == SIGBUS) && info->si_code > 0 &&
           info->si_addr == stack_address(context);
}

/* Only the kernel's own signals of a fault are about an address, and not all:
 * of one that no memory can have it does not say which. */
static uint64_t fault_address(int number, const siginfo_t *info)
{
    if (number == SIGABRT || info->si_code <= 0 || info->si_code == SI_KERNEL)
        return CRASH_NO_ADDRESS;
    return (uintptr_t)info->si_addr;
}

/* The call whose arguments are read, before it is told; or CALL_COUNT. */
static unsigned reading(const struct thread *thread)
{
    const struct murmel_call *newest =
        thread->depth == 0 || thread->depth > THREAD_DEPTH_MAX
            ? NULL
            : thread->calls[thread->depth - 1];

    return newest != NULL && newest->reads ? newest->id : CALL_COUNT;
}

/* Whether it was. */
static bool record_crash(int number, const siginfo_t *info, void *context)
{
    struct thread *thread = thread_self();
    void *frames[STACK_FRAMES_MAX];
    struct record_crash *out;
    struct record *record;
    unsigned reads;
    int count;

    if (thread == NULL)
        return false;
    reads = reading(thread);
    tell_accesses();
    thread->busy = true;
    thread_record_modules(thread, false);
    count =
        stack_interrupted(context, is_wild_jump(number, info, context), frames);
    record = thread_reserve(thread, RECORD_CRASH,
                            sizeof *out + (size_t)count * sizeof frames[0]);
    if (record == NULL)
        return false;
    out = (struct record_crash *)record->words;
    out->signal = (uint32_t)number;
    out->frame_count = (uint32_t)count;
    out->address = fault_address(number, info);
    out->stack = number != SIGSEGV
                     ? 0
                     : stack_full(out->address, stack_pointer(context));
    out->reads = reads;
    memcpy(out->frames, frames, (size_t)count * sizeof frames[0]);
    record->depth = thread->depth;
    thread_publish(thread, record);
    thread->busy = false;
    return true;
}

/* Another thread crashed first: its record shall be complete before this
 * one's signal ends the process. */
static void await_first_crash(void)
{
    static const struct timespec millisecond = {0, 1000000};

    for (int i = 0; i < 1000 && atomic_load(&crash) != CRASH_RECORDED; i++)
        nanosleep(&millisecond, NULL);
}

/* Then it is no crash of this process: launchers pass on the signal by which
 * another one has ended (Hydra 4.2). */
static bool is_sent_by_another(const siginfo_t *info)
{
    return (info->si_code == SI_USER || info->si_code == SI_QUEUE ||
            info->si_code == SI_TKILL) &&
           info->si_pid != getpid();
}

static void handle(int number, siginfo_t *info, void *context)
{
    int saved = errno, expected = CRASH_NONE;

    if (atomic_load(&observe_on) && !is_sent_by_another(info)) {
        if (atomic_compare_exchange_strong(&crash, &expected, CRASH_BEGUN)) {
            if (record_crash(number, info, context))
                connect_leave();
            atomic_store(&crash, CRASH_RECORDED);
        } else {
            await_first_crash();
        }
    }
    for (size_t i = 0; i < FATAL_COUNT; i++)
        if (fatal_signals[i] == number)
            sigaction(number, &previous[i], NULL);
    /* A fault happens again when we return; what was sent (raise, kill) has
     * to be sent again. */
    if (info->si_code <= 0)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number,
                info);
    errno = saved;
}

/* A stack overflow leaves no room for the handler on the stack itself. */
static void provide_alternate_stack(void)
{
    stack_t stack;

    if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE))
        return;
    stack.ss_sp = mmap(NULL, ALTERNATE_STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack.ss_size = ALTERNATE_STACK_SIZE;
    stack.ss_flags = 0;
    if (stack.ss_sp != MAP_FAILED)
        sigaltstack(&stack, NULL);
}

void process_watch_signals(void)
{
    struct sigaction ours = {.sa_sigaction = handle,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};

    if (atomic_exchange(&signals_watched, true))
        return;
    provide_alternate_stack();
    sigfillset(&ours.sa_mask);
    for (size_t i = 0; i < FATAL_COUNT; i++) {
        if (sigaction(fatal_signals[i], NULL, &previous[i]) != 0 ||
            (!(previous[i].sa_flags & SA_SIGINFO) &&
             previous[i].sa_handler == SIG_IGN))
            continue;
        sigaction(fatal_signals[i], &ours, NULL);
    }
}

/* Libraries that report a crash, as MPIs bring them along, and gfortran's does,
 * help nobody. */
static bool only_reports(uint64_t handler)
{
    const struct module *module = modules_find(modules_current(), handler);
    const char *name;

    if (module == NULL)
        return false;
    name = modules_file_name(module->path);
    return module->role != MODULE_APPLICATION ||
           strncmp(name, "libuc", 5) == 0 ||
           strncmp(name, "libgfortran.", 12) == 0;
}

bool process_handles_faults(void)
{
    struct sigaction now;

    if (sigaction(SIGSEGV, NULL, &now) != 0)
        return true;
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle)
        now = previous[0];
    if (!(now.sa_flags & SA_SIGINFO) &&
        (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN))
        return false;
    modules_refresh(true);
    return !only_reports((uint64_t)(uintptr_t)now.sa_sigaction);
}

/* The program's own code runs when that signal comes. */
static bool is_handled(int number)
{
    struct sigaction now;
    size_t i;

    for (i = 0; i < FATAL_COUNT; i++)
        if (fatal_signals[i] == number)
            return false;
    return sigaction(number, NULL, &now) == 0 &&
           ((now.sa_flags & SA_SIGINFO) ||
            (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN)) &&
           !only_reports((uint64_t)(uintptr_t)now.sa_sigaction);
}

void process_tell_handlers(struct thread *thread)
{
    static _Atomic bool told;
    int saved = errno, number = 1;
    struct record *record;

    if (atomic_load(&told))
        return;
    modules_refresh(true);
    while (number < NSIG && !is_handled(number))
        number++;
    errno = saved;
    if (number == NSIG || atomic_exchange(&told, true))
        return;
    record = thread_reserve(thread, RECORD_HANDLERS, 0);
    if (record != NULL)
        thread_publish(thread, record);
}
