#include "follow.h"

#include "calls.h"
#include "modules.h"
#include "native.h"
#include "observe.h"
#include "operand.h"
#include "python.h"
#include "thread.h"
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <ucontext.h>

bool follow_wanted = true;
__thread bool follow_under_way;

/* Instructions of a process; after one call; and how often after a call site,
 * as long as nothing is found there. */
#define STEPS_OF_ALL 8192
#define STEPS        512
/* Of these in libraries. */
#define LIBRARY_STEPS 64
#define VISITS        4
/* A site at which there was nothing to look at is not asked again after: */
#define IDLE_VISITS 64
#define STARTS      1024 /* a power of two */
#define PROBES      8
#define RANGES      64
#define HITS        128
#define HELD        4
#define TRAP_FLAG   0x100
/* Between a load and the branch by what it has brought. */
#define PATIENCE 24
/* What follows an instruction may be no memory in the next page. */
#define PAGE 4096

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

/* Code that lies together. */
struct code {
    uint64_t low, high;
};

struct start {
    uint64_t address;
    uint8_t visits, idle;
};

struct hit {
    uint64_t low, high, ip;
    enum record_access_kind kind;
};

/* A load that may be one of a poll's: what becomes of its value will tell. */
struct held {
    struct hit hit;
    unsigned age;
    unsigned registers; /* bits; where the value is now, ... */
    uint64_t variable;  /* ... and in memory; 0: not there */
    bool in_flags;      /* these come of it */
};

static struct start starts[STARTS];
static unsigned left = STEPS_OF_ALL, calls;
static struct action previous;
static struct start *start; /* where it is followed from */

/* Of the thread that is followed; read and written by its handler, too. */
static struct {
    struct code program;
    /* Libraries that do nothing for the program: the preload, and the dynamic
     * linker, which finds a function at its first call. */
    struct code ours, linker;
    bool entered; /* it is back in the program */
    volatile bool stepping;
    unsigned steps, library_steps;
    uint64_t last;  /* the instruction before */
    uint64_t place; /* the last one of the program */
    unsigned range_count, hit_count, held_count;
    struct watch_range ranges[RANGES];
    struct hit hits[HITS];
    struct held held[HELD];
} follow;

/* ------------------------------------------------------------- what it did */

static void keep(const struct hit *hit)
{
    if (follow.hit_count < HITS)
        follow.hits[follow.hit_count++] = *hit;
}

static void let_go(unsigned index, enum record_access_kind kind)
{
    struct held *held = &follow.held[index];

    held->hit.kind = kind;
    keep(&held->hit);
    *held = follow.held[--follow.held_count];
}

static void let_all_go(void)
{
    while (follow.held_count > 0)
        let_go(0, ACCESSED_LOAD);
}

static bool touches(const struct operand *operand, uint64_t address)
{
    return operand->address <= address &&
           address - operand->address < operand->size;
}

/* Where the value is after the instruction. */
static void carry(struct held *held, const struct instruction *instruction)
{
    const struct operand *operand = &instruction->operands[0];
    bool in_memory = held->variable != 0 && touches(operand, held->variable);
    unsigned to = 1U << instruction->to;
    bool is_read = instruction->from == OPERAND_NO_REGISTER
                       ? in_memory && operand->loads
                       : (held->registers >> instruction->from & 1) != 0;

    if (instruction->sets_flags)
        held->in_flags = (instruction->flags_from & held->registers) != 0 ||
                         (in_memory && operand->loads);
    if (instruction->to == OPERAND_NO_REGISTER) {
        if (is_read && operand->stores)
            held->variable = operand->address;
        return;
    }
    held->registers = is_read ? held->registers | to : held->registers & ~to;
}

/* What the next instruction does with what was loaded before. */
static void look_at_held(const struct instruction *instruction)
{
    unsigned i = 0;

    while (i < follow.held_count) {
        struct held *held = &follow.held[i];

        if (instruction->branches && held->in_flags) {
            let_go(i, ACCESSED_POLL);
            continue;
        }
        carry(held, instruction);
        if (++held->age > PATIENCE ||
            (held->registers == 0 && held->variable == 0 && !held->in_flags))
            let_go(i, ACCESSED_LOAD);
        else
            i++;
    }
}

/* Of numbers with a point it is not known in which register they are: in one
 * that all comparisons of such look at. */
static void hold(const struct hit *hit, const struct instruction *instruction)
{
    if (follow.held_count == HELD)
        let_go(0, ACCESSED_LOAD);
    follow.held[follow.held_count++] =
        (struct held){.hit = *hit,
                      .registers = 1U << instruction->to,
                      .in_flags = instruction->sets_flags};
}

static void look_at_operand(const struct instruction *instruction,
                            const struct operand *operand)
{
    struct hit hit = {operand->address, operand->address + operand->size,
                      follow.place, ACCESSED_STORE};
    bool loads = false, stores = false;
    unsigned i;

    for (i = 0; i < follow.range_count; i++) {
        const struct watch_range *range = &follow.ranges[i];

        if (hit.low < range->high && range->low < hit.high) {
            loads |= operand->loads && range->loads;
            stores |= operand->stores && range->stores;
        }
    }
    if (stores && instruction->atomic)
        hit.kind = ACCESSED_ATOMIC;
    if (stores)
        keep(&hit);
    if (!loads || (stores && instruction->atomic))
        return;
    hit.kind = ACCESSED_LOAD;
    if (operand->size <= 8 && !stores)
        hold(&hit, instruction);
    else
        keep(&hit);
}

static void registers_of(const greg_t *from, struct registers *registers)
{
    static const unsigned char order[16] = {
        REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
        REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    unsigned i;

    for (i = 0; i < 16; i++)
        registers->general[i] = (uint64_t)from[order[i]];
    registers->ip = (uint64_t)from[REG_RIP];
}

/* What it will do next; false: that must not be followed. */
static bool look(const greg_t *general)
{
    struct instruction instruction;
    struct registers registers;

    registers_of(general, &registers);
    instruction = operand_decode(&registers, PAGE - registers.ip % PAGE);
    if (instruction.leaves)
        return false;
    look_at_held(&instruction);
    if (registers.ip == follow.last) /* a string instruction: was all told */
        return true;
    follow.last = registers.ip;
    look_at_operand(&instruction, &instruction.operands[0]);
    look_at_operand(&instruction, &instruction.operands[1]);
    return true;
}

static bool is_in(struct code code, uint64_t ip)
{
    return ip >= code.low && ip < code.high;
}

/* Before the instruction at `ip`; false: it is followed no further. */
static bool step(uint64_t ip, const greg_t *general)
{
    if (++follow.steps == STEPS || follow.hit_count == HITS)
        return false;
    if (is_in(follow.program, ip)) {
        follow.entered = true;
        follow.place = ip;
        return look(general);
    }
    if (!follow.entered)
        return true; /* on the way there */
    let_all_go();
    /* Code in no file may be such that cannot be read. */
    if (is_in(follow.ours, ip) || is_in(follow.linker, ip) ||
        modules_find(modules_current(), ip) == NULL)
        return false;
    return ++follow.library_steps < LIBRARY_STEPS && look(general);
}

/* ---------------------------------------------------------------- the trap */

void follow_return(void);
__asm__(".hidden follow_return\n"
        ".type follow_return, @function\n"
        "follow_return:\n\t"
        "mov $15, %eax\n\t" /* rt_sigreturn */
        "syscall\n"
        ".size follow_return, . - follow_return\n");

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

/* The program finds the signal as it has left it. */
static void stop(void)
{
    set_action(&previous, NULL);
    follow.stepping = false;
}

static void trapped(int number, siginfo_t *info, void *context)
{
    greg_t *general = ((ucontext_t *)context)->uc_mcontext.gregs;

    if (info->si_code != TRAP_TRACE || !follow.stepping) {
        hand_on(number, info, context);
        return;
    }
    if (step((uint64_t)general[REG_RIP], general))
        return;
    general[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    stop();
}

/* ------------------------------------------------------------------- when */

/* By a debugger: it would see each step.  Or there is no telling. */
static bool is_traced(void)
{
    char text[4096];
    const char *tracer;
    ssize_t length;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return true;
    length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return true;
    text[length] = '\0';
    tracer = strstr(text, "\nTracerPid:");
    return tracer == NULL || strtol(tracer + 11, NULL, 10) != 0;
}

/* NULL: there is no room. */
static struct start *find_start(const void *return_address)
{
    uint64_t address = (uintptr_t)return_address;
    uint64_t first = (address ^ address >> 10) * 7;
    unsigned i;

    for (i = 0; i < PROBES; i++) {
        struct start *found = &starts[(first + i) % STARTS];

        if (found->address == 0)
            found->address = address;
        if (found->address == address)
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

static struct code code_around(uint64_t address)
{
    const struct module *module = modules_find(modules_current(), address);

    return module == NULL ? (struct code){0, 0}
                          : (struct code){module->start, module->end};
}

/* Whoever comes out of the call is known, and was not followed often. */
static bool is_due(const struct murmel_call *call)
{
    const struct module *module;

    follow.range_count = watch_ranges(follow.ranges, RANGES);
    if (follow.range_count == 0) {
        start->idle++;
        return false;
    }
    module = modules_find(modules_current(), (uintptr_t)call->return_address);
    if (module == NULL || module->role != MODULE_APPLICATION)
        return false;
    follow.program = (struct code){module->start, module->end};
    follow.ours = code_around((uintptr_t)&follow_begin);
    follow.linker = code_around(getauxval(AT_BASE));
    return native_prepare() && !is_blocked() && !is_traced();
}

static bool begin(void)
{
    struct action ours = {.with_info = trapped,
                          .flags = SA_SIGINFO | HAS_RESTORER,
                          .restorer = follow_return,
                          .mask = ~UINT64_C(0)};

    if (!set_action(&ours, &previous))
        return false;
    follow.entered = false;
    follow.steps = follow.library_steps = 0;
    follow.hit_count = follow.held_count = 0;
    follow.last = 0;
    follow_under_way = follow.stepping = true;
    calls++;
    return true;
}

bool follow_begin(const struct murmel_call *call, bool *enough)
{
    int saved = errno;
    bool begun;

    if (murmel_is_native() || python_known || left == 0)
        follow_wanted = false;
    if (!follow_wanted || call->depth > 0 || call->flags != 0 ||
        follow_under_way || !thread_is_alone() ||
        !atomic_load_explicit(&observe_on, memory_order_relaxed))
        return false;
    start = find_start(call->return_address);
    *enough =
        start == NULL || start->visits == VISITS || start->idle == IDLE_VISITS;
    if (*enough)
        return false;
    begun = is_due(call) && begin();
    errno = saved;
    return begun;
}

static bool flag_is_set(void)
{
    uint64_t flags;

    __asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
                     "pushfq\n\t"
                     "popq %0\n\t"
                     "lea 128(%%rsp), %%rsp"
                     : "=r"(flags)
                     :
                     : "memory", "cc");
    return (flags & TRAP_FLAG) != 0;
}

static void clear_flag(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
                     "pushfq\n\t"
                     "andq $~0x100, (%%rsp)\n\t"
                     "popfq\n\t"
                     "lea 128(%%rsp), %%rsp"
                     :
                     :
                     : "memory", "cc");
}

void follow_end(void)
{
    int saved = errno;
    unsigned i;

    /* in a signal handler, after which it goes on */
    if (follow.stepping && follow.steps > 0 && !flag_is_set())
        return;
    if (follow.stepping) {
        follow_wanted = follow.steps > 0; /* an emulator knows no traps */
        clear_flag();
        stop();
    }
    let_all_go();
    follow_under_way = false;
    start->visits += follow.hit_count == 0;
    left -= follow.steps < left ? follow.steps : left;
    for (i = 0; i < follow.hit_count; i++) {
        const struct hit *hit = &follow.hits[i];

        if (hit->kind != ACCESSED_LOAD && hit->kind != ACCESSED_POLL)
            watch_content_stored(hit->low, hit->high);
        native_note(hit->low, hit->high - hit->low,
                    (const void *)(uintptr_t)(hit->ip + 1), hit->kind);
    }
    errno = saved;
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

void follow_end(void)
{
}

unsigned follow_calls(void)
{
    return 0;
}

#endif
