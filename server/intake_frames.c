/*
 * intake_frames.c - what a place in a process's memory is, for the call that
 * has told of its frames.
 */
#include "expression.h"
#include "intake_private.h"
#include "memory.h"
#include "site.h"
#include "variable.h"

#include <stdlib.h>
#include <string.h>

struct memory {
    const struct call *call;
    const struct sites *sites;
    const struct record_frame *frames;
    size_t count;
    bool of_each; /* call, and so all that it is given */
};

/* The frame around the address; NULL: none. */
static const struct record_frame *frame_at(const struct memory *memory,
                                           uint64_t address)
{
    size_t i;

    for (i = 1; i < memory->count; i++)
        if (address >= memory->frames[i - 1].end &&
            address < memory->frames[i].end)
            return &memory->frames[i];
    return NULL;
}

/*
 * Of code that has no debugging information it is not known of which type that
 * takes a COMMON block to be: neither may the call be by such, nor its callers
 * in the file that has the variable.  (Where the C library begins the program
 * is none of the frames that are told.)
 */
static bool are_callers_told(const struct memory *memory,
                             const struct site_place *variable)
{
    bool innermost = true;
    struct site_place place;
    size_t i;

    for (i = 0; i < memory->count; i++) {
        if (!sites_place(memory->sites, memory->frames[i].address - 1, &place))
            continue;
        if ((innermost || strcmp(place.module, variable->module) == 0) &&
            !variable_is_told(&place))
            return false;
        innermost = false;
    }
    return true; /* also on machines where the frames are not known */
}

/* Which of the frames it is that has made the call, and where; `count`: none
 * is known. */
static size_t frame_of_call(const struct memory *memory,
                            struct site_place *place)
{
    size_t i = 0;

    while (i < memory->count &&
           !sites_place(memory->sites, memory->frames[i].address - 1, place))
        i++;
    return i;
}

/* Whether there is debugging information of the code that has made the call,
 * or no telling (no frames, on machines where they are not known). */
static bool is_caller_told(const struct memory *memory)
{
    struct site_place place;

    return frame_of_call(memory, &place) == memory->count ||
           variable_is_told(&place);
}

/* By what the text of the call says. */
static bool look_up_pointed(const struct memory *memory,
                            const struct call_parameter *buffer,
                            const char *datatype, uint64_t address,
                            struct element *element)
{
    uint64_t begin = call_word(memory->call, buffer->word);
    struct site_place place;

    return begin != NEUTRAL_BOTTOM &&
           frame_of_call(memory, &place) < memory->count &&
           expression_element(&place, memory->call->info, buffer, datatype,
                              (int64_t)(address - begin), element);
}

static bool look_up_variable(const struct memory *memory, uint64_t address,
                             struct element *element)
{
    const struct record_frame *frame = frame_at(memory, address);
    struct site_place place;

    if (frame == NULL)
        return sites_place(memory->sites, address, &place) &&
               (memory->of_each || !variable_are_many(&place)) &&
               are_callers_told(memory, &place) &&
               variable_static(&place, element);
    /* a return address is behind the call */
    return sites_place(memory->sites, frame->address - 1, &place) &&
           variable_of_frame(&place, (int64_t)(address - frame->end), element);
}

static bool look_up(void *context, const struct call_parameter *buffer,
                    const char *datatype, uint64_t address,
                    struct element *element)
{
    struct element pointed;
    bool known = look_up_variable(context, address, element);

    if (known && !element->anything)
        return true;
    if (!look_up_pointed(context, buffer, datatype, address, &pointed) ||
        (known && pointed.anything))
        return known;
    *element = pointed;
    return true;
}

/* In the frame of the function that has made the call. */
static bool is_copy(void *context, uint64_t address)
{
    const struct memory *memory = context;
    struct site_place place;
    size_t i = frame_of_call(memory, &place);

    return i < memory->count &&
           frame_at(memory, address) == &memory->frames[i] &&
           variable_is_none(&place, (int64_t)(address - memory->frames[i].end));
}

void intake_frames(struct intake *intake, struct source *source,
                   const struct thread *thread, const struct record *record)
{
    struct memory memory = {
        thread->newest, source->sites, (const void *)record->words,
        (record->size - sizeof *record) / sizeof memory.frames[0],
        record->depth != 0};

    if (thread->newest == NULL ||
        (record->size - sizeof *record) % sizeof memory.frames[0] != 0) {
        intake_damaged(source, "what it told of frames makes no sense");
        return;
    }
    if (memory.of_each) {
        source->process->elements.calls++;
        source->process->elements.untold += !is_caller_told(&memory);
    }
    model_elements(intake->model, thread->newest, look_up, &memory,
                   memory.of_each);
    if ((thread->newest->flags & RECORD_FORTRAN) != 0)
        model_copies(intake->model, thread->newest, is_copy, &memory);
}

/* Whose address is mostly not what was meant: ", a pointer,"; or "". malloc'd.
 */
static char *kind_text(const struct variable_place *variable)
{
    const char *class = variable->class;

    if (variable->is_pointer)
        return xstrdup(", a pointer,");
    return class == NULL ? xstrdup("")
                         : xasprintf(", an object of class %.*s,",
                                     (int)strcspn(class, "<"), class);
}

/* malloc'd */
static char *declaration_text(const struct variable_place *variable)
{
    char *kind = kind_text(variable), *text;
    const char *slash;

    if (variable->file == NULL || variable->line == 0) {
        text = xasprintf("%s%s", variable->name, kind);
    } else {
        slash = strrchr(variable->file, '/');
        text = xasprintf("%s (%s:%d)%s", variable->name,
                         slash == NULL ? variable->file : slash + 1,
                         variable->line, kind);
    }
    free(kind);
    return text;
}

/* Whether the variable is found, and is shorter. */
static bool tell_variable(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record_automatic *told)
{
    struct variable_place variable;
    struct site_place code;
    uint64_t end;
    char *text;

    if (!sites_place(source->sites, told->frame.address - 1, &code) ||
        !variable_around(&code, (int64_t)(told->low - told->frame.end),
                         &variable))
        return false;
    end = told->frame.end + (uint64_t)variable.end;
    if (end >= told->high || end < told->first_end)
        return false;
    text = declaration_text(&variable);
    model_automatic(intake->model, thread->newest, told, end, text);
    free(text);
    return true;
}

void intake_automatic(struct intake *intake, struct source *source,
                      const struct thread *thread, const struct record *record)
{
    const struct record_automatic *told = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *told ||
        thread->newest == NULL || told->high <= told->low ||
        told->low >= told->frame.end ||
        told->parameter >= thread->newest->info->parameter_count ||
        (told->array == 0 &&
         !intake_is_memory(thread->newest->info, told->parameter))) {
        intake_damaged(source, "what it told of its stack makes no sense");
        return;
    }
    (void)tell_variable(intake, source, thread, told);
}

bool intake_beyond_static(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record_no_memory *missing)
{
    struct variable_place variable;
    struct site_place last;
    char *text;

    if (missing->kind != NO_MEMORY_BLOCK ||
        !sites_place(source->sites, missing->low - 1, &last) ||
        variable_are_many(&last) || !variable_static_around(&last, &variable) ||
        (uint64_t)variable.end != last.address + 1)
        return false;
    text = declaration_text(&variable);
    model_no_memory(intake->model, thread->newest, missing, text);
    free(text);
    return true;
}

bool intake_beyond_frame(struct intake *intake, struct source *source,
                         const struct thread *thread,
                         const struct record_no_memory *missing)
{
    struct record_automatic told = {.parameter = missing->parameter,
                                    .low = missing->first,
                                    .high = missing->high,
                                    .frame = missing->frame};

    return missing->kind == NO_MEMORY_FRAME && missing->frame.address != 0 &&
           told.low < told.frame.end && told.low < told.high &&
           tell_variable(intake, source, thread, &told);
}
