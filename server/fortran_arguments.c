/*
 * fortran_arguments.c - see fortran_arguments.h.
 */
#include "fortran_arguments.h"

#include "callee.h"
#include "calls.h"
#include "element.h"
#include "expression_private.h"
#include "memory.h"
#include "source_stack.h"
#include "statement.h"
#include "symbol.h"
#include "symbol_object.h"
#include "unit.h"
#include "variable_private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uthash.h>

/* Of which type a routine wants an argument. */
enum wants {
    WANTS_ANY, /* or it is not looked at */
    WANTS_INTEGER,
    WANTS_ADDRESS,
    WANTS_OFFSET,
    WANTS_COUNT,
    WANTS_LOGICAL
};

static const struct wanted {
    const char *name;
    uint64_t size;
} wanted[] = {
    [WANTS_INTEGER] = {"INTEGER", 4},
    [WANTS_ADDRESS] = {"INTEGER(KIND=MPI_ADDRESS_KIND)", 8},
    [WANTS_OFFSET] = {"INTEGER(KIND=MPI_OFFSET_KIND)", 8},
    [WANTS_COUNT] = {"INTEGER(KIND=MPI_COUNT_KIND)", 8},
    [WANTS_LOGICAL] = {"LOGICAL", 4},
};

/* They are of MPI-1, which had no INTEGER for an address (MPI-4.1 16.1, 17.1).
 */
static bool is_of_mpi_1(const struct call_info *info)
{
    switch (info->base) {
    case CALL_MPI_Address:
    case CALL_MPI_Attr_get:
    case CALL_MPI_Attr_put:
    case CALL_MPI_Keyval_create:
    case CALL_MPI_Type_extent:
    case CALL_MPI_Type_hindexed:
    case CALL_MPI_Type_hvector:
    case CALL_MPI_Type_lb:
    case CALL_MPI_Type_struct:
    case CALL_MPI_Type_ub:
        return true;
    default:
        return false;
    }
}

static enum wants wants_of(const struct call_info *info, unsigned index)
{
    const struct call_parameter *parameter = &info->parameters[index];

    if (index == info->parameter_count)
        return WANTS_INTEGER; /* ierror */
    switch ((enum call_kind)parameter->kind) {
    case KIND_AINT:
    case KIND_ATTRIBUTE_VALUE:
    case KIND_BYTE_DISPL:
    case KIND_EXTRA_STATE:
    case KIND_MEMORY_SIZE:
    case KIND_PACKED_SIZE:
    case KIND_TARGET_DISP:
        return is_of_mpi_1(info) ? WANTS_INTEGER : WANTS_ADDRESS;
    case KIND_OFFSET:
        return WANTS_OFFSET;
    case KIND_LARGE_COUNT:
        return WANTS_COUNT;
    case KIND_FLAG:
        return WANTS_LOGICAL;
    case KIND_PARTITION_COUNT:
        return WANTS_ANY;
    default:
        return parameter->wire == WIRE_NUMBER ||
                       parameter->wire == WIRE_NUMBERS ||
                       parameter->wire == WIRE_HANDLE ||
                       parameter->wire == WIRE_HANDLES
                   ? WANTS_INTEGER
                   : WANTS_ANY;
    }
}

/* The others, which are functions or for tools, have no error code. */
static bool has_ierror(const struct call_info *info)
{
    return info->base != CALL_MPI_Wtime && info->base != CALL_MPI_Wtick &&
           info->base != CALL_MPI_Aint_add &&
           info->base != CALL_MPI_Aint_diff && info->base != CALL_MPI_Pcontrol;
}

/* ------------------------------------------------------------------ a call */

struct look {
    const struct call_info *info;
    unsigned first; /* of the C function's parameters that Fortran has, too */
    char *statement;
    struct expression_scopes scopes;
};

/* As many as Fortran's routine has: all have ierror (2.6.2). */
static unsigned wanted_count(const struct look *look)
{
    return look->info->parameter_count - look->first + 1;
}

/* malloc'd; NULL: it is not plain. */
static char *text_at(const struct look *look, unsigned at, unsigned given)
{
    return expression_argument(look->statement, look->info->name, at, given,
                               true);
}

/* It is the routine of mpif.h that is called there: those of mpi_f08 have other
 * names, and an ierror that is optional. */
static bool is_of_mpif(const struct stack_frame *frame,
                       const struct call_info *info)
{
    const char *module = stack_module_path(frame->module), *name;
    uint64_t behind = frame->address + 1;
    unsigned char code[5];
    int32_t distance;

    if (symbol_code(module, behind - sizeof code, code, sizeof code) !=
            sizeof code ||
        code[0] != 0xe8)
        return false;
    memcpy(&distance, code + 1, sizeof distance);
    name = callee_name(module, behind + (uint64_t)(int64_t)distance);
    return name != NULL &&
           strncasecmp(name, info->name, strlen(info->name)) == 0 &&
           strspn(name + strlen(info->name), "_") ==
               strlen(name) - strlen(info->name);
}

/* What a preprocessor may have put something else for: in a file that goes
 * through one a name that no variable has. */
static bool may_be_macro(const struct look *look, const char *text)
{
    const char *dot = strrchr(look->scopes.file, '.');
    Dwarf_Die named;

    return (dot == NULL || dot[1] != 'f') &&
           (isalpha((unsigned char)*text) || *text == '_') &&
           strncasecmp(text, "MPI_", 4) != 0 &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                             "XYZ_0123456789")] == '\0' &&
           !expression_find(&look->scopes, text, &named);
}

/* ------------------------------------------------------------------- types */

/* A number without a sign, kind or point. */
static bool is_plain_integer(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Of which type it is; false: it is not known. */
static bool type_of(const struct look *look, const char *text,
                    struct element *element)
{
    struct variable variable = {.low = 0};
    Dwarf_Die named;

    if (is_plain_integer(text)) {
        *element = (struct element){
            .type = "default INTEGER", .class = BASIC_SIGNED, .size = 4};
        return true;
    }
    if (strncasecmp(text, "MPI_", 4) == 0 ||
        !expression_fortran(text, &look->scopes, &variable.type, &named))
        return false;
    variable.size = variable_type_size(&variable.type);
    return variable.size > 0 && variable_element(&variable, 0, element) &&
           element->type != NULL && strstr(element->type, "(kind=") != NULL &&
           strncmp(element->type, "character", 9) != 0;
}

static bool is_as_wanted(const struct element *element, enum wants wants)
{
    return element->class ==
               (wants == WANTS_LOGICAL ? BASIC_LOGICAL : BASIC_SIGNED) &&
           element->size == wanted[wants].size;
}

/* Takes the text. */
static bool has_wrong_type(const struct look *look, unsigned at, char *text,
                           struct fortran_fault *fault)
{
    const struct call_info *info = look->info;
    unsigned index = look->first + at;
    enum wants wants = wants_of(info, index);
    struct element element;

    if (text == NULL || wants == WANTS_ANY || strchr(text, '=') != NULL ||
        !type_of(look, text, &element) || is_as_wanted(&element, wants)) {
        free(text);
        return false;
    }
    fault->at = at + 1;
    fault->text = text;
    fault->name = index == info->parameter_count ? "ierror"
                                                 : info->parameters[index].name;
    fault->type = element.type;
    fault->size = element.size;
    fault->wants = wanted[wants].name;
    fault->wants_size = wanted[wants].size;
    return true;
}

/* -------------------------------------------------------------------- look */

static bool has_fault(const struct look *look, struct fortran_fault *fault)
{
    int given = expression_arguments(look->statement, look->info->name, true);
    unsigned at;
    char *text;

    if (given < 0)
        return false;
    fault->wanted = wanted_count(look);
    fault->given = (unsigned)given;
    for (at = 0; at < fault->given; at++) {
        bool macro;

        text = text_at(look, at, fault->given);
        macro = text == NULL || may_be_macro(look, text);
        if (!macro && at + 1 == fault->given && fault->given != fault->wanted)
            fault->text = text;
        else
            free(text);
        if (macro)
            return false;
    }
    if (fault->given != fault->wanted)
        return true;
    for (at = 0; at < fault->given; at++)
        if (has_wrong_type(look, at, text_at(look, at, fault->given), fault))
            return true;
    return false;
}

/* Where the call stands, and what can be named there; false: not known. */
static bool begin(struct look *look, const struct stack_frame *frame,
                  const struct source_stack *source)
{
    const char *module = stack_module_path(frame->module);
    Dwarf_Addr address = frame->address;
    Dwarf_Die *unit = symbol_unit(module, &address);

    if (unit == NULL || !unit_is_fortran(unit) ||
        unit_has_long_integers(unit) || source->frame_count == 0 ||
        source->frames[0].file == NULL ||
        statement_defines(source->frames[0].file, look->info->name))
        return false;
    look->scopes.fortran = true;
    look->scopes.file = source->frames[0].file;
    look->scopes.line = source->frames[0].line;
    look->scopes.count = symbol_scopes(unit, address, &look->scopes.items);
    look->statement = statement_text(&source->frames[0]);
    return look->scopes.count > 0 && look->statement != NULL;
}

static bool find_fault(const struct stack *stack, const struct call_info *info,
                       struct fortran_fault *fault)
{
    const struct stack_frame *frame = &stack->frames[0];
    bool of_main = info->base == CALL_MPI_Init ||
                   info->base == CALL_MPI_Init_thread ||
                   info->base == CALL_MPI_Info_create_env; /* argc, argv */
    struct look look = {.info = info, .first = of_main ? 2 : 0};
    struct source_stack *source;
    bool has;

    if (!has_ierror(info) || !is_of_mpif(frame, info))
        return false;
    source = xcalloc(1, sizeof *source);
    symbol_append(source, stack_module_path(frame->module), frame->address);
    has = begin(&look, frame, source) && has_fault(&look, fault);
    free(look.statement);
    free(look.scopes.items);
    source_stack_free(source);
    return has;
}

/* ------------------------------------------------------------- looked once */

static struct known {
    struct {
        uint32_t stack, function;
    } key;
    bool has;
    struct fortran_fault fault;
    UT_hash_handle hh;
} * known;

const struct fortran_fault *fortran_arguments(const struct stack *stack,
                                              const struct call_info *info)
{
    struct known key = {.key = {stack->number, info->id}}, *one;

    HASH_FIND(hh, known, &key.key, sizeof key.key, one);
    if (one == NULL) {
        one = xcalloc(1, sizeof *one);
        one->key = key.key;
        one->has =
            stack->frame_count > 0 && find_fault(stack, info, &one->fault);
        HASH_ADD(hh, known, key, sizeof one->key, one);
    }
    return one->has ? &one->fault : NULL;
}

void fortran_arguments_end(void)
{
    struct known *one, *next;

    HASH_ITER(hh, known, one, next) {
        HASH_DEL(known, one);
        free(one->fault.text);
        free(one);
    }
}
