#include "pass_over.h"

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
static const struct function {
    const char *name;
    enum pass_over how;
} functions[] = {
    {"sleep", PASS_OVER_SLEEPS},
    {"usleep", PASS_OVER_SLEEPS},
    {"nanosleep", PASS_OVER_SLEEPS},
    {"clock_nanosleep", PASS_OVER_SLEEPS},
    {"_gfortran_sleep_i4_sub", PASS_OVER_SLEEPS},
    {"snprintf", PASS_OVER_WRITES},
    {"sprintf", PASS_OVER_WRITES},
    {"__snprintf_chk", PASS_OVER_WRITES},
    {"__sprintf_chk", PASS_OVER_WRITES},
    /* numbers of strings */
    {"atoi", PASS_OVER_COMPUTES},
    {"atol", PASS_OVER_COMPUTES},
    {"atof", PASS_OVER_COMPUTES},
    {"strtol", PASS_OVER_COMPUTES},
    {"strtod", PASS_OVER_COMPUTES},
    /* what they say of strings, and of memory */
    {"strlen", PASS_OVER_COMPUTES},
    {"strnlen", PASS_OVER_COMPUTES},
    {"strcmp", PASS_OVER_COMPUTES},
    {"strncmp", PASS_OVER_COMPUTES},
    {"strcasecmp", PASS_OVER_COMPUTES},
    {"strchr", PASS_OVER_COMPUTES},
    {"strrchr", PASS_OVER_COMPUTES},
    {"strstr", PASS_OVER_COMPUTES},
    {"memcmp", PASS_OVER_COMPUTES},
    {"getenv", PASS_OVER_COMPUTES},
    /* output */
    {"printf", PASS_OVER},
    {"fprintf", PASS_OVER},
    {"vprintf", PASS_OVER},
    {"vfprintf", PASS_OVER},
    {"__printf_chk", PASS_OVER},
    {"__fprintf_chk", PASS_OVER},
    {"__vprintf_chk", PASS_OVER},
    {"__vfprintf_chk", PASS_OVER},
    {"puts", PASS_OVER},
    {"putchar", PASS_OVER},
    {"putc", PASS_OVER},
    {"fputc", PASS_OVER},
    {"fputs", PASS_OVER},
    {"fflush", PASS_OVER},
    {"perror", PASS_OVER},
    /* time */
    {"time", PASS_OVER},
    {"gettimeofday", PASS_OVER},
    {"clock_gettime", PASS_OVER},
    {"clock", PASS_OVER},
    /* numbers */
    {"rand", PASS_OVER},
    {"srand", PASS_OVER},
    {"random", PASS_OVER},
    {"srandom", PASS_OVER},
    {"rand_r", PASS_OVER},
    {"drand48", PASS_OVER},
    {"srand48", PASS_OVER},
    {"lrand48", PASS_OVER},
    /* memory */
    {"malloc", PASS_OVER},
    {"calloc", PASS_OVER},
    {"free", PASS_OVER},
    {NULL, PASS_OVER_NOT},
    /* of the mathematical library, and of OpenMP's */
    {"sqrt", PASS_OVER_COMPUTES},
    {"exp", PASS_OVER_COMPUTES},
    {"log", PASS_OVER_COMPUTES},
    {"pow", PASS_OVER_COMPUTES},
    {"sin", PASS_OVER_COMPUTES},
    {"cos", PASS_OVER_COMPUTES},
    {"tan", PASS_OVER_COMPUTES},
    {"floor", PASS_OVER_COMPUTES},
    {"ceil", PASS_OVER_COMPUTES},
    {"fmod", PASS_OVER_COMPUTES},
    {"sqrtf", PASS_OVER_COMPUTES},
    {"expf", PASS_OVER_COMPUTES},
    {"powf", PASS_OVER_COMPUTES},
    {NULL, PASS_OVER_NOT},
    {"omp_get_thread_num", PASS_OVER},
    {"omp_get_num_threads", PASS_OVER},
    {"omp_get_max_threads", PASS_OVER},
    {"omp_get_wtime", PASS_OVER},
    {NULL, PASS_OVER_NOT},
    /* of C++: << of a string, a character, an int, ...; new; clocks */
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", PASS_OVER},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", PASS_OVER},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE",
     PASS_OVER},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
     "PKS3_l",
     PASS_OVER},
    {"_ZNSolsEi", PASS_OVER},
    {"_ZNSolsEj", PASS_OVER},
    {"_ZNSolsEl", PASS_OVER},
    {"_ZNSolsEm", PASS_OVER},
    {"_ZNSolsEx", PASS_OVER},
    {"_ZNSolsEy", PASS_OVER},
    {"_ZNSolsEb", PASS_OVER},
    {"_ZNSolsEd", PASS_OVER},
    {"_ZNSolsEf", PASS_OVER},
    {"_ZNSolsEPFRSoS_E", PASS_OVER},
    {"_ZNSo9_M_insertIlEERSoT_", PASS_OVER},
    {"_ZNSo9_M_insertImEERSoT_", PASS_OVER},
    {"_ZNSo9_M_insertIbEERSoT_", PASS_OVER},
    {"_ZNSo9_M_insertIdEERSoT_", PASS_OVER},
    {"_ZNSo3putEc", PASS_OVER},
    {"_ZNSo5flushEv", PASS_OVER},
    {"_Znwm", PASS_OVER},
    {"_Znam", PASS_OVER},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", PASS_OVER},
    {"_ZNSt6chrono3_V212system_clock3nowEv", PASS_OVER},
    {"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_"
     "ES6_",
     PASS_OVER},
    {NULL, PASS_OVER_NOT},
    /* of gfortran's library: print and write, whose loads the preload sees */
    {"_gfortran_st_write", PASS_OVER},
    {"_gfortran_st_write_done", PASS_OVER},
    {"_gfortran_transfer_integer_write", PASS_OVER_TELLS},
    {"_gfortran_transfer_logical_write", PASS_OVER_TELLS},
    {"_gfortran_transfer_real_write", PASS_OVER_TELLS},
    {"_gfortran_transfer_complex_write", PASS_OVER_TELLS},
    {"_gfortran_transfer_character_write", PASS_OVER_TELLS},
    {"_gfortran_transfer_array_write", PASS_OVER_TELLS},
    {"_gfortran_flush_i4", PASS_OVER},
    {"_gfortran_system_clock_4", PASS_OVER},
    {"_gfortran_system_clock_8", PASS_OVER},
    {"_gfortran_cpu_time_4", PASS_OVER},
    {"_gfortran_cpu_time_8", PASS_OVER},
};

#define FUNCTIONS (sizeof functions / sizeof functions[0])

/* Bytes of the stack that a function which is passed over takes at most. */
#define NEAR ((uintptr_t)1 << 20)

static uint64_t addresses[FUNCTIONS];
static bool started;
/* This thread's, where it lies, until it has returned; an exception may have
 * passed it. */
static __thread uint64_t *exchanged __attribute__((tls_model("initial-exec")));

void pass_over_start(void)
{
    size_t begins = 0, i;

    pass_over_resumes_at = 0;
    for (i = 0; !started && i < FUNCTIONS; i++) {
        if (functions[i].name == NULL) {
            begins = i + 1;
            continue;
        }
        if (i == begins || addresses[begins] != 0)
            addresses[i] = (uintptr_t)dlsym(RTLD_DEFAULT, functions[i].name);
    }
    started = true;
}

static enum pass_over how_at(size_t i)
{
    return i == FUNCTIONS ? PASS_OVER_NOT : functions[i].how;
}

enum pass_over pass_over_knows(uint64_t address)
{
    size_t i = 0;

    while (i < FUNCTIONS && addresses[i] != address)
        i++;
    return how_at(i);
}

enum pass_over pass_over_knows_name(const char *name)
{
    size_t i = 0;

    while (i < FUNCTIONS &&
           (functions[i].name == NULL || strcmp(functions[i].name, name) != 0))
        i++;
    return how_at(i);
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

/* What an exception has passed may be the stack of a coroutine that is gone. */
static bool is_near(const uint64_t *place)
{
    return (uintptr_t)place - (uintptr_t)__builtin_frame_address(0) < NEAR;
}

uint64_t pass_over_undo(void)
{
    uint64_t ours =
        pass_over_resumes_at != 0 && is_near(exchanged) ? *exchanged : 0;

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
