#include "follow.h"

#include "calls.h"
#include "flow.h"
#include "modules.h"
#include "native.h"
#include "observe.h"
#include "operand.h"
#include "poll.h"
#include "python.h"
#include "thread.h"
#include "watch.h"

#include <dlfcn.h>
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
#define STEPS_OF_ALL 2048
#define STEPS        256
/* Of these in libraries. */
#define LIBRARY_STEPS 64
#define VISITS        4
/* A site at which there was nothing to look at is not asked again after: */
#define IDLE_VISITS 64
#define STARTS      1024 /* a power of two */
#define PROBES      8
#define RANGES      64
#define HITS        128
#define TRAP_FLAG   0x100
/* Who loads as much from one place in the program does not poll there. */
#define MORE_THAN_FLAGS 64
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
    uint64_t value; /* what is loaded (flow.h): its bit; 0: it is not looked
                       at what becomes of it */
};

static struct start starts[STARTS];
static unsigned left = STEPS_OF_ALL, calls;
static struct action previous;
static struct start *start; /* where it is followed from */
/* Functions of the C library that load what they are told to, and no more. */
static uint64_t copiers[5];
/* A handler has come in between, and called MPI: what it interrupted may go on
 * step by step. */
static volatile bool interrupted;

/* Of the thread that is followed; read and written by its handler, too. */
static struct {
    struct code program;
    /* Libraries that do nothing for the program: the preload, and the dynamic
     * linker, which finds a function at its first call. */
    struct code ours, linker;
    bool entered; /* it is back in the program */
    bool copying; /* in a library, by one of the copiers */
    bool cut;     /* what came last is not known */
    volatile bool stepping;
    unsigned steps, library_steps;
    uint64_t last;    /* the instruction before */
    uint64_t place;   /* of the program: where it is, ... */
    uint64_t call;    /* ... and its last call of a function */
    uint64_t returns; /* where to, from what the linker was to find */
    unsigned range_count, hit_count, value_count;
    struct watch_range ranges[RANGES];
    struct hit hits[HITS];
    uint64_t values[FLOW_VALUES]; /* where they are loaded */
    struct flow flow;
} follow;

/* ------------------------------------------------------------- what it did */

static bool is_in(struct code code, uint64_t ip)
{
    return ip >= code.low && ip < code.high;
}

/* What one place in the program loads is one value. */
static uint64_t value_at(uint64_t place)
{
    unsigned i;

    for (i = 0; i < follow.value_count; i++)
        if (follow.values[i] == place)
            return UINT64_C(1) << i;
    if (i == FLOW_VALUES)
        return UINT64_C(1) << (i - 1);
    follow.values[follow.value_count++] = place;
    return UINT64_C(1) << i;
}

/* What it loads of what is watched, as a value. */
static uint64_t look_at_operand(const struct instruction *instruction,
                                const struct operand *operand)
{
    struct hit hit = {operand->address, operand->address + operand->size,
                      follow.place, ACCESSED_STORE, 0};
    bool loads = false, stores = false;
    unsigned i;

    for (i = 0; i < follow.range_count; i++) {
        const struct watch_range *range = &follow.ranges[i];

        if (hit.low < range->high && range->low < hit.high) {
            loads |= operand->loads && range->loads;
            stores |= operand->stores;
        }
    }
    if (stores && instruction->atomic)
        hit.kind = ACCESSED_ATOMIC;
    if (stores && follow.hit_count < HITS)
        follow.hits[follow.hit_count++] = hit;
    if (!loads || (stores && instruction->atomic) || follow.hit_count == HITS)
        return 0;
    /* Others in libraries load beyond what they look at, as they may. */
    if (!is_in(follow.program, follow.last) && !follow.copying)
        return 0;
    hit.kind = ACCESSED_LOAD;
    hit.value = value_at(follow.place);
    follow.hits[follow.hit_count++] = hit;
    return hit.value;
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

/* Several numbers at once. */
static bool is_vector(const struct instruction *instruction)
{
    const struct encoding *code = &instruction->encoding;

    return instruction->operands[0].size > 8 ||
           (code->map == 1 && code->opcode == 0x7e && code->scalar == 0xf3);
}

static bool is_watched(const struct operand *operand)
{
    unsigned i;

    for (i = 0; i < follow.range_count; i++)
        if (operand->address < follow.ranges[i].high &&
            follow.ranges[i].low < operand->address + operand->size)
            return true;
    return false;
}

/* A comparison that will fail stores nothing.  Other memory may be such that
 * the program has a handler for. */
static void look_at_exchange(struct instruction *instruction, uint64_t rax)
{
    const struct encoding *code = &instruction->encoding;
    struct operand *operand = &instruction->operands[0];

    if (code->map == 1 && !code->vex &&
        (code->opcode == 0xb0 || code->opcode == 0xb1) && is_watched(operand) &&
        memcmp((const void *)(uintptr_t)operand->address, &rax,
               operand->size) != 0)
        instruction->atomic = operand->stores = false;
}

static bool is_call(const struct encoding *code)
{
    return code->map == 0 && (code->opcode == 0xe8 ||
                              (code->opcode == 0xff && code->extension == 2));
}

/* What it will do next; false: that must not be followed. */
static bool look(const greg_t *general)
{
    struct instruction instruction;
    struct registers registers;
    uint64_t loads;

    registers_of(general, &registers);
    instruction = operand_decode(&registers, PAGE - registers.ip % PAGE);
    if (instruction.leaves)
        return false;
    if (registers.ip == follow.last) /* a string instruction: was all told */
        return true;
    follow.last = registers.ip;
    if (is_call(&instruction.encoding) && is_in(follow.program, registers.ip))
        follow.call = registers.ip;
    look_at_exchange(&instruction, registers.general[0]);
    loads = look_at_operand(&instruction, &instruction.operands[0]) |
            look_at_operand(&instruction, &instruction.operands[1]);
    flow_step(&follow.flow, &instruction, loads, is_vector(&instruction));
    return true;
}

static bool is_copier(uint64_t ip)
{
    unsigned i;

    for (i = 0; i < sizeof copiers / sizeof copiers[0]; i++)
        if (copiers[i] == ip)
            return true;
    return false;
}

/* In a library. */
static bool step_outside(uint64_t ip, const greg_t *general)
{
    if (is_in(follow.ours, ip)) {
        follow.cut = false;
        return false;
    }
    if (is_in(follow.linker, ip)) { /* what it is asked for is on the stack */
        follow.returns = ((const uint64_t *)(uintptr_t)general[REG_RSP])[2];
        return false;
    }
    if (modules_find(modules_current(), ip) == NULL)
        return false; /* code in no file may be such that cannot be read */
    if (is_in(follow.program, follow.last))
        follow.copying = is_copier(ip);
    follow.place = follow.call;
    return ++follow.library_steps < LIBRARY_STEPS && look(general);
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
    /* or on the way there */
    return !follow.entered || step_outside(ip, general);
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

/* The program may set, and look at, the signal's action itself: ours is only
 * there while it is executed step by step. */
static void trapped(int number, siginfo_t *info, void *context)
{
    greg_t *general = ((ucontext_t *)context)->uc_mcontext.gregs;

    if (info->si_code != TRAP_TRACE || !(follow.stepping || interrupted)) {
        hand_on(number, info, context);
        return;
    }
    if (!interrupted && step((uint64_t)general[REG_RIP], general))
        return;
    general[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    follow.stepping = interrupted = false;
    set_action(&previous, NULL);
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

static void find_copiers(void)
{
    static const char *const names[] = {"memcpy", "memmove", "mempcpy",
                                        "__memcpy_chk", "__memmove_chk"};
    unsigned i;

    for (i = 0; copiers[0] == 0 && i < sizeof names / sizeof names[0]; i++)
        copiers[i] = (uintptr_t)dlsym(RTLD_DEFAULT, names[i]);
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
    find_copiers();
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
    follow.hit_count = follow.value_count = 0;
    follow.last = follow.returns = follow.call = 0;
    follow.copying = false;
    follow.cut = true;
    memset(&follow.flow, 0, sizeof follow.flow);
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
    if (!follow_wanted || call->depth > 0 || call->flags != 0 || interrupted ||
        !thread_is_alone() ||
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

/* The program calls what polls, and loops of polls, call. */
static bool polls_by(unsigned id)
{
    return poll_is(id) || call_table[id].base == CALL_MPI_Win_sync;
}

static uint64_t bytes_of(uint64_t value)
{
    uint64_t bytes = 0;
    unsigned i;

    for (i = 0; i < follow.hit_count; i++)
        if (follow.hits[i].value == value)
            bytes += follow.hits[i].high - follow.hits[i].low;
    return bytes;
}

/* A load is a poll's if the program goes by its value: did so, or may do so
 * yet, if it is not known, or the call is such a one. */
static enum record_access_kind kind_of(const struct hit *hit, bool open,
                                       bool unknown)
{
    if (hit->value == 0)
        return hit->kind;
    if ((follow.flow.decided & hit->value) != 0)
        return ACCESSED_POLL;
    /* Who prints it does not wait for it. */
    if (unknown && (flow_given(&follow.flow) & hit->value) != 0)
        return ACCESSED_LOAD;
    return (open || unknown) && (flow_alive(&follow.flow) & hit->value) != 0 &&
                   bytes_of(hit->value) < MORE_THAN_FLAGS
               ? ACCESSED_POLL
               : ACCESSED_LOAD;
}

void follow_end(unsigned id, const void *return_address)
{
    int saved = errno;
    bool unknown, stopped = stop();
    unsigned i;

    if (follow.stepping && stopped)
        set_action(&previous, NULL);
    else if (follow.stepping)
        interrupted = true;
    if (interrupted && follow.steps == 0)
        follow_wanted = false; /* or an emulator, which knows no traps */
    follow.stepping = follow_under_way = false;
    unknown = follow.cut && follow.returns != (uintptr_t)return_address;
    start->visits += follow.hit_count == 0;
    left -= follow.steps < left ? follow.steps : left;
    for (i = 0; i < follow.hit_count; i++) {
        const struct hit *hit = &follow.hits[i];

        if ((hit->value & follow.flow.unasked) != 0)
            continue;
        if (hit->value == 0)
            watch_content_stored(hit->low, hit->high);
        native_note(hit->low, hit->high - hit->low,
                    (const void *)(uintptr_t)(hit->ip + 1),
                    kind_of(hit, polls_by(id), unknown));
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

void follow_end(unsigned id, const void *return_address)
{
    (void)id;
    (void)return_address;
}

unsigned follow_calls(void)
{
    return 0;
}

#endif
