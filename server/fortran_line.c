#include "fortran_line.h"

#include "callee.h"
#include "memory.h"
#include "source_files.h"
#include "symbol_object.h"

#include <ctype.h>
#include <dwarf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CODE ((size_t)1 << 20)
#define CALL      0xe8 /* x86-64: and a distance of four bytes */
#define CALL_SIZE 5

static struct source_files *sources;

void fortran_line_end(void)
{
    source_files_free(sources);
    sources = NULL;
}

/* ------------------------------------------------------- what is called */

static int64_t distance_at(const unsigned char *code)
{
    int32_t distance;

    memcpy(&distance, code, sizeof distance);
    return distance;
}

/* Where the call instruction that ends at the address leads to; 0: it is none
 * of these. */
static uint64_t target_of(const struct fortran_call *call)
{
    unsigned char code[CALL_SIZE];
    uint64_t begin = call->address - (CALL_SIZE - 1);

    if (symbol_code(call->module, begin, code, sizeof code) != sizeof code ||
        code[0] != CALL)
        return 0;
    return begin + CALL_SIZE + (uint64_t)distance_at(code + 1);
}

static const char *symbol_at(const char *module, uint64_t address)
{
    GElf_Addr start;
    GElf_Off offset = 1;
    GElf_Sym symbol;
    Dwfl_Module *of = symbol_module(module, &start);
    const char *name = callee_name(module, address);

    if (of == NULL || name != NULL)
        return name;
    name = dwfl_module_addrinfo(of, start + address, &offset, &symbol, NULL,
                                NULL, NULL);
    return offset == 0 ? name : NULL;
}

/*
 * The name in the source of a procedure with that symbol: mpi_wait_,
 * mpi_wait_f08_ or mpi_send_f08ts_ of an MPI, __module_MOD_name, name.0 of an
 * inner one.  NULL: it is none of Fortran; free it.
 */
static char *source_name(const char *symbol)
{
    static const char *const ends[] = {"_f08ts_", "_f08_", "_"};
    const char *of_module = symbol != NULL ? strstr(symbol, "_MOD_") : NULL;
    char *name, *dot;
    size_t i, length;

    if (symbol == NULL || strncmp(symbol, "_gfortran", 9) == 0)
        return NULL;
    name = xstrdup(of_module != NULL ? of_module + 5 : symbol);
    dot = strchr(name, '.');
    if (dot != NULL)
        *dot = '\0';
    length = strlen(name);
    for (i = 0; of_module == NULL && i < sizeof ends / sizeof ends[0]; i++) {
        size_t end = strlen(ends[i]);

        if (length > end && strcmp(name + length - end, ends[i]) == 0) {
            name[length - end] = '\0';
            break;
        }
    }
    return name;
}

/* One of the calls of one procedure in another one, in the order of the code,
 * and its line by the debugging information. */
struct place {
    uint64_t address; /* of its last byte */
    int line;
};

struct places {
    struct place *all;
    size_t count;
};

/* Appends the calls of `target` in the code from `low` to `high`. */
static void collect_calls(const struct fortran_call *call, uint64_t target,
                          uint64_t low, uint64_t high, struct places *places)
{
    size_t size = high > low ? high - low : 0, i;
    unsigned char *code;

    if (size < CALL_SIZE || size > MOST_CODE)
        return;
    code = xmalloc(size);
    size = symbol_code(call->module, low, code, size);
    for (i = 0; i + CALL_SIZE <= size; i++) {
        if (code[i] != CALL ||
            low + i + CALL_SIZE + (uint64_t)distance_at(code + i + 1) != target)
            continue;
        places->all =
            xrealloc(places->all, places->count + 1, sizeof *places->all);
        places->all[places->count++] =
            (struct place){low + i + CALL_SIZE - 1, 0};
    }
    free(code);
}

/* ----------------------------------------------------------- the source */

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The words begin there, behind one another, whatever their case, and with
 * blanks between them only. */
static const char *skip_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    if (strncasecmp(text, word, length) != 0 || is_of_name(text[length]))
        return NULL;
    text += length;
    return text + strspn(text, " \t");
}

/* How often a line calls the procedure. */
static int calls_in(const char *line, const char *name, bool fixed)
{
    const char *at, *behind;
    char quote = '\0';
    int count = 0;

    if (fixed && strchr("cC*dD", line[0]) != NULL)
        return 0;
    for (at = line; *at != '\0' && (*at != '!' || quote != '\0'); at++) {
        if (quote != '\0' || *at == '\'' || *at == '"') {
            if (quote == '\0')
                quote = *at;
            else if (*at == quote)
                quote = '\0';
            continue;
        }
        if (at > line && is_of_name(at[-1]))
            continue;
        behind = skip_word(at, "call");
        count += behind != NULL && skip_word(behind, name) != NULL;
    }
    return count;
}

/* Whether the line ends in "&", but for a comment. */
static bool is_continued(const char *line)
{
    const char *at;
    char quote = '\0', last = '\0';

    for (at = line; *at != '\0' && (*at != '!' || quote != '\0'); at++) {
        if (quote != '\0' ? *at == quote : *at == '\'' || *at == '"')
            quote = quote != '\0' ? '\0' : *at;
        if (*at != ' ' && *at != '\t')
            last = *at;
    }
    return last == '&';
}

/* Whether the line has "end", and one of the words or nothing behind. */
static bool is_end_of(const char *line, const char *const *words, bool bare)
{
    const char *behind = skip_word(line, "end");

    if (behind == NULL && strncasecmp(line, "end", 3) == 0)
        behind = line + 3;
    else if (behind != NULL && bare && (*behind == '\0' || *behind == '!'))
        return true;
    for (; behind != NULL && *words != NULL; words++)
        if (skip_word(behind, *words) != NULL)
            return true;
    return false;
}

/* Whether interfaces, or a derived type, are declared from that line on, which
 * have procedures and "contains" of their own. */
static bool begins_declaration(const char *line)
{
    const char *behind = skip_word(line, "type");

    if (behind != NULL)
        return *behind != '(' && skip_word(behind, "is") == NULL;
    return skip_word(line, "interface") != NULL ||
           skip_word(line, "abstract") != NULL;
}

/* Whether a procedure ends with that line, or what it contains begins behind;
 * *declares is whether it is inside of such a declaration. */
static bool is_end(const char *line, bool *declares)
{
    static const char *const units[] = {"program", "subroutine", "function",
                                        "procedure", NULL};
    static const char *const declarations[] = {"interface", "type", NULL};
    const char *behind;

    line += strspn(line, " \t");
    if (*declares) {
        *declares = !is_end_of(line, declarations, false);
        return false;
    }
    *declares = begins_declaration(line);
    behind = skip_word(line, "contains");
    return (behind != NULL && (*behind == '\0' || *behind == '!')) ||
           is_end_of(line, units, true);
}

static bool is_fixed_form(const char *file)
{
    const char *dot = strrchr(file, '.');

    return dot != NULL &&
           (strcasecmp(dot, ".f") == 0 || strcasecmp(dot, ".for") == 0 ||
            strcasecmp(dot, ".ftn") == 0 || strcasecmp(dot, ".f77") == 0);
}

/* The statement of a call.  gfortran mostly tells its last line, but any may
 * be. */
struct statement {
    int first, last; /* lines */
};

/* The source of a procedure, and where it calls another one. */
struct lines {
    int first, end; /* of the procedure */
    struct statement *all;
    size_t count;
};

/* The last line of the statement that has that line. */
static int last_line(const struct source_text *text, int line, bool fixed)
{
    int last = line, next;

    for (next = line + 1; next <= text->line_count; next++) {
        const char *here = text->lines[next - 1];

        if (here[strspn(here, " \t")] == '\0' ||
            here[strspn(here, " \t")] == '!' ||
            (fixed && strchr("cC*", here[0]) != NULL))
            continue;
        if (fixed ? strspn(here, " ") != 5 || here[5] == '0'
                  : !is_continued(text->lines[last - 1]))
            break;
        last = next;
    }
    return last;
}

static void collect_lines(const struct fortran_call *call, const char *name,
                          struct lines *lines)
{
    const struct source_text *text =
        source_files_text(sources, NULL, call->file);
    bool fixed = is_fixed_form(call->file), declares = false;
    int line;

    if (source_text_is_newer(text, call->module))
        return;
    for (line = lines->first; line <= text->line_count; line++) {
        int here = calls_in(text->lines[line - 1], name, fixed);

        for (; here > 0; here--) {
            lines->all =
                xrealloc(lines->all, lines->count + 1, sizeof *lines->all);
            lines->all[lines->count++] =
                (struct statement){line, last_line(text, line, fixed)};
        }
        lines->end = line;
        if (line > lines->first && is_end(text->lines[line - 1], &declares))
            break;
    }
}

/* ------------------------------------------------- which call is which */

/* The procedure around the call; false: none, or its line is not known. */
static bool find_procedure(const struct fortran_call *call,
                           Dwarf_Die *procedure, int *line)
{
    Dwarf_Die *scopes = NULL;
    int count = symbol_scopes(call->unit, call->place, &scopes), i;
    bool found = false;

    for (i = 0; i < count && !found; i++) {
        int tag = dwarf_tag(&scopes[i]);

        found = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
        if (found)
            *procedure = scopes[i];
    }
    free(scopes);
    return found && dwarf_decl_line(procedure, line) == 0;
}

/* Leaves those calls whose lines are within the procedure's: others are of
 * procedures that are inlined there. */
static void keep_own(const struct fortran_call *call, const struct lines *lines,
                     struct places *places)
{
    uint64_t off = call->address - call->place;
    size_t kept = 0, i;

    for (i = 0; i < places->count; i++) {
        struct place *place = &places->all[i];
        Dwarf_Line *row = dwarf_getsrc_die(call->unit, place->address - off);

        if (row == NULL || dwarf_lineno(row, &place->line) != 0 ||
            place->line < lines->first || place->line > lines->end)
            continue;
        places->all[kept++] = *place;
    }
    places->count = kept;
}

static bool is_in(int line, const struct statement *statement)
{
    return line >= statement->first && line <= statement->last;
}

/* Whether no more calls are said to be in the lines of the statement than there
 * are. */
static bool is_possible(const struct statement *statement,
                        const struct lines *lines, const struct places *places)
{
    size_t said = 0, there = 0, i;

    for (i = 0; i < places->count; i++)
        said += is_in(places->all[i].line, statement);
    for (i = 0; i < lines->count; i++)
        there += lines->all[i].first == statement->first;
    return said > 0 && said <= there;
}

/* Whether the line is that of a statement of which it can be. */
static bool is_right(int line, const struct lines *lines,
                     const struct places *places)
{
    size_t i;

    for (i = 0; i < lines->count; i++)
        if (is_in(line, &lines->all[i]) &&
            is_possible(&lines->all[i], lines, places))
            return true;
    return false;
}

/* The line of the call among those of which the debugging information says a
 * line where they cannot be: they are the statements of which no other call is,
 * in order, if these are as many. */
static int choose(const struct fortran_call *call, int line,
                  const struct lines *lines, const struct places *places)
{
    size_t wrong = 0, number = SIZE_MAX, left = 0, i;
    int chosen = line;

    for (i = 0; i < places->count; i++) {
        if (is_right(places->all[i].line, lines, places))
            continue;
        if (places->all[i].address == call->address)
            number = wrong;
        wrong++;
    }
    for (i = 0; number != SIZE_MAX && i < lines->count; i++) {
        if (is_possible(&lines->all[i], lines, places))
            continue;
        if (left++ == number)
            chosen = lines->all[i].last;
    }
    return left == wrong ? chosen : line;
}

static bool is_gfortran(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *producer =
        dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));

    return producer != NULL && strncmp(producer, "GNU Fortran", 11) == 0;
}

int fortran_line(const struct fortran_call *call, int line)
{
    uint64_t target, off = call->address - call->place;
    struct places places = {NULL, 0};
    struct lines lines = {0, 0, NULL, 0};
    Dwarf_Die procedure;
    Dwarf_Addr base, low, high;
    ptrdiff_t range = 0;
    char *name;

    if (!is_gfortran(call->unit) ||
        !find_procedure(call, &procedure, &lines.first))
        return line;
    target = target_of(call);
    name = target != 0 ? source_name(symbol_at(call->module, target)) : NULL;
    if (name == NULL)
        return line;
    if (sources == NULL)
        sources = source_files_new();
    collect_lines(call, name, &lines);
    while (lines.count > 0 &&
           (range = dwarf_ranges(&procedure, range, &base, &low, &high)) > 0)
        collect_calls(call, target, low + off, high + off, &places);
    keep_own(call, &lines, &places);
    line = choose(call, line, &lines, &places);
    free(name);
    free(places.all);
    free(lines.all);
    return line;
}
