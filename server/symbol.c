#include "symbol.h"

#include "fortran_line.h"
#include "memory.h"
#include "symbol_object.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    Dwarf_Addr place = address;
    Dwarf_Die *unit = symbol_unit(module, &place);
    Dwfl_Module *object;
    GElf_Addr start;
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
    object = symbol_module(module, &start);
    name =
        object != NULL ? dwfl_module_addrname(object, start + address) : NULL;
    if (name != NULL)
        frame->function = demangle(name);
}
