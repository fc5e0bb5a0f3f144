#include "follow.h"

#include "calls.h"
#include "dispatch.h"
#include "modules.h"
#include "native.h"
#include "observe.h"
#include "pass_over.h"
#include "python.h"
#include "tasks.h"
#include "thread.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include "follow_whole.h"
#include "followed.h"
#include "followed_stack.h"
#include "hits.h"

bool follow_wanted = true;
__thread bool follow_under_way;

/* Instructions of a process; and how often after a call site, as long as
 * nothing is found there: more than once only until so many are left. */
#define STEPS_OF_ALL 4096
#define STEPS_OF_NEW 2560
/* Of these besides, while all calls have to be (follow_whole.h). */
#define STEPS_OF_WHOLE 8192
#define VISITS         4
/* A site at which there was nothing to look at is not asked again after: */
#define IDLE_VISITS 64
#define STARTS      1024 /* a power of two */
#define PROBES      8
#define TRAP_FLAG   0x100
/* Calls through a binding return into that: their stack is what tells them
 * apart. */
#define BY_SITE (UINT64_C(1) << 63)
/* Where a poll has found nothing the program goes on otherwise. */
#define BY_NOTHING (UINT64_C(1) << 62)

/* As the kernel has it: whoever stands in for the C library's function (a
 * sanitizer does) would hand signals on later. */
struct action {
    union {
        void (*handler)(int);
        void (*with_info)(int, siginfo_t *, void *);
    };
    uint64_t flags;
    void (*restorer)(void);
    uint64_t mask;
};

#define HAS_RESTORER 0x04000000

/* Signals by which others tell the process something, as a set; from 34 on they
 * are the real-time ones that the C library leaves to programs. */
#define ONE(signal) (UINT64_C(1) << ((signal)-1))
#define TELLING                                                                \
    (ONE(SIGUSR1) | ONE(SIGUSR2) | ONE(SIGALRM) | ONE(SIGVTALRM) |             \
     ONE(SIGPROF) | ONE(SIGIO) | ONE(SIGHUP) | ONE(SIGINT) | ONE(SIGTERM) |    \
     ONE(SIGCONT) | ONE(SIGURG) | ONE(SIGWINCH) | ~(ONE(34) - 1))

struct start {
    uint64_t place;
    uint8_t visits, idle;
};

static struct start starts[STARTS];
static unsigned left = STEPS_OF_ALL, whole_left = STEPS_OF_WHOLE, calls;
static struct action previous;
static struct start *start; /* where it is followed from */
/* A handler has come in between, and called MPI: what it interrupted may go on
 * step by step. */
static volatile bool interrupted;

/* ---------------------------------------------------------------- the trap */

void follow_return(void);
__asm__(".hidden follow_return\n"
        ".type follow_return, @function\n"
        "follow_return:\n\t"
        "mov $15, %eax\n\t" /* rt_sigreturn */
        "syscall\n"
        ".size follow_return, . - follow_return\n");

/* The program may set, and look at, the signal's action itself: ours is only
 * there while it is executed step by step. */
static bool set_action(const struct action *action, struct action *old)
{
    return syscall(SYS_rt_sigaction, SIGTRAP, action, old,
                   sizeof action->mask) == 0;
}

/* It is not ours: what would have been without us. */
static void hand_on(int number, siginfo_t *info, void *context)
{
    if (previous.handler == SIG_DFL) {
        set_action(&previous, NULL);
        raise(number);
    } else if (previous.flags & SA_SIGINFO) {
        previous.with_info(number, info, context);
    } else if (previous.handler != SIG_IGN) {
        previous.handler(number);
    }
}

/* Below some hypervisors (PVM) the processor at times does not say that it was
 * for the flag, and the kernel takes it for another kind, which no instruction
 * of a program makes: that for breakpoints has SI_KERNEL. */
static bool is_step(const siginfo_t *info)
{
    return info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT;
}

/* The next instruction is executed alone, too, unless it ends here. */
static void step(greg_t *general)
{
    followed_stack_step((uint64_t)general[REG_RSP]);
    if (!interrupted && followed_step((uint64_t)general[REG_RIP], general)) {
        if (followed.paused)
            general[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        return;
    }
    general[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    followed.stepping = interrupted = false;
    set_action(&previous, NULL);
}

static void trapped(int number, siginfo_t *info, void *context)
{
    int saved = errno;

    if (is_step(info) && (followed.stepping || interrupted)) {
        step(((ucontext_t *)context)->uc_mcontext.gregs);
        errno = saved;
    } else {
        hand_on(number, info, context);
    }
}

/* ------------------------------------------------------------------- when */

/* What the kernel says of the process, line by line; false: nothing. */
static bool read_status(char *text, size_t size)
{
    ssize_t length;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    length = read(fd, text, size - 1);
    close(fd);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* A number there; `unknown` where there is none. */
static uint64_t number_in(const char *text, const char *name, int base,
                          uint64_t unknown)
{
    const char *line = strstr(text, name);

    return line == NULL ? unknown : strtoull(line + strlen(name), NULL, base);
}

/* By a debugger: it would see each step.  Or there is no telling. */
static bool is_traced(const char *status)
{
    return number_in(status, "\nTracerPid:", 10, 1) != 0;
}

/* Of the program itself, for one of these signals. */
static bool has_handler(uint64_t signals)
{
    struct sigaction action;

    for (; signals != 0; signals &= signals - 1)
        if (sigaction(__builtin_ctzll(signals) + 1, NULL, &action) != 0 ||
            modules_is_program(modules_find(modules_current(),
                                            (uintptr_t)action.sa_sigaction)))
            return true;
    return false;
}

/* By them, or by a handler of theirs, the program may learn of what others have
 * stored. */
static bool has_others(const char *status)
{
    return number_in(status, "\nThreads:", 10, UINT64_MAX) >
               1 + tasks_foreign() ||
           has_handler(number_in(status, "\nSigCgt:", 16, UINT64_MAX) &
                       TELLING);
}

static bool is_fortran(const struct murmel_call *call)
{
    return (call->flags & RECORD_FORTRAN) != 0;
}

/* NULL: there is no room. */
static struct start *find_start(const struct murmel_call *call)
{
    uint64_t place = is_fortran(call) ? BY_SITE | call->site
                                      : (uintptr_t)call->return_address;
    uint64_t first = (place ^ place >> 10) * 7;
    unsigned i;

    if (call->found_nothing)
        place |= BY_NOTHING;
    for (i = 0; i < PROBES; i++) {
        struct start *found = &starts[(first + i) % STARTS];

        if (found->place == 0)
            found->place = place;
        if (found->place == place)
            return found;
    }
    return NULL;
}

static bool is_blocked(void)
{
    uint64_t set = 0;

    return syscall(SYS_rt_sigprocmask, SIG_SETMASK, NULL, &set, sizeof set) !=
               0 ||
           (set >> (SIGTRAP - 1) & 1) != 0;
}

static bool is_due(const struct murmel_call *call)
{
    const struct module *module;
    char status[4096];

    followed.range_count =
        watch_ranges(call->thread, followed.ranges, FOLLOWED_RANGES);
    followed_stack_begin(&call->thread->site_cache);
    if (followed.range_count == 0 && !follow_whole) {
        start->idle++;
        return false;
    }
    followed.program = (struct code){0, 0};
    followed.fortran = is_fortran(call);
    if (!followed.fortran) {
        module =
            modules_find(modules_current(), (uintptr_t)call->return_address);
        if (module == NULL || module->role != MODULE_APPLICATION)
            return false;
        followed.program = (struct code){module->start, module->end};
    }
    if (!native_prepare() || is_blocked() ||
        !read_status(status, sizeof status) || is_traced(status)) {
        start->idle++;
        return false;
    }
    if (follow_whole &&
        (followed.range_count == FOLLOWED_RANGES || has_others(status)))
        follow_whole_lost(call->return_address);
    return followed.range_count > 0 || follow_whole;
}

static bool begin(void)
{
    struct action ours = {.with_info = trapped,
                          .flags = SA_SIGINFO | HAS_RESTORER,
                          .restorer = follow_return,
                          .mask = ~UINT64_C(0)};

    followed_start();
    if (!set_action(&ours, &previous))
        return false;
    follow_under_way = followed.stepping = true;
    calls++;
    return true;
}

static bool has_visits(void)
{
    if (follow_whole)
        return start != NULL && whole_left > 0;
    return start != NULL && start->visits < VISITS &&
           (start->visits == 0 || left >= STEPS_OF_NEW) &&
           start->idle < IDLE_VISITS;
}

static void spend(unsigned *budget, unsigned steps)
{
    *budget -= steps < *budget ? steps : *budget;
}

/* From that place, as far as is known without looking for what is there. */
static bool is_wanted(const struct murmel_call *call, bool *enough)
{
    if (murmel_is_native() || python_known || left == 0 || !thread_is_alone())
        follow_wanted = false;
    if (!follow_wanted || call->depth > 0 || interrupted || followed.paused ||
        (is_fortran(call) && call->site == 0) ||
        !atomic_load_explicit(&observe_on, memory_order_relaxed))
        return false;
    start = find_start(call);
    if (!has_visits()) {
        *enough = !is_fortran(call) && !call->found_nothing;
        return false;
    }
    return true;
}

bool follow_begin(const struct murmel_call *call, bool *enough)
{
    int saved = errno;
    bool begun = is_wanted(call, enough) && is_due(call) && begin();

    if (!begun && follow_whole)
        follow_whole_lost(call->return_address);
    if (!begun && followed.goes_on)
        followed.goes_on = false;
    errno = saved;
    return begun;
}

bool follow_resumes(void)
{
    int saved = errno;
    char status[4096];

    if (!read_status(status, sizeof status) || is_traced(status)) {
        pass_over_end();
        followed.paused = followed.stepping = false;
        follow_under_way = true;
        set_action(&previous, NULL);
    }
    errno = saved;
    return followed.stepping;
}

/* False: it was not executed step by step just now. */
static bool stop(void)
{
    uint64_t flags;

    __asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
                     "pushfq\n\t"
                     "movq (%%rsp), %0\n\t"
                     "andq $~0x100, (%%rsp)\n\t"
                     "popfq\n\t"
                     "lea 128(%%rsp), %%rsp"
                     : "=r"(flags)
                     :
                     : "memory", "cc");
    return (flags & TRAP_FLAG) != 0;
}

/* The routine of Fortran's, as mpi_barrier_ or mpi_barrier_f08_, that calls the
 * function. */
static bool is_routine(const char *name, unsigned id)
{
    size_t length = strlen(call_table[id].name);

    return strncasecmp(name, call_table[id].name, length) == 0 &&
           (strcmp(name + length, "_") == 0 ||
            strcmp(name + length, "_cptr_") == 0 ||
            strncmp(name + length, "_f08", 4) == 0);
}

static bool takes_handles(const struct call_info *info)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_HANDLE &&
            (info->parameters[i].direction & DIRECTION_IN) != 0)
            return true;
    return false;
}

/* The function is the first that the routine calls: its binding has handles to
 * convert. */
static bool comes_first(const char *routine, unsigned id)
{
    unsigned other;

    if (is_routine(routine, id))
        return true;
    for (other = 0; dispatch_is_conversion(id) && other < CALL_COUNT; other++)
        if (is_routine(routine, other))
            return takes_handles(&call_table[other]);
    return false;
}

/* The call is what the program had come to when its steps were cut: what the
 * dynamic linker was to find. */
static bool is_asked(unsigned id, const void *return_address)
{
    return followed.returns == (uintptr_t)return_address ||
           (followed.asked != NULL && comes_first(followed.asked, id));
}

void follow_end(unsigned id, const void *return_address)
{
    int saved = errno;
    bool unknown, stopped = stop();

    if (followed.stepping && stopped)
        set_action(&previous, NULL);
    else if (followed.stepping)
        interrupted = true;
    if (interrupted && followed.steps == 0)
        follow_wanted = false; /* or an emulator, which knows no traps */
    followed.stepping = follow_under_way = false;
    followed_stack_end();
    unknown = followed.cut && !is_asked(id, return_address);
    start->visits += followed.hit_count == 0 && start->visits < VISITS;
    spend(follow_whole ? &whole_left : &left, followed.steps);
    if (unknown || interrupted || !hits_go_on(id))
        hits_tell(id, unknown);
    if (follow_whole && !followed.goes_on &&
        (unknown || interrupted || followed.ordered < FOLLOWED_HITS))
        follow_whole_lost(return_address);
    errno = saved;
}

void follow_shown(uint64_t low, uint64_t high, const void *return_address)
{
    if (followed.paused && followed.hit_count < FOLLOWED_HITS)
        followed.hits[followed.hit_count++] =
            (struct hit){.low = low,
                         .high = high,
                         .ip = (uintptr_t)return_address - 1,
                         .kind = ACCESSED_LOAD,
                         .shared = true,
                         .step = followed.steps};
}

void follow_leave(void)
{
    /* It does not go on at any place that was looked for. */
    if (follow_under_way)
        follow_end(CALL_MPI_Finalize, &followed);
}

unsigned follow_calls(void)
{
    return calls;
}

#else

bool follow_wanted;
__thread bool follow_under_way;

bool follow_begin(const struct murmel_call *call, bool *enough)
{
    (void)call;
    (void)enough;
    return false;
}

void follow_end(unsigned id, const void *return_address)
{
    (void)id;
    (void)return_address;
}

void follow_shown(uint64_t low, uint64_t high, const void *return_address)
{
    (void)low;
    (void)high;
    (void)return_address;
}

void follow_leave(void)
{
}

unsigned follow_calls(void)
{
    return 0;
}

#endif
