#include "symbol.h"

#include "fortran_line.h"
#include "memory.h"
#include "passes.h"
#include "statement.h"
#include "symbol_object.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>

struct object {
    char *path;
    Dwfl *dwfl;          /* NULL: cannot be read */
    Dwfl_Module *module; /* as the only one in dwfl */
    GElf_Addr start;     /* where dwfl has put it: file address 0 */
    UT_hash_handle hh;
};

static struct object *objects;

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address};

static void open_object(struct object *object)
{
    Dwarf_Addr bias;

    /* Nothing is fetched from a network while a job waits for its report. */
    unsetenv("DEBUGINFOD_URLS");
    object->dwfl = dwfl_begin(&callbacks);
    if (object->dwfl == NULL)
        return;
    object->module =
        dwfl_report_offline(object->dwfl, object->path, object->path, -1);
    if (object->module == NULL ||
        dwfl_report_end(object->dwfl, NULL, NULL) != 0 ||
        dwfl_module_getelf(object->module, &bias) == NULL) {
        dwfl_end(object->dwfl);
        object->dwfl = NULL;
        return;
    }
    object->start = bias;
}

static struct object *object_of(const char *path)
{
    struct object *object;

    HASH_FIND_STR(objects, path, object);
    if (object != NULL)
        return object;
    object = xcalloc(1, sizeof *object);
    object->path = xstrdup(path);
    if (path[0] == '/')
        open_object(object);
    HASH_ADD_KEYPTR(hh, objects, object->path, strlen(object->path), object);
    return object;
}

Dwfl_Module *symbol_module(const char *path, GElf_Addr *start)
{
    const struct object *object = object_of(path);

    *start = object->start;
    return object->dwfl != NULL ? object->module : NULL;
}

void symbol_end(void)
{
    struct object *object, *next;

    fortran_line_end();
    passes_end();
    statement_end();
    HASH_ITER(hh, objects, object, next) {
        HASH_DEL(objects, object);
        if (object->dwfl != NULL)
            dwfl_end(object->dwfl);
        free(object->path);
        free(object);
    }
}

/*
 * A C++ name as its author wrote it.  libstdc++ has the code for it; where
 * there is C++ to be checked it is there, and murmel need not be linked with
 * it.
 */
static char *demangle(const char *name)
{
    typedef char *cxa_demangle(const char *, char *, size_t *, int *);
    static cxa_demangle *function;
    static bool looked;
    void *library;
    char *text = NULL;
    int status = -1;

    if (strncmp(name, "_Z", 2) == 0 && !looked) {
        looked = true;
        library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        if (library != NULL)
            *(void **)&function = dlsym(library, "__cxa_demangle");
    }
    if (strncmp(name, "_Z", 2) == 0 && function != NULL)
        text = function(name, NULL, NULL, &status);
    return text != NULL && status == 0 ? text : xstrdup(name);
}

static struct source_frame *append(struct source_stack *source,
                                   const char *module, uint64_t address)
{
    struct source_frame *frame;

    source->frames = xrealloc(source->frames, source->frame_count + 1,
                              sizeof *source->frames);
    frame = &source->frames[source->frame_count++];
    *frame = (struct source_frame){.module = module, .address = address};
    return frame;
}

/*
 * What the debugging information calls a function; NULL: nothing.  Of the
 * linkage names those of C++ say more than the plain name, and gfortran's
 * MAIN__ tells the program from the main around it.
 */
static char *die_name(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *linkage = dwarf_formstring(
        dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    const char *name =
        dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));

    if (linkage != NULL && (name == NULL || strncmp(linkage, "_Z", 2) == 0 ||
                            strcmp(linkage, "MAIN__") == 0))
        return demangle(linkage);
    return name != NULL ? xstrdup(name) : NULL;
}

/* The path without "x/.." and ".", malloc'd. */
static char *without_detours(const char *path)
{
    char *plain = xstrdup(path), *end = plain;
    const char *from = path, *slash;

    while (*from != 0) {
        size_t length;

        slash = strchr(from, '/');
        length = slash != NULL ? (size_t)(slash - from) : strlen(from);
        if (length == 2 && memcmp(from, "..", 2) == 0 && end > plain + 1) {
            for (end--; end > plain && end[-1] != '/'; end--)
                continue;
        } else if (length == 0 ? from == path : length != 1 || *from != '.') {
            memcpy(end, from, length);
            end += length;
            if (slash != NULL)
                *end++ = '/';
        }
        from += length + (slash != NULL);
    }
    *end = 0;
    return plain;
}

/* Builds outside the source tree leave paths with "..": without, if that is no
 * other file.  Takes the path. */
static char *shortened(char *path)
{
    struct stat now, then;
    char *plain;

    if (*path != '/' || strstr(path, "/.") == NULL)
        return path;
    plain = without_detours(path);
    if (stat(path, &now) == 0 &&
        (stat(plain, &then) != 0 || now.st_ino != then.st_ino ||
         now.st_dev != then.st_dev)) {
        free(plain);
        return path;
    }
    free(path);
    return plain;
}

/* A source file's name, malloc'd.  One that is relative is so to where it was
 * compiled, which need not be where the program runs. */
static char *source_name(Dwarf_Die *unit, const char *name)
{
    Dwarf_Attribute attribute;
    const char *folder;
    char *whole;

    if (*name == '/' || access(name, R_OK) == 0)
        return shortened(xstrdup(name));
    folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    if (folder == NULL || *folder != '/')
        return xstrdup(name);
    whole = xasprintf("%s/%s", folder, name);
    if (access(whole, R_OK) == 0)
        return shortened(whole);
    free(whole);
    return xstrdup(name);
}

/* A place in the source. */
struct spot {
    char *file; /* malloc'd; NULL: not known */
    int line, column;
};

/* That of the call which an inlined function stands for. */
static struct spot call_site(Dwarf_Die *inlined, Dwarf_Die *unit)
{
    struct spot spot = {NULL, 0, 0};
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    Dwarf_Files *files;
    size_t count;
    const char *name;

    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_column, &attribute),
                        &number) == 0)
        spot.column = (int)number;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute),
                        &number) == 0)
        spot.line = (int)number;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute),
                        &number) == 0 &&
        dwarf_getsrcfiles(unit, &files, &count) == 0 && number < count) {
        name = dwarf_filesrc(files, number, NULL, NULL);
        if (name != NULL)
            spot.file = source_name(unit, name);
    }
    return spot;
}

/* Scopes from the unit inwards. */
struct path {
    Dwarf_Die *scopes;
    size_t count, room;
};

static void path_push(struct path *path, const Dwarf_Die *die)
{
    if (path->count == path->room) {
        path->room = path->room == 0 ? 16 : 2 * path->room;
        path->scopes =
            xrealloc(path->scopes, path->room, sizeof path->scopes[0]);
    }
    path->scopes[path->count++] = *die;
}

/* What may have the code of an address in it, though it has other code, or
 * none of its own. */
enum reach { REACH_CODE, REACH_SPACES, REACH_ALL };

static bool is_reached(int tag, enum reach reach)
{
    switch (tag) {
    case DW_TAG_module:
    case DW_TAG_namespace:
        return reach >= REACH_SPACES;
    case DW_TAG_subprogram:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
        return reach == REACH_ALL;
    default:
        return false;
    }
}

static bool has_code(Dwarf_Die *die, int tag, Dwarf_Addr address)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_entry_point:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_module:
    case DW_TAG_namespace:
    case DW_TAG_with_stmt:
        return dwarf_haspc(die, address) > 0;
    default:
        return false;
    }
}

/* Adds the scopes around an address within `parent`; false: there are none. */
static bool find_within(Dwarf_Die *parent, Dwarf_Addr address, enum reach reach,
                        struct path *path)
{
    size_t count = path->count;
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return false;
    do {
        int tag = dwarf_tag(&die);
        bool inside = has_code(&die, tag, address);

        if (!inside && !is_reached(tag, reach))
            continue;
        path_push(path, &die);
        if (find_within(&die, address, reach, path) || inside)
            return true;
        path->count = count;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/*
 * The functions around an address, innermost first, as they are inlined into
 * each other.  A procedure of a module, or within another one (Fortran), may
 * lie in what has other code, or none of its own; units of C++ are so large
 * that those are looked through only where there is need to.  (That is why
 * libdw's scopes are of no use: it looks through all.)
 */
int symbol_scopes(Dwarf_Die *unit, Dwarf_Addr address, Dwarf_Die **scopes)
{
    struct path path = {0};
    size_t i;

    *scopes = NULL;
    path_push(&path, unit);
    for (enum reach reach = REACH_CODE; reach <= REACH_ALL; reach++)
        if (find_within(unit, address, reach, &path))
            break;
    if (path.count == 1) {
        free(path.scopes);
        return 0;
    }
    for (i = 0; i < path.count / 2; i++) {
        Dwarf_Die die = path.scopes[i];

        path.scopes[i] = path.scopes[path.count - 1 - i];
        path.scopes[path.count - 1 - i] = die;
    }
    *scopes = path.scopes;
    return (int)path.count;
}

/*
 * The unit of an address, which becomes one of the debugging information.
 * Without .debug_aranges, as Clang leaves it out, libdwfl finds none, or that
 * of another compiler nearby: then all are asked.
 */
static Dwarf_Die *unit_of(const struct object *object, Dwarf_Addr *address)
{
    Dwarf_Addr bias, place = object->start + *address;
    Dwarf_Die *unit = dwfl_module_addrdie(object->module, place, &bias);

    if (unit == NULL || dwarf_haspc(unit, place - bias) <= 0) {
        unit = NULL;
        do
            unit = dwfl_module_nextcu(object->module, unit, &bias);
        while (unit != NULL && dwarf_haspc(unit, place - bias) <= 0);
    }
    *address = place - bias;
    return unit;
}

Dwarf_Die *symbol_unit(const char *path, Dwarf_Addr *address)
{
    const struct object *object = object_of(path);

    return object->dwfl != NULL ? unit_of(object, address) : NULL;
}

/* Whether that is Fortran's program unit. */
static bool is_program(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    bool is = false;

    return dwarf_formflag(
               dwarf_attr_integrate(die, DW_AT_main_subprogram, &attribute),
               &is) == 0 &&
           is;
}

/* Frames by debugging information; returns how many were appended.  The
 * first takes the file, which stays the caller's where there is none. */
static int append_by_dwarf(struct source_stack *source, const char *path,
                           uint64_t address, Dwarf_Die *unit, Dwarf_Addr place,
                           struct spot spot)
{
    Dwarf_Die *scopes = NULL;
    int count = symbol_scopes(unit, place, &scopes), i, appended = 0;

    for (i = 0; i < count; i++) {
        int tag = dwarf_tag(&scopes[i]);
        struct source_frame *frame;

        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine &&
            tag != DW_TAG_entry_point)
            continue;
        frame = append(source, path, address);
        frame->function = die_name(&scopes[i]);
        frame->file = spot.file;
        frame->line = spot.line;
        frame->column = spot.column;
        frame->inlined = tag == DW_TAG_inlined_subroutine;
        frame->program = is_program(&scopes[i]);
        appended++;
        spot.file = NULL;
        if (!frame->inlined)
            break;
        spot = call_site(&scopes[i], unit);
    }
    if (appended > 0)
        free(spot.file);
    free(scopes);
    return appended;
}

void symbol_append(struct source_stack *source, const char *module,
                   uint64_t address)
{
    struct object *object = object_of(module);
    Dwarf_Addr place = address;
    Dwarf_Die *unit = symbol_unit(module, &place);
    struct source_frame *frame;
    const char *name;
    Dwarf_Line *where;
    struct spot spot = {NULL, 0, 0};
    int line = 0;

    if (unit != NULL) {
        where = dwarf_getsrc_die(unit, place);
        name = where != NULL ? dwarf_linesrc(where, NULL, NULL) : NULL;
        if (name != NULL && dwarf_lineno(where, &line) == 0)
            spot.file = source_name(unit, name);
        if (spot.file != NULL)
            spot.line = fortran_line(
                &(struct fortran_call){module, address, unit, place, spot.file},
                line);
        /* Where the line is another the column is, too. */
        if (spot.line != line || dwarf_linecol(where, &spot.column) != 0)
            spot.column = 0;
        if (append_by_dwarf(source, module, address, unit, place, spot) > 0)
            return;
    }
    frame = append(source, module, address);
    frame->file = spot.file;
    frame->line = spot.line;
    frame->column = spot.column;
    if (object->dwfl != NULL) {
        name = dwfl_module_addrname(object->module, object->start + address);
        if (name != NULL)
            frame->function = demangle(name);
    }
}

size_t symbol_code(const char *module, uint64_t address, unsigned char *code,
                   size_t size)
{
    struct object *object = object_of(module);
    GElf_Addr bias;
    GElf_Phdr header;
    Elf_Data *data;
    size_t count, i;
    Elf *elf =
        object->dwfl == NULL ? NULL : dwfl_module_getelf(object->module, &bias);

    if (elf == NULL || elf_getphdrnum(elf, &count) != 0)
        return 0;
    for (i = 0; i < count; i++) {
        uint64_t offset;

        if (gelf_getphdr(elf, (int)i, &header) == NULL ||
            header.p_type != PT_LOAD || address < header.p_vaddr ||
            address - header.p_vaddr >= header.p_filesz)
            continue;
        offset = address - header.p_vaddr;
        if (size > header.p_filesz - offset)
            size = header.p_filesz - offset;
        data = elf_getdata_rawchunk(elf, (int64_t)(header.p_offset + offset),
                                    size, ELF_T_BYTE);
        if (data == NULL)
            return 0;
        memcpy(code, data->d_buf, size);
        return size;
    }
    return 0;
}
