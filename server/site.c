#include "site.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Deeper than the client records; more is a damaged record. */
#define MAX_FRAMES 1024
/* The client's limit; a larger number is a damaged record. */
#define MAX_SITES (1 << 20)

struct module {
    uint64_t base, start, end, modified;
    uint32_t role;
    uint32_t number; /* of stack_module */
};

struct sites {
    const struct stack **stacks; /* by the number of the site */
    size_t stack_room;
    struct module *modules; /* apart from each other */
    size_t module_count;
    uint32_t unknown; /* stack_module of frames outside all modules */
};

struct sites *sites_new(void)
{
    struct sites *sites = xcalloc(1, sizeof *sites);

    sites->unknown = stack_module("", 0);
    return sites;
}

void sites_free(struct sites *sites)
{
    if (sites == NULL)
        return;
    free(sites->stacks);
    free(sites->modules);
    free(sites);
}

/* A new object takes the place of those that were there before (dlclose). */
static void forget_overlapped(struct sites *sites, uint64_t start, uint64_t end)
{
    size_t kept = 0, i;

    for (i = 0; i < sites->module_count; i++) {
        const struct module *module = &sites->modules[i];

        if (module->end <= start || module->start >= end)
            sites->modules[kept++] = *module;
    }
    sites->module_count = kept;
}

int sites_module(struct sites *sites, const struct record *record)
{
    struct record_module told;
    const char *path;

    if (record->size < sizeof *record + sizeof told)
        return -1;
    memcpy(&told, record->words, sizeof told);
    path = (const char *)record->words + offsetof(struct record_module, path);
    if (told.start >= told.end || told.role > MODULE_GONE ||
        told.path_length > record->size - sizeof *record -
                               offsetof(struct record_module, path))
        return -1;
    forget_overlapped(sites, told.start, told.end);
    if (told.role == MODULE_GONE)
        return 0;
    sites->modules = xrealloc(sites->modules, sites->module_count + 1,
                              sizeof *sites->modules);
    sites->modules[sites->module_count++] = (struct module){
        told.base, told.start,
        told.end,  told.modified,
        told.role, stack_module(path, strnlen(path, told.path_length))};
    return 0;
}

bool sites_loaded(const struct sites *sites, const char *name)
{
    size_t i;

    for (i = 0; i < sites->module_count; i++) {
        const char *path = stack_module_path(sites->modules[i].number);
        const char *slash = strrchr(path, '/');

        if (strncmp(slash != NULL ? slash + 1 : path, name, strlen(name)) == 0)
            return true;
    }
    return false;
}

static const struct module *module_at(const struct sites *sites,
                                      uint64_t address)
{
    size_t i;

    for (i = 0; i < sites->module_count; i++)
        if (address >= sites->modules[i].start &&
            address < sites->modules[i].end)
            return &sites->modules[i];
    return NULL;
}

bool sites_place(const struct sites *sites, uint64_t address,
                 struct site_place *place)
{
    const struct module *module = module_at(sites, address);

    if (module == NULL || module->role != MODULE_APPLICATION)
        return false;
    place->module = stack_module_path(module->number);
    place->modified = module->modified;
    place->address = address - module->base;
    return true;
}

/* Frames of a process, as they come. */
struct raw {
    const uint64_t *frames;
    size_t count;
    size_t exact;      /* as in sites_intern */
    uint64_t function; /* address in memory, of frames[0]'s; 0: unknown */
    const char *places, *places_end; /* of those of an interpreter */
};

/* Takes the next place; false: it is not there whole. */
static bool take_place(struct raw *raw, struct stack_frame *frame)
{
    size_t room = (size_t)(raw->places_end - raw->places), size;
    struct record_place place;
    const char *text;

    if (room < sizeof place)
        return false;
    memcpy(&place, raw->places, sizeof place);
    size = sizeof place + place.file_length + place.function_length;
    if (room < size)
        return false;
    text = raw->places + sizeof place;
    /* A zero byte would end a name. */
    frame->module = stack_script(
        text, strnlen(text, place.file_length), text + place.file_length,
        strnlen(text + place.file_length, place.function_length));
    frame->address = place.line <= INT32_MAX ? place.line : 0;
    size = (size + 7) & ~(size_t)7;
    raw->places += size < room ? size : room;
    return true;
}

/* The frame of the application's there; false: it is another's. */
static bool place_frame(const struct sites *sites, uint64_t address,
                        struct stack_frame *frame)
{
    const struct module *module = module_at(sites, address);

    if (module != NULL && module->role != MODULE_APPLICATION)
        return false;
    frame->module = module == NULL ? sites->unknown : module->number;
    frame->address = module == NULL ? address : address - module->base;
    return true;
}

static const struct stack *intern(const struct sites *sites, struct raw *raw)
{
    const struct module *of = module_at(sites, raw->function);
    struct stack_frame kept[MAX_FRAMES];
    size_t count = 0, i;
    uint64_t function = raw->function;

    /* Frames are compared as bytes, so what is between them is zero. */
    memset(kept, 0,
           sizeof kept[0] *
               (raw->count < MAX_FRAMES ? raw->count : MAX_FRAMES));
    for (i = 0; i < raw->count && count < MAX_FRAMES; i++) {
        if (raw->frames[i] == RECORD_FRAME_PLACE)
            count += take_place(raw, &kept[count]);
        else /* A return address is behind the call, maybe in the next line. */
            count += place_frame(
                sites, i < raw->exact ? raw->frames[i] : raw->frames[i] - 1,
                &kept[count]);
    }
    if (of == NULL || of->role != MODULE_APPLICATION || count == 0 ||
        kept[0].module != of->number)
        function = 0;
    else
        function -= of->base;
    return count > 0 ? stack_intern(kept, count, function) : NULL;
}

const struct stack *sites_intern(const struct sites *sites,
                                 const uint64_t *frames, size_t frame_count,
                                 size_t exact)
{
    return intern(
        sites,
        &(struct raw){.frames = frames, .count = frame_count, .exact = exact});
}

/* Sites have the numbers 1, 2, ... in the order in which they come. */
static void make_room(struct sites *sites, uint32_t number)
{
    size_t room = sites->stack_room;

    if (number < room)
        return;
    sites->stack_room = (size_t)number * 2;
    sites->stacks =
        xrealloc(sites->stacks, sites->stack_room, sizeof sites->stacks[0]);
    memset(sites->stacks + room, 0,
           (sites->stack_room - room) * sizeof sites->stacks[0]);
}

int sites_site(struct sites *sites, const struct record *record)
{
    struct record_site told;
    struct raw raw;

    if (record->size < sizeof *record + sizeof told)
        return -1;
    memcpy(&told, record->words, sizeof told);
    if (told.site == 0 || told.site > MAX_SITES ||
        told.frame_count > MAX_FRAMES ||
        told.frame_count * sizeof(uint64_t) >
            record->size - sizeof *record - sizeof told)
        return -1;
    raw = (struct raw){.frames = record->words + sizeof told / sizeof(uint64_t),
                       .count = told.frame_count,
                       .function = told.function,
                       .places_end = (const char *)record + record->size};
    raw.places = (const char *)(raw.frames + raw.count);
    make_room(sites, told.site);
    sites->stacks[told.site] = intern(sites, &raw);
    if (told.in_handler != 0 && sites->stacks[told.site] != NULL)
        stack_in_handler(sites->stacks[told.site]);
    return 0;
}

const struct stack *sites_stack(const struct sites *sites, uint32_t number)
{
    return number < sites->stack_room ? sites->stacks[number] : NULL;
}
