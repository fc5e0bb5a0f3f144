#include "stack.h"

#include "memory.h"
#include "source_stack.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct module {
    uint32_t number;
    char *path;     /* key; of a script its function follows, behind a zero */
    char *function; /* NULL: no script */
    UT_hash_handle hh;
};

/* A stack's key is its frames, behind one another without gaps. */
struct entry {
    UT_hash_handle hh;
    struct stack *stack;
};

static struct {
    struct module *by_path;
    struct module **modules; /* by number */
    uint32_t module_count;
    struct entry *entries;
    struct stack **stacks; /* by number, from 1 */
    uint32_t stack_count;
} table;

static struct module *module_of(const char *key, size_t length)
{
    struct module *module;

    HASH_FIND(hh, table.by_path, key, length, module);
    if (module != NULL)
        return module;
    module = xcalloc(1, sizeof *module);
    module->path = xcalloc(length + 1, 1);
    memcpy(module->path, key, length);
    module->number = table.module_count;
    HASH_ADD_KEYPTR(hh, table.by_path, module->path, length, module);
    table.modules = xrealloc(table.modules, table.module_count + 1,
                             sizeof(struct module *));
    table.modules[table.module_count++] = module;
    return module;
}

uint32_t stack_module(const char *path, size_t length)
{
    return module_of(path, length)->number;
}

uint32_t stack_script(const char *file, size_t file_length,
                      const char *function, size_t function_length)
{
    size_t length = file_length + 1 + function_length;
    char *key = xcalloc(length, 1);
    struct module *module;

    memcpy(key, file, file_length);
    memcpy(key + file_length + 1, function, function_length);
    module = module_of(key, length);
    module->function = module->path + file_length + 1;
    free(key);
    return module->number;
}

const char *stack_script_function(uint32_t module)
{
    return table.modules[module]->function;
}

const char *stack_module_path(uint32_t module)
{
    return table.modules[module]->path;
}

const struct stack *stack_intern(const struct stack_frame *frames,
                                 size_t frame_count, uint64_t function)
{
    size_t size = frame_count * sizeof *frames;
    struct entry *entry;

    HASH_FIND(hh, table.entries, frames, size, entry);
    if (entry != NULL)
        return entry->stack;
    entry = xcalloc(1, sizeof *entry);
    entry->stack = xcalloc(1, sizeof *entry->stack + size);
    entry->stack->number = ++table.stack_count;
    entry->stack->frame_count = (uint32_t)frame_count;
    entry->stack->function = function;
    memcpy(entry->stack->frames, frames, size);
    table.stacks =
        xrealloc(table.stacks, table.stack_count + 1, sizeof(struct stack *));
    table.stacks[table.stack_count] = entry->stack;
    HASH_ADD_KEYPTR(hh, table.entries, entry->stack->frames, size, entry);
    return entry->stack;
}

void stack_in_handler(const struct stack *stack)
{
    ((struct stack *)stack)->in_handler = true;
}

void stack_set_result_use(const struct stack *stack, enum result_use use)
{
    ((struct stack *)stack)->result_use = use;
}

const struct stack *stack_at(uint32_t number)
{
    return number <= table.stack_count ? table.stacks[number] : NULL;
}

int stack_compare(const struct stack *left, const struct stack *right)
{
    uint32_t i;

    if (left == NULL || right == NULL)
        return (left != NULL) - (right != NULL);
    for (i = 0; i < left->frame_count && i < right->frame_count; i++) {
        uint64_t one = left->frames[i].address, two = right->frames[i].address;

        if (one != two)
            return one < two ? -1 : 1;
    }
    return (left->frame_count > right->frame_count) -
           (left->frame_count < right->frame_count);
}

void stack_end(void)
{
    struct entry *entry, *next_entry;
    uint32_t i;

    HASH_ITER(hh, table.entries, entry, next_entry) {
        HASH_DEL(table.entries, entry);
        source_stack_free(entry->stack->source);
        free(entry->stack);
        free(entry);
    }
    HASH_CLEAR(hh, table.by_path);
    for (i = 0; i < table.module_count; i++) {
        free(table.modules[i]->path);
        free(table.modules[i]);
    }
    free(table.modules);
    free(table.stacks);
    memset(&table, 0, sizeof table);
}
