/*
 * variable_frame.c - where the variables of a function are in its frame.
 */
#include "memory.h"
#include "symbol_object.h"
#include "unit.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define FRAME_POINTER 6 /* DWARF's number of rbp */
#define STACK_POINTER 7
#else
#define FRAME_POINTER 29
#define STACK_POINTER 31
#endif

/*
 * Whether variables have places of their own as long as they are in scope.
 * Clang tells of a function's calls if it was optimized.
 */
static bool is_as_written(Dwarf_Die *unit, Dwarf_Die *function)
{
    return !unit_is_optimized(unit) ||
           (unit_is_clangs(unit) &&
            !dwarf_hasattr(function, DW_AT_call_all_calls) &&
            !dwarf_hasattr(function, DW_AT_GNU_all_call_sites));
}

/* The frame pointer's distance from the canonical frame address, by the
 * unwinding information at that code. */
static bool frame_pointer_place(const char *module, uint64_t code,
                                int64_t *place)
{
    GElf_Addr start;
    Dwarf_Addr bias;
    Dwfl_Module *file = symbol_module(module, &start);
    Dwarf_CFI *unwinding = dwfl_module_eh_cfi(file, &bias);
    Dwarf_Frame *frame;
    Dwarf_Op *ops;
    size_t count;
    bool known;

    if (unwinding == NULL ||
        dwarf_cfi_addrframe(unwinding, start + code - bias, &frame) != 0)
        return false;
    known = dwarf_frame_cfa(frame, &ops, &count) == 0 && count == 1 &&
            ops[0].atom == DW_OP_bregx && ops[0].number == FRAME_POINTER;
    if (known)
        *place = -(int64_t)ops[0].number2;
    free(frame);
    return known;
}

/* Where the frame base is that variables are told from, as a distance from the
 * canonical frame address. */
static bool frame_base(const char *module, uint64_t code, Dwarf_Die *function,
                       int64_t *base)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;

    *base = 0;
    if (dwarf_getlocation(dwarf_attr(function, DW_AT_frame_base, &attribute),
                          &ops, &count) != 0 ||
        count != 1)
        return false;
    if (ops[0].atom == DW_OP_call_frame_cfa)
        return true;
    return ops[0].atom == DW_OP_reg0 + FRAME_POINTER &&
           frame_pointer_place(module, code, base);
}

/* A distance from the frame base; with EQUIVALENCE in Fortran that of the first
 * of those which share the place, and what is to be added; with what a function
 * within uses that of all this together, and what is to be added. */
static bool is_in_frame(Dwarf_Die *variable, int64_t *distance)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count, i;

    if (dwarf_getlocation(dwarf_attr(variable, DW_AT_location, &attribute),
                          &ops, &count) != 0 ||
        count < 1 || ops[0].atom != DW_OP_fbreg)
        return false;
    *distance = (int64_t)ops[0].number;
    for (i = 1; i < count; i++) {
        if (ops[i].atom != DW_OP_plus_uconst)
            return false;
        *distance += (int64_t)ops[i].number;
    }
    return true;
}

/* What a frame's variables are told by. */
struct telling {
    struct variable_table *table;
    int64_t base;
    const char *statement; /* NULL: none */
    bool fortran;
};

static bool is_variable(Dwarf_Die *die)
{
    return dwarf_tag(die) == DW_TAG_variable ||
           dwarf_tag(die) == DW_TAG_formal_parameter;
}

static bool declares(Dwarf_Die *scope, const char *name)
{
    const char *other;
    Dwarf_Die die;

    if (name == NULL || dwarf_child(scope, &die) != 0)
        return false;
    do {
        other = is_variable(&die) ? dwarf_diename(&die) : NULL;
        if (other != NULL && strcmp(other, name) == 0)
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* By another one of that name in a scope within this. */
static bool is_hidden(const char *name, Dwarf_Die *scopes, int scope)
{
    bool hidden = false;

    while (!hidden && scope-- > 0 &&
           dwarf_tag(&scopes[scope]) == DW_TAG_lexical_block)
        hidden = declares(&scopes[scope], name);
    return hidden;
}

static void add_scope(const struct telling *telling, Dwarf_Die *scopes,
                      int scope)
{
    int64_t distance;
    Dwarf_Die die;

    if (dwarf_child(&scopes[scope], &die) != 0)
        return;
    do
        if (is_variable(&die) && is_in_frame(&die, &distance)) {
            size_t before = telling->table->count;
            const char *name = dwarf_diename(&die);

            variable_table_add(telling->table, &die, telling->base + distance);
            if (telling->table->count > before)
                telling->table->items[before].named =
                    variable_is_named(telling->statement, name,
                                      telling->fortran) &&
                    !is_hidden(name, scopes, scope);
        }
    while (dwarf_siblingof(&die, &die) == 0);
}

static bool overlap(const struct variable *one, const struct variable *other)
{
    return one->low < other->low + (int64_t)other->size &&
           other->low < one->low + (int64_t)one->size;
}

/* Leaves those that are named, and those that share a place with them. */
static void keep_named(struct variable_table *table)
{
    size_t kept = 0, i, k;
    bool found = true;

    while (found) {
        found = false;
        for (i = 0; i < table->count; i++)
            for (k = 0; k < table->count && !table->items[i].named; k++)
                if (table->items[k].named &&
                    overlap(&table->items[i], &table->items[k]))
                    table->items[i].named = found = true;
    }
    for (i = 0; i < table->count; i++)
        if (table->items[i].named)
            table->items[kept++] = table->items[i];
    table->count = kept;
}

/* Of scopes the one that is a function with a frame; `count`: there is none. */
static int framed_in(Dwarf_Die *scopes, int count)
{
    int i = 0;

    while (i < count && (dwarf_tag(&scopes[i]) == DW_TAG_lexical_block ||
                         dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine))
        i++;
    return i < count && dwarf_tag(&scopes[i]) == DW_TAG_subprogram ? i : count;
}

static bool is_any_inlined(Dwarf_Die *scopes, int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
            return true;
    return false;
}

/* Those that are named by the statement around the code, or around the call
 * that was inlined. */
static void add_named(struct telling *telling, Dwarf_Die *scopes, int count,
                      char *const *statements)
{
    int i;

    for (i = 0; i < count; i++) {
        telling->statement = *statements;
        add_scope(telling, scopes, i);
        if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine &&
            *statements != NULL)
            statements++;
    }
    keep_named(telling->table);
}

void variable_frame(const char *module, uint64_t code,
                    struct variable_table *table)
{
    Dwarf_Addr address = code;
    Dwarf_Die *unit = symbol_unit(module, &address), *scopes = NULL;
    int count = unit == NULL ? 0 : symbol_scopes(unit, address, &scopes);
    int function = framed_in(scopes, count), i;
    struct telling telling = {.table = table};

    if (function < count && (unit_is_gccs(unit) || unit_is_clangs(unit)) &&
        frame_base(module, code, &scopes[function], &telling.base)) {
        telling.fortran = unit_is_fortran(unit);
        if (is_any_inlined(scopes, function) || unit_shares_place(unit) ||
            !is_as_written(unit, &scopes[function])) {
            char **statements = variable_statements(module, code);

            add_named(&telling, scopes, function + 1, statements);
            variable_statements_free(statements);
        } else {
            for (i = 0; i <= function; i++)
                add_scope(&telling, scopes, i);
        }
    }
    free(scopes);
}

/* Arrays that an ASSOCIATE names may be what the compiler has made for it. */
static bool is_associated_array(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_array_type &&
           dwarf_hasattr(type, DW_AT_data_location) &&
           !dwarf_hasattr(type, DW_AT_allocated) &&
           !dwarf_hasattr(type, DW_AT_associated);
}

static bool may_have_members(Dwarf_Die *type)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_array_type:
        return !dwarf_hasattr(type, DW_AT_data_location);
    case DW_TAG_string_type:
    case DW_TAG_structure_type:
        return true;
    default:
        return false;
    }
}

/*
 * Whether what a variable stands for may be anywhere in the frame: arrays whose
 * size is not constant, what is known by its address.  sure: those that have no
 * place are nowhere.
 */
static bool may_be_within(Dwarf_Die *variable, bool sure)
{
    Dwarf_Attribute attribute;
    int64_t distance;
    Dwarf_Die type;
    Dwarf_Op *ops;
    size_t count;

    if (dwarf_tag(variable) != DW_TAG_variable ||
        !variable_type_of(variable, &type))
        return false;
    if (is_associated_array(&type))
        return true;
    if (is_in_frame(variable, &distance))
        return false;
    if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL)
        return !sure && may_have_members(&type);
    if (dwarf_getlocation(&attribute, &ops, &count) != 0 || count == 0)
        return may_have_members(&type);
    return ops[0].atom != DW_OP_addr && ops[0].atom != DW_OP_addrx &&
           ops[0].atom != DW_OP_GNU_addr_index &&
           (may_have_members(&type) || ops[count - 1].atom == DW_OP_deref);
}

/* Of what type is not known, all from there on. */
static bool is_at(Dwarf_Die *variable, int64_t distance, int64_t at)
{
    Dwarf_Die type;
    uint64_t size =
        variable_type_of(variable, &type) ? variable_type_size(&type) : 0;

    return at >= distance && (size == 0 || at - distance < (int64_t)size);
}

/* A dummy argument that came as a value, in a register: where it is put when
 * its address is needed is not told. */
static bool is_value(Dwarf_Die *variable, const Dwarf_Op *op)
{
    return dwarf_tag(variable) == DW_TAG_formal_parameter &&
           !dwarf_hasattr(variable, DW_AT_artificial) &&
           ((op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) ||
            op->atom == DW_OP_regx);
}

/* Whether one of its places, of which it may have several (in registers, and on
 * the stack), is that distance from the frame base, or may be. */
static bool has_place_at(Dwarf_Die *variable, int64_t at)
{
    Dwarf_Attribute attribute;
    Dwarf_Addr base, begin, end;
    ptrdiff_t offset = 0;
    Dwarf_Op *ops;
    size_t count;

    if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL)
        return false;
    while ((offset = dwarf_getlocations(&attribute, offset, &base, &begin, &end,
                                        &ops, &count)) > 0) {
        if (count == 0 || ops[count - 1].atom == DW_OP_deref)
            continue;
        if (is_value(variable, &ops[0]) ||
            ops[0].atom == DW_OP_breg0 + STACK_POINTER ||
            (ops[0].atom == DW_OP_fbreg &&
             is_at(variable, (int64_t)ops[0].number, at)))
            return true;
    }
    return false;
}

/*
 * Whether surely no variable of the scope is at that distance from the frame
 * base.  What is inlined may have a dummy argument there, for which its caller
 * had a copy made.  sure: those that have no place are nowhere.
 */
static bool is_none_of(Dwarf_Die *scope, bool sure, int64_t at)
{
    bool itself = dwarf_tag(scope) == DW_TAG_inlined_subroutine;
    int64_t distance;
    Dwarf_Die die;

    if (dwarf_child(scope, &die) != 0)
        return true;
    do
        if (is_variable(&die) &&
            ((itself && dwarf_tag(&die) == DW_TAG_formal_parameter) ||
             (is_in_frame(&die, &distance) && is_at(&die, distance, at)) ||
             has_place_at(&die, at) || may_be_within(&die, sure)))
            return false;
    while (dwarf_siblingof(&die, &die) == 0);
    return true;
}

/* What OpenMP makes of a loop has copies of variables that are not told. */
static bool is_outlined(Dwarf_Die *function)
{
    const char *name = dwarf_diename(function);

    return dwarf_hasattr(function, DW_AT_artificial) || name == NULL ||
           strstr(name, "_omp_") != NULL;
}

bool variable_frame_lacks(const char *module, uint64_t code, int64_t distance)
{
    Dwarf_Addr address = code;
    Dwarf_Die *unit = symbol_unit(module, &address), *scopes = NULL;
    int count = unit == NULL ? 0 : symbol_scopes(unit, address, &scopes);
    int function = framed_in(scopes, count), i;
    bool sure = unit != NULL && !unit_is_optimized(unit) &&
                !is_any_inlined(scopes, function);
    int64_t base;
    bool lacks = function < count && unit_is_gccs(unit) &&
                 unit_is_fortran(unit) && !is_outlined(&scopes[function]) &&
                 frame_base(module, code, &scopes[function], &base);

    for (i = 0; lacks && i <= function; i++)
        lacks = is_none_of(&scopes[i], sure, distance - base);
    free(scopes);
    return lacks;
}
