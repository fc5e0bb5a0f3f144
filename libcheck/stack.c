#define UNW_LOCAL_ONLY
#include "stack.h"

#include "arena.h"
#include "pass_over.h"

#include <dlfcn.h>
#include <errno.h>
#include <libunwind.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <ucontext.h>

/* unw_init_local2 is a macro that names the function for this machine */
#define NAME_OF(function)          NAME_OF_EXPANDED(function)
#define NAME_OF_EXPANDED(function) #function

static int (*backtrace_function)(void **, int);
static void *(*enclosing_function)(void *);
#if defined(__x86_64__)
static int (*context_function)(unw_context_t *);
static int (*save_function)(unw_cursor_t *, int, unw_save_loc_t *);
#endif
static int (*init_function)(unw_cursor_t *, unw_context_t *, int);
static int (*step_function)(unw_cursor_t *);
static int (*get_reg_function)(unw_cursor_t *, unw_regnum_t, unw_word_t *);
static void (*flush_function)(unw_addr_space_t, unw_word_t, unw_word_t);
static unw_addr_space_t *local_space;

static void find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);

    memcpy(function, &address, sizeof address);
}

#if defined(__x86_64__)
/* As unw_backtrace, which keeps what it has found for the thread, until that
 * ends. */
static int backtrace_without_cache(void **frames, int most)
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t address;
    int count = 0;

    if (context_function(&context) != 0 ||
        init_function(&cursor, &context, 0) != 0)
        return 0;
    while (count < most && step_function(&cursor) > 0 &&
           get_reg_function(&cursor, UNW_REG_IP, &address) == 0 && address != 0)
        frames[count++] = (void *)(uintptr_t)address;
    return count;
}
#endif

/*
 * The thread sanitizer ends a thread in the last round of its destructors, and
 * so does unw_backtrace, which then locks a mutex by functions of a sanitizer
 * that does not know the thread any more.
 */
static void avoid_cache(void)
{
    if (dlsym(RTLD_DEFAULT, "__tsan_mutex_create") == NULL)
        return;
    backtrace_function = NULL;
#if defined(__x86_64__)
    if (context_function != NULL && init_function != NULL &&
        step_function != NULL && get_reg_function != NULL)
        backtrace_function = backtrace_without_cache;
#endif
}

/* The code of the C library, in which the functions are that threads, and
 * coroutines, begin with. */
static struct {
    uintptr_t low, high;
    uintptr_t coroutine; /* what the function of one returns to */
} library_code;

static int find_code(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t inside = (uintptr_t)pthread_create, low, high;
    int i;

    (void)size;
    (void)unused;
    for (i = 0; i < info->dlpi_phnum; i++) {
        low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        high = low + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && inside >= low &&
            inside < high) {
            library_code.low = low;
            library_code.high = high;
            return 1;
        }
    }
    return 0;
}

static void find_beginnings(void)
{
    static uintptr_t words[1024]; /* a stack of which nothing is used */
    ucontext_t context;

    dl_iterate_phdr(find_code, NULL);
    if (getcontext(&context) != 0)
        return;
    context.uc_stack.ss_sp = words;
    context.uc_stack.ss_size = sizeof words;
    context.uc_link = NULL;
    makecontext(&context, stack_init, 0);
#if defined(__x86_64__)
    library_code.coroutine =
        *(const uintptr_t *)context.uc_mcontext.gregs[REG_RSP];
#else
    library_code.coroutine = context.uc_mcontext.regs[30];
#endif
}

/* libunwind has it on x86-64, but not on aarch64. */
static void find_enclosing(void *library)
{
    static const char name[] = "_Unwind_FindEnclosingFunction";

    find(library, name, &enclosing_function);
    if (enclosing_function != NULL)
        return;
    library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library != NULL)
        find(library, name, &enclosing_function);
}

void stack_init(void)
{
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);

    find_beginnings();
    if (library == NULL)
        return;
    find(library, NAME_OF(unw_backtrace), &backtrace_function);
    find_enclosing(library);
#if defined(__x86_64__)
    find(library, NAME_OF(unw_tdep_getcontext), &context_function);
    find(library, NAME_OF(unw_get_save_loc), &save_function);
#endif
    find(library, NAME_OF(unw_init_local2), &init_function);
    find(library, NAME_OF(unw_step), &step_function);
    find(library, NAME_OF(unw_get_reg), &get_reg_function);
    find(library, NAME_OF(unw_flush_cache), &flush_function);
    local_space = dlsym(library, NAME_OF(unw_local_addr_space));
    avoid_cache();
}

static int walk(void **frames, int most)
{
    uint64_t undone;
    int count;

    if (backtrace_function == NULL)
        return 0;
    undone = pass_over_undo();
    count = backtrace_function(frames, most);
    pass_over_redo(undone);
    return count;
}

int stack_here(void *frames[STACK_FRAMES_MAX])
{
    return walk(frames, STACK_FRAMES_MAX);
}

/* Bytes of the program's code that is called first. */
#define ENTRY 128

/* Of return addresses libunwind has the byte before, on aarch64. */
static bool is_coroutine(uintptr_t at)
{
    return at == library_code.coroutine || at + 1 == library_code.coroutine;
}

bool stack_is_whole(void)
{
    enum { FRAMES = 4096 };
    void **frames = arena_take(FRAMES * sizeof *frames);
    uintptr_t entry = getauxval(AT_ENTRY), at = 0;
    int i, count;

    if (frames == NULL)
        return false;
    count = walk(frames, FRAMES);
    for (i = 0; i < count && !is_coroutine(at); i++)
        if (frames[i] != NULL)
            at = (uintptr_t)frames[i];
    arena_give(frames, FRAMES * sizeof *frames);
    return count < FRAMES && !is_coroutine(at) &&
           ((at >= entry && at < entry + ENTRY) ||
            (at >= library_code.low && at < library_code.high));
}

void *stack_function(void *return_address)
{
    return enclosing_function == NULL
               ? NULL
               : enclosing_function(
                     (void *)((uintptr_t)return_address - 1));
}

#if defined(__x86_64__)
/* Where it is saved; NULL: not in the stack. */
static void *const *saved_frame_pointer(unw_cursor_t *cursor)
{
    unw_save_loc_t location;

    if (save_function(cursor, UNW_X86_64_RBP, &location) != 0 ||
        location.type != UNW_SLT_MEMORY)
        return NULL;
    return (void *const *)(uintptr_t)location.u.addr;
}

/* A return address lies just below the stack of the frame it returns to. */
int stack_walk(struct stack_frame frames[STACK_FRAMES_MAX])
{
    unw_context_t context;
    unw_cursor_t cursor;
    unw_word_t address, stack;
    int count = 0;

    if (context_function == NULL || init_function == NULL ||
        step_function == NULL || get_reg_function == NULL ||
        save_function == NULL || context_function(&context) != 0 ||
        init_function(&cursor, &context, 0) != 0)
        return 0;
    while (count < STACK_FRAMES_MAX && step_function(&cursor) > 0) {
        struct stack_frame *frame = &frames[count];

        if (get_reg_function(&cursor, UNW_REG_IP, &address) != 0 ||
            get_reg_function(&cursor, UNW_REG_SP, &stack) != 0 || address == 0)
            break;
        frame->address = (void *)(uintptr_t)address;
        frame->place = (void *const *)(uintptr_t)stack - 1;
        frame->saved = saved_frame_pointer(&cursor);
        if (*frame->place != frame->address)
            return 0;
        count++;
    }
    return count;
}
#else
int stack_walk(struct stack_frame frames[STACK_FRAMES_MAX])
{
    (void)frames;
    return 0;
}
#endif

void *stack_address(const void *context)
{
    const ucontext_t *interrupted = context;

#if defined(__x86_64__)
    return (void *)interrupted->uc_mcontext.gregs[REG_RIP];
#else
    return (void *)interrupted->uc_mcontext.pc;
#endif
}

uint64_t stack_pointer(const void *context)
{
    const ucontext_t *interrupted = context;

#if defined(__x86_64__)
    return (uint64_t)interrupted->uc_mcontext.gregs[REG_RSP];
#else
    return interrupted->uc_mcontext.sp;
#endif
}

/* After a jump to where no code is: makes the context that of the caller. */
static void step_back(ucontext_t *context)
{
#if defined(__x86_64__)
    greg_t *stack = (greg_t *)context->uc_mcontext.gregs[REG_RSP];

    context->uc_mcontext.gregs[REG_RIP] = *stack;
    context->uc_mcontext.gregs[REG_RSP] += 8;
#else
    context->uc_mcontext.pc = context->uc_mcontext.regs[30];
#endif
}

static int walk_interrupted(void *context, bool wild,
                            void *frames[STACK_FRAMES_MAX])
{
    ucontext_t copy = *(const ucontext_t *)context;
    unw_cursor_t cursor;
    unw_word_t address;
    int count = 0;

    if (init_function == NULL || step_function == NULL ||
        get_reg_function == NULL)
        return 0;
    if (wild) {
        frames[count++] = stack_address(context);
        step_back(&copy);
    }
    /* on some machines libunwind has a type of its own for the same thing */
    if (init_function(&cursor, (unw_context_t *)(void *)&copy,
                      UNW_INIT_SIGNAL_FRAME) != 0)
        return count;
    do {
        if (get_reg_function(&cursor, UNW_REG_IP, &address) != 0 ||
            (address == 0 && count > 0))
            break;
        frames[count++] = (void *)(uintptr_t)address;
    } while (count < STACK_FRAMES_MAX && step_function(&cursor) > 0);
    return count;
}

int stack_interrupted(void *context, bool wild, void *frames[STACK_FRAMES_MAX])
{
    uint64_t undone = pass_over_undo();
    int count = walk_interrupted(context, wild, frames);

    pass_over_redo(undone);
    return count;
}

const void *stack_signal_return(void)
{
    struct sigaction segv;
    int saved = errno, failed = sigaction(SIGSEGV, NULL, &segv);

    errno = saved;
    /* Murmel has a handler of its own for it (process.c). */
    if (failed != 0 || segv.sa_handler == SIG_DFL || segv.sa_handler == SIG_IGN)
        return NULL;
    return (const void *)(uintptr_t)segv.sa_restorer;
}

void stack_forget(void)
{
    if (flush_function != NULL && local_space != NULL)
        flush_function(*local_space, 0, 0);
}
