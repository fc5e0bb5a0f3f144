/*
 * expression_c.c - expressions of C and C++: to what they point.
 *
 *     argument  = sum | anything '?' argument ':' argument
 *     sum       = unary [('+' | '-') anything]
 *     unary     = '&' unary | '*' unary | '(void *)' unary | postfix
 *     postfix   = (name | '(' argument ')') { '[' anything ']' | '.' name |
 *                 '->' name | ".data()" | ".get()" | ".front()" }
 */
#include "expression_private.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

#define DEPTH_MOST 16 /* of parentheses, and signs before a name */

struct reading {
    const char *at;
    const struct expression_scopes *scopes;
    Dwarf_Die *named;
    unsigned depth;
};

/* The type of an expression: that one, or a pointer to such. */
struct typed {
    Dwarf_Die type;
    unsigned indexed; /* dimensions of the array that is its type that were
                       * taken off by an index */
    bool points;
};

static bool read_argument(struct reading *reading, struct typed *typed);
static bool read_unary(struct reading *reading, struct typed *typed);

static void skip_spaces(struct reading *reading)
{
    while (isspace((unsigned char)*reading->at))
        reading->at++;
}

static bool takes(struct reading *reading, const char *mark)
{
    skip_spaces(reading);
    if (strncmp(reading->at, mark, strlen(mark)) != 0)
        return false;
    reading->at += strlen(mark);
    return true;
}

static bool read_name(struct reading *reading, char *name, size_t room)
{
    size_t length = 0;

    skip_spaces(reading);
    if (isdigit((unsigned char)*reading->at))
        return false;
    while (isalnum((unsigned char)reading->at[length]) ||
           reading->at[length] == '_')
        length++;
    if (length == 0 || length >= room)
        return false;
    memcpy(name, reading->at, length);
    name[length] = '\0';
    reading->at += length;
    return true;
}

/* To the mark at this depth, or (marks "") to the end; false: it is not
 * there. */
static bool skip_to(struct reading *reading, const char *marks)
{
    int depth = 0;

    for (; *reading->at != '\0'; reading->at++) {
        if (depth == 0 && strchr(marks, *reading->at) != NULL)
            return true;
        if (strchr("([{", *reading->at) != NULL)
            depth++;
        if (strchr(")]}", *reading->at) != NULL && depth-- == 0)
            return false;
    }
    return *marks == '\0';
}

static unsigned dimensions_of(Dwarf_Die *array)
{
    unsigned count = 0;
    Dwarf_Die bounds;

    if (dwarf_child(array, &bounds) == 0)
        do
            count += dwarf_tag(&bounds) == DW_TAG_subrange_type;
        while (dwarf_siblingof(&bounds, &bounds) == 0);
    return count;
}

/* Of a class of C++ that has elements in a row, by its first parameter. */
static bool elements_of(Dwarf_Die *class, Dwarf_Die *type)
{
    static const char *const rows[] = {"vector<", "array<", "unique_ptr<",
                                       "valarray<", "span<"};
    const char *name = dwarf_diename(class);
    Dwarf_Die die;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (name != NULL && strncmp(name, rows[i], strlen(rows[i])) == 0)
            break;
    if (i == sizeof rows / sizeof rows[0] || !expression_is_std(class) ||
        dwarf_child(class, &die) != 0)
        return false;
    do
        if (dwarf_tag(&die) == DW_TAG_template_type_parameter)
            return expression_type_of(&die, type) &&
                   (dwarf_tag(type) != DW_TAG_array_type ||
                    expression_type_of(type, type));
    while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* What a pointer, or an array that has become one, points to. */
static bool pointed(const struct typed *typed, Dwarf_Die *type)
{
    Dwarf_Die own = typed->type;

    *type = own;
    if (typed->points)
        return true;
    return (dwarf_tag(&own) == DW_TAG_pointer_type ||
            dwarf_tag(&own) == DW_TAG_array_type) &&
           expression_type_of(&own, type);
}

static bool apply_index(struct typed *typed)
{
    Dwarf_Die own = typed->type;

    if (!typed->points && dwarf_tag(&own) == DW_TAG_array_type &&
        ++typed->indexed < dimensions_of(&own))
        return true;
    typed->indexed = 0;
    if (!pointed(typed, &typed->type) && !elements_of(&own, &typed->type))
        return false;
    typed->points = false;
    return true;
}

static bool apply_member(struct reading *reading, struct typed *typed,
                         bool through)
{
    Dwarf_Die object = typed->type;
    char name[128];

    if (through ? !pointed(typed, &object) : typed->points)
        return false;
    if (!read_name(reading, name, sizeof name))
        return false;
    *typed = (struct typed){.type = object};
    if (elements_of(&object, &typed->type)) {
        typed->points = strcmp(name, "front") != 0;
        return (!typed->points || strcmp(name, "data") == 0 ||
                strcmp(name, "get") == 0) &&
               takes(reading, "(") && takes(reading, ")");
    }
    return expression_member(&object, name, false, reading->named) &&
           expression_type_of(reading->named, &typed->type);
}

static bool read_primary(struct reading *reading, struct typed *typed)
{
    char name[128];

    if (takes(reading, "("))
        return read_argument(reading, typed) && takes(reading, ")");
    if (!read_name(reading, name, sizeof name) ||
        !expression_find(reading->scopes, name, reading->named))
        return false;
    *typed = (struct typed){.points = false};
    return expression_type_of(reading->named, &typed->type);
}

static bool read_postfix(struct reading *reading, struct typed *typed)
{
    bool known = read_primary(reading, typed);

    while (known) {
        if (takes(reading, "["))
            known = skip_to(reading, "]") && takes(reading, "]") &&
                    apply_index(typed);
        else if (takes(reading, "->"))
            known = apply_member(reading, typed, true);
        else if (takes(reading, "."))
            known = apply_member(reading, typed, false);
        else
            break;
    }
    return known;
}

/* What hides no type. */
static bool takes_plain_cast(struct reading *reading)
{
    struct reading begun = *reading;

    if (takes(reading, "(") && (takes(reading, "const ") || true) &&
        takes(reading, "void") && takes(reading, "*") && takes(reading, ")"))
        return true;
    *reading = begun;
    return false;
}

static bool read_unary(struct reading *reading, struct typed *typed)
{
    bool known;

    if (++reading->depth > DEPTH_MOST)
        return false;
    if (takes_plain_cast(reading))
        known = read_unary(reading, typed);
    else if (takes(reading, "&")) {
        known = read_unary(reading, typed) && !typed->points;
        typed->points = true;
    } else if (takes(reading, "*"))
        known = read_unary(reading, typed) && apply_index(typed);
    else
        known = read_postfix(reading, typed);
    reading->depth--;
    return known;
}

/* Numbers that come first are not read. */
static bool read_sum(struct reading *reading, struct typed *typed)
{
    Dwarf_Die type;

    if (!read_unary(reading, typed))
        return false;
    if (!takes(reading, "+") && !takes(reading, "-"))
        return true;
    if (!pointed(typed, &type) || strchr("+-=>", *reading->at) != NULL)
        return false;
    *typed = (struct typed){.type = type, .points = true};
    while (*reading->at != '\0' && strchr("?:<>=|&,)", *reading->at) == NULL) {
        if (strchr("([", *reading->at) == NULL) {
            reading->at++;
            continue;
        }
        reading->at++;
        if (!skip_to(reading, ")]"))
            return false;
        reading->at++;
    }
    return true;
}

/* Not of the program's memory. */
static bool takes_special(struct reading *reading)
{
    static const char *const special[] = {"MPI_IN_PLACE", "MPI_BOTTOM", "NULL",
                                          "nullptr", "0"};
    struct reading begun = *reading;
    size_t i;

    for (i = 0; i < sizeof special / sizeof special[0]; i++) {
        *reading = begun;
        if (takes(reading, special[i]) &&
            !isalnum((unsigned char)*reading->at) && *reading->at != '_')
            return true;
    }
    *reading = begun;
    return false;
}

static bool read_choice(struct reading *reading, struct typed *typed)
{
    if (takes_special(reading))
        return takes(reading, ":") && read_argument(reading, typed);
    return read_argument(reading, typed) && takes(reading, ":") &&
           takes_special(reading);
}

static bool read_argument(struct reading *reading, struct typed *typed)
{
    struct reading begun = *reading;

    if (skip_to(reading, "?")) {
        reading->at++;
        return ++reading->depth <= DEPTH_MOST && read_choice(reading, typed);
    }
    *reading = begun;
    return read_sum(reading, typed);
}

bool expression_c(const char *text, const struct expression_scopes *scopes,
                  Dwarf_Die *type, Dwarf_Die *named)
{
    struct reading reading = {text, scopes, named, 0};
    struct typed typed;

    if (!read_argument(&reading, &typed) || !pointed(&typed, type))
        return false;
    skip_spaces(&reading);
    return *reading.at == '\0';
}
