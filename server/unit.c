#include "unit.h"

#include <dwarf.h>
#include <string.h>

/* Of all that a GCC says it was given, the last counts. */
static bool has_optimizing_option(const char *producer)
{
    bool optimizes = false;
    const char *at = producer;

    while ((at = strstr(at, " -O")) != NULL) {
        at += 3;
        optimizes = *at != '0';
    }
    return optimizes;
}

bool unit_is_fortran(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
        return true;
    default:
        return false;
    }
}

bool unit_is_c(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
        return true;
    default:
        return false;
    }
}

static const char *producer_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    Dwarf_Die top;

    return dwarf_diecu(unit, &top, NULL, NULL) == NULL
               ? NULL
               : dwarf_formstring(dwarf_attr(&top, DW_AT_producer, &attribute));
}

bool unit_has_long_integers(Dwarf_Die *unit)
{
    const char *producer = producer_of(unit);

    return producer == NULL ||
           strstr(producer, "-fdefault-integer-8") != NULL ||
           strstr(producer, "-finteger-4-integer-8") != NULL ||
           strstr(producer, "-i8") != NULL;
}

bool unit_is_gccs(Dwarf_Die *unit)
{
    const char *producer = producer_of(unit);

    return producer != NULL && strncmp(producer, "GNU ", 4) == 0;
}

bool unit_is_clangs(Dwarf_Die *unit)
{
    const char *producer = producer_of(unit);

    return producer != NULL && strstr(producer, "clang version") != NULL;
}

/* GCC says how it was called. */
bool unit_is_optimized(Dwarf_Die *unit)
{
    return !unit_is_gccs(unit) || has_optimizing_option(producer_of(unit));
}

/* Whether of all options that begin so the last is one of them, and not "no-".
 */
static bool is_on(const char *producer, const char *begin, const char *off)
{
    const char *on = NULL, *last = NULL, *at;

    for (at = producer; (at = strstr(at, begin)) != NULL; at++)
        on = at;
    for (at = producer; (at = strstr(at, off)) != NULL; at++)
        last = at;
    return on != NULL && (last == NULL || on > last);
}

bool unit_shares_place(Dwarf_Die *unit)
{
    const char *producer = producer_of(unit);

    return producer != NULL && strncmp(producer, "GNU ", 4) == 0 &&
           (is_on(producer, " -fstack-protector", " -fno-stack-protector") ||
            strstr(producer, " -fsanitize=") != NULL);
}
