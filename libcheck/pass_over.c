#include "pass_over.h"

#include "readable.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)

/*
 * The code that functions return into (_late: those that may take long, in
 * which a debugger may have come, see follow.h), for which one that unwinds
 * (for an exception, or to tell where it is) finds the caller: it is where
 * pass_over_resumes_at says, whose distance lies before the code.  Frames are
 * told apart by their CFA (the stack pointer of who calls), so it says another
 * than the function itself, and what the stack pointer is by a rule of its own.
 */
void pass_over_resume(void);
void pass_over_resume_late(void);
extern uint64_t pass_over_resumes_at __attribute__((visibility("hidden")));
__asm__(".pushsection .bss\n"
        ".balign 8\n"
        ".hidden pass_over_resumes_at\n"
        ".globl pass_over_resumes_at\n"
        "pass_over_resumes_at:\n\t"
        ".zero 8\n"
        ".popsection\n"
        ".pushsection .text\n"
        ".macro resume_begins name\n"
        "0:\n\t"
        ".quad pass_over_resumes_at - 0b\n"
        ".type before_\\name, @function\n"
        "before_\\name:\n\t"
        ".cfi_startproc\n\t"
        ".cfi_def_cfa %rsp, -8\n\t"
        /* rsp is rsp + 0 */
        ".cfi_escape 0x16, 0x07, 2, 0x77, 0x00\n\t"
        /* rip is at: rip - 9 + *(int64_t *)(rip - 9) */
        ".cfi_escape 0x10, 0x10, 5, 0x80, 0x77, 0x12, 0x06, 0x22\n\t"
        "nop\n" /* who unwinds looks for the byte before */
        ".hidden \\name\n"
        ".globl \\name\n"
        "\\name:\n\t"
        "pushq pass_over_resumes_at(%rip)\n\t"
        ".cfi_endproc\n\t"
        ".cfi_startproc\n" /* as if that had called us */
        ".endm\n"
        ".macro resume_ends name\n\t"
        ".cfi_endproc\n"
        ".size before_\\name, . - before_\\name\n"
        ".endm\n"
        "resume_begins pass_over_resume\n"
        "1:\n\t"
        "pushfq\n\t"
        ".cfi_adjust_cfa_offset 8\n\t"
        "orq $0x100, (%rsp)\n\t"
        "popfq\n\t"
        ".cfi_adjust_cfa_offset -8\n\t"
        "ret\n"
        "resume_ends pass_over_resume\n"
        "resume_begins pass_over_resume_late\n\t"
        "pushq %rax\n\t"
        ".cfi_adjust_cfa_offset 8\n\t"
        "call follow_resumes\n\t"
        "testb %al, %al\n\t"
        "popq %rax\n\t"
        ".cfi_adjust_cfa_offset -8\n\t"
        "jne 1b\n\t"
        "ret\n"
        "resume_ends pass_over_resume_late\n"
        ".popsection\n");

/* Not those that return twice (setjmp), or ask who has called them (dlsym).  By
 * library: where the first is not there, none is. */
static const struct pass_over_function functions[] = {
    {"sleep", PASS_OVER_SLEEPS, NULL},
    {"usleep", PASS_OVER_SLEEPS, NULL},
    {"nanosleep", PASS_OVER_SLEEPS, NULL},
    {"clock_nanosleep", PASS_OVER_SLEEPS, NULL},
    {"_gfortran_sleep_i4_sub", PASS_OVER_SLEEPS, NULL},
    {"strcpy", PASS_OVER_WRITES, "ds"},
    {"__strcpy_chk", PASS_OVER_WRITES, "ds"},
    {"stpcpy", PASS_OVER_WRITES, "ds"},
    {"snprintf", PASS_OVER_WRITES, "d-f"},
    {"sprintf", PASS_OVER_WRITES, "df"},
    {"__snprintf_chk", PASS_OVER_WRITES, "d---f"},
    {"__sprintf_chk", PASS_OVER_WRITES, "d--f"},
    /* numbers of strings */
    {"atoi", PASS_OVER_COMPUTES, "s"},
    {"atol", PASS_OVER_COMPUTES, "s"},
    {"atoll", PASS_OVER_COMPUTES, "s"},
    {"atof", PASS_OVER_COMPUTES, "s"},
    {"strtol", PASS_OVER_COMPUTES, "s"},
    {"strtoul", PASS_OVER_COMPUTES, "s"},
    {"strtoll", PASS_OVER_COMPUTES, "s"},
    {"strtoull", PASS_OVER_COMPUTES, "s"},
    {"strtod", PASS_OVER_COMPUTES, "s"},
    {"strtof", PASS_OVER_COMPUTES, "s"},
    /* what they say of strings, and of memory */
    {"strlen", PASS_OVER_COMPUTES, "s"},
    {"strnlen", PASS_OVER_COMPUTES, NULL},
    {"strcmp", PASS_OVER_COMPUTES, "ss"},
    {"strncmp", PASS_OVER_COMPUTES, NULL},
    {"strcasecmp", PASS_OVER_COMPUTES, "ss"},
    {"strchr", PASS_OVER_COMPUTES, "s"},
    {"strrchr", PASS_OVER_COMPUTES, "s"},
    {"strstr", PASS_OVER_COMPUTES, "ss"},
    {"memcmp", PASS_OVER_COMPUTES, "bb"},
    {"getenv", PASS_OVER_COMPUTES, NULL},
    /* output */
    {"printf", PASS_OVER, "f"},
    {"fprintf", PASS_OVER, "-f"},
    {"vprintf", PASS_OVER, NULL},
    {"vfprintf", PASS_OVER, NULL},
    {"__printf_chk", PASS_OVER, "-f"},
    {"__fprintf_chk", PASS_OVER, "--f"},
    {"__vprintf_chk", PASS_OVER, NULL},
    {"__vfprintf_chk", PASS_OVER, NULL},
    {"puts", PASS_OVER, "s"},
    {"putchar", PASS_OVER, NULL},
    {"putc", PASS_OVER, NULL},
    {"fputc", PASS_OVER, NULL},
    {"fwrite", PASS_OVER, "b"},
    {"fputs", PASS_OVER, "s"},
    {"fflush", PASS_OVER, NULL},
    {"perror", PASS_OVER, "s"},
    {"write", PASS_OVER, "-b"},
    {"pwrite", PASS_OVER, "-b"},
    {"fopen", PASS_OVER, NULL},
    {"fopen64", PASS_OVER, NULL},
    {"fclose", PASS_OVER, NULL},
    {"open", PASS_OVER, NULL},
    {"open64", PASS_OVER, NULL},
    {"close", PASS_OVER, NULL},
    /* time */
    {"time", PASS_OVER, NULL},
    {"gettimeofday", PASS_OVER, NULL},
    {"clock_gettime", PASS_OVER, NULL},
    {"clock", PASS_OVER, NULL},
    /* numbers */
    {"rand", PASS_OVER, NULL},
    {"srand", PASS_OVER, NULL},
    {"random", PASS_OVER, NULL},
    {"srandom", PASS_OVER, NULL},
    {"rand_r", PASS_OVER, NULL},
    {"drand48", PASS_OVER, NULL},
    {"srand48", PASS_OVER, NULL},
    {"lrand48", PASS_OVER, NULL},
    /* memory */
    {"malloc", PASS_OVER, NULL},
    {"calloc", PASS_OVER, NULL},
    {"free", PASS_OVER, NULL},
    {NULL, PASS_OVER_NOT, NULL},
    /* of the mathematical library, and of OpenMP's */
    {"sqrt", PASS_OVER_COMPUTES, NULL},
    {"exp", PASS_OVER_COMPUTES, NULL},
    {"log", PASS_OVER_COMPUTES, NULL},
    {"pow", PASS_OVER_COMPUTES, NULL},
    {"sin", PASS_OVER_COMPUTES, NULL},
    {"cos", PASS_OVER_COMPUTES, NULL},
    {"tan", PASS_OVER_COMPUTES, NULL},
    {"floor", PASS_OVER_COMPUTES, NULL},
    {"ceil", PASS_OVER_COMPUTES, NULL},
    {"fmod", PASS_OVER_COMPUTES, NULL},
    {"sqrtf", PASS_OVER_COMPUTES, NULL},
    {"expf", PASS_OVER_COMPUTES, NULL},
    {"powf", PASS_OVER_COMPUTES, NULL},
    {NULL, PASS_OVER_NOT, NULL},
    {"omp_get_thread_num", PASS_OVER, NULL},
    {"omp_get_num_threads", PASS_OVER, NULL},
    {"omp_get_max_threads", PASS_OVER, NULL},
    {"omp_get_wtime", PASS_OVER, NULL},
    {NULL, PASS_OVER_NOT, NULL},
    /* of C++: << of a string, a character, an int, ...; new; clocks */
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", PASS_OVER,
     "-s"},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", PASS_OVER, NULL},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE",
     PASS_OVER, NULL},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
     "PKS3_l",
     PASS_OVER, "-b"},
    {"_ZNSolsEi", PASS_OVER, NULL},
    {"_ZNSolsEj", PASS_OVER, NULL},
    {"_ZNSolsEl", PASS_OVER, NULL},
    {"_ZNSolsEm", PASS_OVER, NULL},
    {"_ZNSolsEx", PASS_OVER, NULL},
    {"_ZNSolsEy", PASS_OVER, NULL},
    {"_ZNSolsEb", PASS_OVER, NULL},
    {"_ZNSolsEd", PASS_OVER, NULL},
    {"_ZNSolsEf", PASS_OVER, NULL},
    {"_ZNSolsEPFRSoS_E", PASS_OVER, NULL},
    {"_ZNSo9_M_insertIlEERSoT_", PASS_OVER, NULL},
    {"_ZNSo9_M_insertImEERSoT_", PASS_OVER, NULL},
    {"_ZNSo9_M_insertIbEERSoT_", PASS_OVER, NULL},
    {"_ZNSo9_M_insertIdEERSoT_", PASS_OVER, NULL},
    {"_ZNSo3putEc", PASS_OVER, NULL},
    {"_ZNSo5flushEv", PASS_OVER, NULL},
    {"_Znwm", PASS_OVER, NULL},
    {"_Znam", PASS_OVER, NULL},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", PASS_OVER, NULL},
    {"_ZNSt6chrono3_V212system_clock3nowEv", PASS_OVER, NULL},
    {"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_"
     "ES6_",
     PASS_OVER, NULL},
    {NULL, PASS_OVER_NOT, NULL},
    /* of gfortran's library: print and write, whose loads the preload sees */
    {"_gfortran_st_write", PASS_OVER, NULL},
    {"_gfortran_st_write_done", PASS_OVER, NULL},
    {"_gfortran_transfer_integer_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_transfer_logical_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_transfer_real_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_transfer_complex_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_transfer_character_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_transfer_array_write", PASS_OVER_TELLS, NULL},
    {"_gfortran_flush_i4", PASS_OVER, NULL},
    {"_gfortran_system_clock_4", PASS_OVER, NULL},
    {"_gfortran_system_clock_8", PASS_OVER, NULL},
    {"_gfortran_cpu_time_4", PASS_OVER, NULL},
    {"_gfortran_cpu_time_8", PASS_OVER, NULL},
};

#define FUNCTIONS (sizeof functions / sizeof functions[0])

/* Bytes of the stack that a function which is passed over takes at most. */
#define NEAR ((uintptr_t)1 << 20)

static uint64_t addresses[FUNCTIONS];
static bool started;
/* This thread's, where it lies, until it has returned; an exception may have
 * passed it. */
static __thread uint64_t *exchanged __attribute__((tls_model("initial-exec")));

/* Whether it is a library's of which the table tells, or another malloc's: a
 * program may have a function of such a name of its own. */
static bool is_of_library(const void *function)
{
    static const char *const libraries[] = {
        "libc.",       "libc-",        "libm.",      "libm-",
        "libgomp.",    "libomp.",      "libiomp5.",  "libstdc++.",
        "libc++.",     "libgfortran.", "libmurmel",  "libjemalloc",
        "libtcmalloc", "libmimalloc",  "linux-vdso."};
    const char *name;
    Dl_info info;
    size_t i;

    if (function == NULL || dladdr(function, &info) == 0)
        return false;
    name = strrchr(info.dli_fname, '/');
    name = name != NULL ? name + 1 : info.dli_fname;
    for (i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        if (strncmp(name, libraries[i], strlen(libraries[i])) == 0)
            return true;
    return false;
}

void pass_over_start(void)
{
    size_t begins = 0, i;
    void *function;

    pass_over_resumes_at = 0;
    for (i = 0; !started && i < FUNCTIONS; i++) {
        if (functions[i].name == NULL) {
            begins = i + 1;
            continue;
        }
        if (i != begins && addresses[begins] == 0)
            continue;
        function = dlsym(RTLD_DEFAULT, functions[i].name);
        if (is_of_library(function))
            addresses[i] = (uintptr_t)function;
    }
    started = true;
}

const struct pass_over_function *pass_over_knows(uint64_t address)
{
    size_t i = 0;

    while (i < FUNCTIONS && addresses[i] != address)
        i++;
    return i == FUNCTIONS || functions[i].name == NULL ? NULL : &functions[i];
}

const struct pass_over_function *pass_over_knows_name(const char *name)
{
    size_t i = 0;

    while (i < FUNCTIONS &&
           (functions[i].name == NULL || strcmp(functions[i].name, name) != 0))
        i++;
    return i == FUNCTIONS || addresses[i] == 0 ? NULL : &functions[i];
}

/* The processor keeps where functions return to (Linux 6.6 on). */
static bool has_shadow_stack(void)
{
    uint64_t features = 0;

    return syscall(SYS_arch_prctl, 0x5005 /* ARCH_SHSTK_STATUS */, &features) ==
               0 &&
           features != 0;
}

bool pass_over_begin(uint64_t *returns, enum pass_over how)
{
    if (how == PASS_OVER_NOT || pass_over_resumes_at != 0 || has_shadow_stack())
        return false;
    pass_over_resumes_at = *returns;
    *returns = how == PASS_OVER_SLEEPS ? (uintptr_t)pass_over_resume_late
                                       : (uintptr_t)pass_over_resume;
    exchanged = returns;
    return true;
}

void pass_over_end(void)
{
    pass_over_resumes_at = 0;
    exchanged = NULL;
}

static bool is_ours(uint64_t return_address)
{
    return return_address == (uintptr_t)pass_over_resume ||
           return_address == (uintptr_t)pass_over_resume_late;
}

const void *pass_over_caller(const void *return_address)
{
    return is_ours((uintptr_t)return_address)
               ? (const void *)(uintptr_t)pass_over_resumes_at
               : return_address;
}

/* What an exception, or a signal's handler, has passed may be the stack of a
 * coroutine that is gone. */
static bool is_there(const uint64_t *place)
{
    return (uintptr_t)place - (uintptr_t)__builtin_frame_address(0) < NEAR &&
           readable_pages((uintptr_t)place, (uintptr_t)(place + 1));
}

uint64_t pass_over_undo(void)
{
    uint64_t ours =
        pass_over_resumes_at != 0 && is_there(exchanged) ? *exchanged : 0;

    if (!is_ours(ours))
        return 0;
    *exchanged = pass_over_resumes_at;
    return ours;
}

void pass_over_redo(uint64_t undone)
{
    if (undone != 0)
        *exchanged = undone;
}

#else

const void *pass_over_caller(const void *return_address)
{
    return return_address;
}

uint64_t pass_over_undo(void)
{
    return 0;
}

void pass_over_redo(uint64_t undone)
{
    (void)undone;
}

#endif
