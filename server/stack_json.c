#include "stack_json.h"

#include "memory.h"
#include "stack_source.h"

#include <stdlib.h>
#include <string.h>

json_t *stack_to_json(const struct stack *stack)
{
    const struct source_stack *source = stack_source(stack);
    json_t *frames = json_array(), *lines = json_array();
    bool whole = true;
    size_t i;

    for (i = 0; i < stack->frame_count; i++) {
        const struct stack_frame *frame = &stack->frames[i];

        whole &=
            json_array_append_new(
                frames, json_pack("{s:s, s:I, s:s*}", "module",
                                  stack_module_path(frame->module), "address",
                                  (json_int_t)frame->address, "script_function",
                                  stack_script_function(frame->module))) == 0;
    }
    for (i = 0; i < source->frame_count; i++) {
        const struct source_frame *frame = &source->frames[i];

        whole &=
            json_array_append_new(
                lines,
                json_pack("{s:s?, s:s?, s:i, s:i, s:b, s:s, s:I}", "function",
                          frame->function, "file", frame->file, "line",
                          frame->line, "column", frame->column, "inlined",
                          frame->inlined, "module", frame->module, "address",
                          (json_int_t)frame->address)) == 0;
    }
    if (!whole) {
        json_decref(frames);
        json_decref(lines);
        return NULL;
    }
    return json_pack("{s:o, s:I, s:o, s:i}", "frames", frames, "function",
                     (json_int_t)stack->function, "source", lines, "result_use",
                     (int)stack->result_use);
}

/* The text of that name; NULL: it is null.  malloc'd. */
static char *text_of(const json_t *line, const char *name)
{
    const char *text = json_string_value(json_object_get(line, name));

    return text != NULL ? xstrdup(text) : NULL;
}

/* The source of a stack, all of whose lines make sense; else NULL. */
static struct source_stack *source_of(const json_t *lines)
{
    struct source_stack *source = xcalloc(1, sizeof *source);
    json_t *line;
    size_t i;

    source->frames =
        xcalloc(json_array_size(lines) + 1, sizeof *source->frames);
    json_array_foreach(lines, i, line)
    {
        struct source_frame *frame = &source->frames[i];
        const char *module;
        json_int_t address;
        int inlined;

        if (json_unpack(line, "{s:i, s?i, s:b, s:s, s:I}", "line", &frame->line,
                        "column", &frame->column, "inlined", &inlined, "module",
                        &module, "address", &address) != 0) {
            source_stack_free(source);
            return NULL;
        }
        frame->function = text_of(line, "function");
        frame->file = text_of(line, "file");
        frame->inlined = inlined != 0;
        frame->module = stack_module_path(stack_module(module, strlen(module)));
        frame->address = (uint64_t)address;
        source->frame_count++;
    }
    return source;
}

/* The stack of these frames, with what the object says of it; nothing where
 * its lines make no sense. */
static void add(const json_t *json, const struct stack_frame *frames,
                size_t count)
{
    struct source_stack *source = source_of(json_object_get(json, "source"));
    json_int_t function, use;
    const struct stack *stack;

    if (source == NULL)
        return;
    function = json_integer_value(json_object_get(json, "function"));
    use = json_integer_value(json_object_get(json, "result_use"));
    stack = stack_intern(frames, count, (uint64_t)function);
    stack_set_source(stack, source);
    if (use > RESULT_NOT_ASKED && use <= RESULT_LOOKED)
        stack_set_result_use(stack, (enum result_use)use);
}

void stack_from_json(const json_t *json)
{
    const json_t *list = json_object_get(json, "frames");
    size_t count = json_array_size(list), i;
    struct stack_frame *frames = xcalloc(count + 1, sizeof *frames);
    json_t *frame;

    json_array_foreach(list, i, frame)
    {
        const char *module, *script_function = NULL;
        json_int_t address;

        if (json_unpack(frame, "{s:s, s:I, s?s}", "module", &module, "address",
                        &address, "script_function", &script_function) != 0)
            break;
        /* One by one: the bytes between them are part of a stack's key. */
        frames[i].module =
            script_function != NULL
                ? stack_script(module, strlen(module), script_function,
                               strlen(script_function))
                : stack_module(module, strlen(module));
        frames[i].address = (uint64_t)address;
    }
    if (i > 0 && i == count)
        add(json, frames, count);
    free(frames);
}
