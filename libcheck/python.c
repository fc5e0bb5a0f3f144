#include "python.h"

#include "hash.h"
#include "python_layout.h"
#include "stack.h"

#include <dlfcn.h>
#include <string.h>

#define PAGE_SIZE    ((uintptr_t)4096) /* at least */
#define LEAST_OBJECT ((size_t)32)      /* of text or bytes */
/* As much is looked at of lines and names at each call. */
#define CONTENTS_MAX 512
/* Each frame of Python may be followed by one of C. */
#define LOOKS_MAX (2 * PYTHON_FRAMES_MAX)
/* No other memory is as near below the main thread's stack: the system leaves
 * 128 MB there at least. */
#define STACK_LEFT_MAX ((uintptr_t)64 << 20)

enum trust {
    TRUST_UNTRIED,
    TRUST_YES, /* the layout has been found to be true */
    TRUST_NO
};

_Atomic bool python_known;
struct python_layout python_layout;
struct python_types python_types;

static void *(*thread_state)(void);
static void *run_function;
static const char *stack_end; /* of the main thread's */
static _Atomic int trust;

/*
 * CPython's Include/cpython/pystate.h, code.h, unicodeobject.h and
 * internal/pycore_frame.h (3.14: pycore_interpframe_structs.h) of each version
 * from its final release on, 64 bits, as offsetof says with the headers
 * of 3.11.2, 3.12.0, 3.12.6, 3.13.5 and 3.14.10.
 */
static const struct python_layout layouts[] = {
    {.version = 0x030b00f0,
     .thread_frame = 56,
     .has_cframe = true,
     .cframe_current = 8,
     .frame_size = 72,
     .frame_code = 32,
     .frame_previous = 48,
     .frame_instruction = 56,
     .frame_entry = 68,
     .code_size = 184,
     .code_first_line = 72,
     .code_file = 112,
     .code_function = 128,
     .code_lines = 136,
     .code_instructions = 184,
     .text_ascii = 48,
     .text_other = 72},
    {.version = 0x030c00f0,
     .thread_frame = 56,
     .has_cframe = true,
     .cframe_current = 0,
     .frame_size = 72,
     .frame_code = 0,
     .frame_previous = 8,
     .frame_instruction = 56,
     .frame_owner = 70,
     .code_size = 192,
     .code_first_line = 68,
     .code_file = 112,
     .code_function = 128,
     .code_lines = 136,
     .code_instructions = 192,
     .text_ascii = 40,
     .text_other = 56},
    {.version = 0x030d00f0,
     .thread_frame = 72,
     .frame_size = 72,
     .frame_code = 0,
     .frame_previous = 8,
     .frame_instruction = 56,
     .frame_owner = 70,
     .code_size = 192,
     .code_first_line = 68,
     .code_file = 112,
     .code_function = 128,
     .code_lines = 136,
     .code_instructions = 200,
     .text_ascii = 40,
     .text_other = 56},
    {.version = 0x030e00f0,
     .thread_frame = 72,
     .frame_size = 80,
     .frame_code = 0,
     .frame_previous = 8,
     .frame_instruction = 56,
     .frame_owner = 74,
     .code_size = 192,
     .code_first_line = 68,
     .code_file = 112,
     .code_function = 128,
     .code_lines = 136,
     .code_instructions = 208,
     .text_ascii = 40,
     .text_other = 56},
};

static bool find_layout(void)
{
    const unsigned long *version = dlsym(RTLD_DEFAULT, "Py_Version");
    size_t i;

    if (version == NULL)
        return false;
    for (i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (*version >= layouts[i].version &&
            *version >> 16 == layouts[i].version >> 16) {
            python_layout = layouts[i];
            return true;
        }
    return false;
}

void python_look(void)
{
    void *state, **end;

    if (sizeof(void *) != 8 || python_known ||
        (state = dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState")) == NULL)
        return;
    python_types = (struct python_types){dlsym(RTLD_DEFAULT, "PyCode_Type"),
                                         dlsym(RTLD_DEFAULT, "PyUnicode_Type"),
                                         dlsym(RTLD_DEFAULT, "PyBytes_Type")};
    end = dlsym(RTLD_DEFAULT, "__libc_stack_end");
    run_function = dlsym(RTLD_DEFAULT, "_PyEval_EvalFrameDefault");
    memcpy(&thread_state, &state, sizeof state);
    if (python_types.code == NULL || python_types.text == NULL ||
        python_types.bytes == NULL || end == NULL || !find_layout())
        return;
    stack_end = *end;
    python_known = true;
}

/* The bytes there, as they stand, or a copy of them; NULL: they are not
 * there. */
static const char *see(struct python_memory *memory, const char *at,
                       size_t size)
{
    return memory == NULL ? at : python_memory_next(memory, at, size);
}

/*
 * By the only function of Python that is called: it reads the thread's own
 * storage, and needs no lock.  Where the frames are is told on the stack, by
 * the function that runs Python: if not, none is running.  From 3.13 on the
 * thread's state tells it itself.
 */
static const char *innermost(struct python_memory *memory)
{
    const char *thread = thread_state(), *bytes, *at;

    if (thread == NULL)
        return NULL;
    bytes = see(memory, thread + python_layout.thread_frame, sizeof(void *));
    if (bytes == NULL)
        return NULL;
    at = python_pointer(bytes, 0);
    if (at == NULL || !python_layout.has_cframe)
        return at;
    if (memory == NULL &&
        (at < (const char *)__builtin_frame_address(0) || at >= stack_end))
        return NULL;
    bytes = see(memory, at + python_layout.cframe_current, sizeof(void *));
    return bytes == NULL ? NULL : python_pointer(bytes, 0);
}

/* Whether it was on the stack, in functions that have been left, as by a
 * longjmp over the interpreter: other things stand there now, and what it ran
 * is not running. */
static bool is_left(const char *frame)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);

    return (uintptr_t)frame < here && here - (uintptr_t)frame < STACK_LEFT_MAX;
}

/* Whether it is no frame of Python's, but that of the C function which began
 * with the one before it. */
static bool is_of_c(const char *frame)
{
    return python_layout.frame_owner != 0 &&
           frame[python_layout.frame_owner] >= PYTHON_OWNER_C;
}

static uint64_t mix(uint64_t hash, const void *with)
{
    hash ^= (uintptr_t)with;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* How much may be looked at of an object that may not be there: no more than of
 * its page, but for its header, which it has in any case. */
static size_t size_there(const char *object)
{
    size_t size = PAGE_SIZE - ((uintptr_t)object & (PAGE_SIZE - 1));

    return size < LEAST_OBJECT        ? LEAST_OBJECT
           : size > PYTHON_PIECE_SIZE ? PYTHON_PIECE_SIZE
                                      : size;
}

/* With an object's bytes, or text, that begin at `contents` in it. */
static uint64_t mix_object(struct python_memory *memory, uint64_t hash,
                           const char *object, size_t contents, bool is_text)
{
    size_t there =
        memory == NULL ? contents + CONTENTS_MAX : size_there(object);
    const char *bytes = see(memory, object, there);
    uint64_t count;
    uint32_t state = 0;

    if (bytes == NULL)
        return hash;
    memcpy(&count, bytes + PYTHON_COUNT, sizeof count);
    if (is_text && there >= contents)
        memcpy(&state, bytes + PYTHON_TEXT_STATE, sizeof state);
    if (is_text && !PYTHON_TEXT_COMPACT(state))
        return hash; /* it is elsewhere */
    there = there > contents ? there - contents : 0;
    if (count > there)
        count = there;
    return mix(hash, (void *)(uintptr_t)hash_bytes(bytes + contents, count));
}

/* The code may be another's at the address of one that has gone, and so may
 * what it points to: the contents tell. */
static uint64_t mix_code(struct python_memory *memory, uint64_t hash,
                         const char *code)
{
    const struct python_layout *layout = &python_layout;
    const char *lines = python_pointer(code, layout->code_lines);
    const char *file = python_pointer(code, layout->code_file);
    const char *function = python_pointer(code, layout->code_function);
    uint32_t first_line;

    memcpy(&first_line, code + layout->code_first_line, sizeof first_line);
    hash = mix(hash, lines + first_line);
    hash = mix_object(memory, hash, lines, PYTHON_BYTES, false);
    hash = mix_object(memory, hash, file, layout->text_ascii, true);
    return mix_object(memory, hash, function, layout->text_ascii, true);
}

/* That it has a type is all that is known of it. */
static bool is_code(const char *object)
{
    return python_pointer(object, PYTHON_TYPE) ==
           (const char *)python_types.code;
}

/*
 * From the innermost frame out; how many there are.  frames may be NULL.
 * memory: NULL: all is there, and read as it stands.
 */
static inline uint32_t walk(struct python_memory *memory,
                            struct python_frame *frames, uint64_t *hash)
{
    const struct python_layout *layout = &python_layout;
    const char *frame, *bytes;
    uint32_t count = 0, looks;

    *hash = 0;
    if (memory != NULL)
        python_memory_begin(memory);
    frame = innermost(memory);
    for (looks = 0; looks < LOOKS_MAX; looks++) {
        const char *instruction, *code, *code_bytes;

        if (memory == NULL && is_left(frame))
            return 0;
        bytes = see(memory, frame, layout->frame_size);
        if (bytes == NULL)
            break;
        frame = python_pointer(bytes, layout->frame_previous);
        if (is_of_c(bytes)) {
            if (frames != NULL && count > 0)
                frames[count - 1].entry = true;
            continue;
        }
        instruction = python_pointer(bytes, layout->frame_instruction);
        code = python_pointer(bytes, layout->frame_code);
        code -= (uintptr_t)code & PYTHON_TAGS;
        if (count == PYTHON_FRAMES_MAX ||
            (code_bytes = see(memory, code, layout->code_size)) == NULL ||
            (memory == NULL && !is_code(code)))
            break;
        *hash = mix_code(memory, mix(*hash, instruction), code_bytes);
        if (frames != NULL) {
            frames[count].code = code;
            frames[count].offset =
                (uint64_t)(instruction - code) - layout->code_instructions;
            frames[count].entry =
                layout->frame_entry != 0 && bytes[layout->frame_entry] != 0;
        }
        count++;
    }
    return count;
}

/* Whether it is a code object, with such an instruction. */
static bool is_true(const struct python_frame *frame)
{
    char header[PYTHON_HEADER];
    uint64_t instructions;

    if (python_memory_copy(frame->code, header, sizeof header) != 0)
        return false;
    memcpy(&instructions, header + PYTHON_COUNT, sizeof instructions);
    return is_code(header) && frame->offset / 2 < instructions;
}

/* Before anything is read as it stands, the first frames that there are show
 * whether the layout is what it should be. */
static int try_layout(struct thread *thread)
{
    struct python_frame frames[PYTHON_FRAMES_MAX];
    uint64_t hash;
    uint32_t count = walk(&thread->python, frames, &hash), i;

    for (i = 0; i < count; i++)
        if (!is_true(&frames[i]))
            break;
    if (count > 0)
        trust = i == count ? TRUST_YES : TRUST_NO;
    else if (thread_state() != NULL && thread->python.count == 0)
        trust = TRUST_NO; /* nothing can be copied here */
    return trust;
}

/*
 * Frames of the main thread nobody else takes away.  Those of others go when
 * Python ends: the main thread does not wait for threads that are daemons.
 */
static uint32_t look(struct thread *thread, struct python_frame *frames,
                     uint64_t *hash)
{
    *hash = 0;
    if (__builtin_expect(trust != TRUST_YES, 0) &&
        (trust == TRUST_NO || try_layout(thread) != TRUST_YES))
        return 0;
    return thread->is_main ? walk(NULL, frames, hash)
                           : walk(&thread->python, frames, hash);
}

uint64_t python_hash(struct thread *thread)
{
    uint64_t hash;

    return look(thread, NULL, &hash) > 0 ? hash | 1 : 0;
}

uint32_t python_frames(struct thread *thread,
                       struct python_frame frames[PYTHON_FRAMES_MAX])
{
    uint64_t hash;

    return look(thread, frames, &hash);
}

bool python_runs(void *return_address)
{
    return run_function != NULL &&
           stack_function(return_address) == run_function;
}
