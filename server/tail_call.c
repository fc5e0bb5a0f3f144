#include "tail_call.h"

#include "callee.h"
#include "symbol_object.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where a call of x86-64 goes whose last byte is at the address; 0: it is none,
 * or goes by a register or a table. */
static uint64_t called(const char *module, uint64_t address)
{
    unsigned char code[5];
    int32_t distance;

    if (address < sizeof code - 1 ||
        symbol_code(module, address - (sizeof code - 1), code, sizeof code) !=
            sizeof code ||
        code[0] != 0xe8)
        return 0;
    memcpy(&distance, code + 1, sizeof distance);
    return address + 1 + (uint64_t)(int64_t)distance;
}

/* Where the call is, if it is a jump into MPI. */
static bool is_tail_call(Dwarf_Die *site, Dwarf_Addr *address)
{
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    const char *name;
    bool tail = false;

    if (dwarf_tag(site) != DW_TAG_call_site ||
        dwarf_formflag(dwarf_attr(site, DW_AT_call_tail_call, &attribute),
                       &tail) != 0 ||
        !tail ||
        dwarf_formref_die(dwarf_attr(site, DW_AT_call_origin, &attribute),
                          &origin) == NULL)
        return false;
    name = dwarf_diename(&origin);
    if (name == NULL ||
        strncasecmp(name + (*name == 'P' || *name == 'p'), "MPI_", 4) != 0)
        return false;
    if (dwarf_formaddr(dwarf_attr(site, DW_AT_call_pc, &attribute), address) ==
        0)
        return true;
    if (dwarf_formaddr(dwarf_attr(site, DW_AT_call_return_pc, &attribute),
                       address) != 0)
        return false;
    --*address;
    return true;
}

/* How many there are in the function, or what is in it; one of them. */
static unsigned count_tail_calls(Dwarf_Die *parent, Dwarf_Addr *address)
{
    unsigned count = 0;
    Dwarf_Die child;

    if (dwarf_child(parent, &child) != 0)
        return 0;
    do {
        if (is_tail_call(&child, address))
            count++;
        else if (dwarf_tag(&child) != DW_TAG_subprogram)
            count += count_tail_calls(&child, address);
    } while (dwarf_siblingof(&child, &child) == 0);
    return count;
}

uint64_t tail_call(const char *module, uint64_t address)
{
    uint64_t target = called(module, address), found = 0;
    Dwarf_Addr place = target, entry, call = 0;
    Dwarf_Die *unit, *scopes = NULL;
    int count, i;

    /* Mostly it is MPI itself: then all units would be asked in vain. */
    if (target == 0 || callee_name(module, target) != NULL)
        return 0;
    unit = symbol_unit(module, &place);
    count = unit == NULL ? 0 : symbol_scopes(unit, place, &scopes);
    for (i = 0; i < count && dwarf_tag(&scopes[i]) != DW_TAG_subprogram; i++)
        continue;
    if (i < count && dwarf_entrypc(&scopes[i], &entry) == 0 && entry == place &&
        count_tail_calls(&scopes[i], &call) == 1)
        found = call - place + target;
    free(scopes);
    return found;
}
