#include "site_frames.h"

#include "modules.h"

#include <string.h>

/* A return address may lie behind the end of its function. */
static const struct module *module_of(const struct module_list *list,
                                      const void *address)
{
    return modules_find(list, (uintptr_t)address - 1);
}

/* How many frames at the inner end are not the user's. */
static uint32_t foreign_frames(const struct module_list *list,
                               void *const *frames, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct module *module = module_of(list, frames[i]);

        if (module == NULL || module->role == MODULE_APPLICATION)
            break;
    }
    return i == count ? 0 : i;
}

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const char *file_name(const struct module *module)
{
    return module == NULL ? "" : modules_file_name(module->path);
}

/* A program that has the interpreter linked into it has another name, and code
 * of its own. */
static bool is_interpreter(const struct module *module)
{
    return begins_with(file_name(module), "python") ||
           begins_with(file_name(module), "libpython");
}

static bool is_mpi4py(const struct module *module)
{
    return begins_with(file_name(module), "MPI.") &&
           strstr(module->path, "/mpi4py/") != NULL;
}

static void add_place(struct site_frames *found,
                      const struct python_frame *frame)
{
    static struct python_place place; /* by one thread at a time, as `found` */
    struct record_place *out =
        (struct record_place *)(void *)(found->places + found->place_bytes);
    size_t size;

    python_find_place(frame, &place);
    out->line = place.line;
    out->file_length = (uint16_t)place.file_length;
    out->function_length = (uint16_t)place.function_length;
    memcpy(out->text, place.file, place.file_length);
    memcpy(out->text + place.file_length, place.function,
           place.function_length);
    size = sizeof *out + place.file_length + place.function_length;
    found->place_bytes += (size + 7) & ~(size_t)7;
    found->frames[found->count++] = RECORD_FRAME_PLACE;
}

/* The frames of Python, of which each function of C that runs Python has a
 * run. */
struct runs {
    struct python_frame frames[PYTHON_FRAMES_MAX];
    uint32_t count, next;
    uint32_t put; /* runs */
};

static void put_run(struct site_frames *found, struct runs *runs)
{
    runs->put++;
    while (runs->next < runs->count) {
        const struct python_frame *frame = &runs->frames[runs->next++];

        add_place(found, frame);
        if (frame->entry)
            break;
    }
}

/* The innermost run stands at the first function of the interpreter, which it
 * called: the one that runs it may not be known as such (part of it is cold,
 * and elsewhere). */
static void merge(struct site_frames *found, const struct module_list *list,
                  struct runs *runs, void *const *frames, uint32_t count)
{
    uint32_t functions = 0, i;

    for (i = 0; i < count; i++) {
        const struct module *module = module_of(list, frames[i]);
        bool is_function = python_runs(frames[i]);

        functions += is_function;
        if (is_function || is_interpreter(module)) {
            if (runs->put < functions || runs->put == 0)
                put_run(found, runs);
        } else if (!is_mpi4py(module)) {
            found->frames[found->count++] = (uintptr_t)frames[i];
        }
    }
    while (runs->next < runs->count)
        put_run(found, runs);
}

void site_frames_find(struct site_frames *found, struct thread *thread,
                      void *const *frames, uint32_t count, bool python)
{
    static struct runs runs; /* as `found` */
    const struct module_list *list = modules_current();
    uint32_t foreign = foreign_frames(list, frames, count), i;

    found->count = 0;
    found->place_bytes = 0;
    memset(&runs, 0, sizeof runs);
    if (python)
        runs.count = python_frames(thread, runs.frames);
    if (runs.count > 0) {
        merge(found, list, &runs, frames + foreign, count - foreign);
        return;
    }
    for (i = foreign; i < count; i++)
        found->frames[found->count++] = (uintptr_t)frames[i];
}
