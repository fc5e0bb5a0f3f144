#include "variable.h"

#include "memory.h"
#include "symbol_object.h"
#include "unit.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uthash.h>

struct module {
    char *path;
    bool readable;
    bool gathered;       /* the statics */
    uint64_t debug_size; /* and 1; 0: not known yet */
    struct variable_table statics;
    struct frame {
        uint64_t code;
        bool told; /* there is debugging information of the code */
        struct variable_table variables;
        UT_hash_handle hh;
    } * frames;
    UT_hash_handle hh;
};

static struct module *modules;

static bool is_alike(const struct element *one, const struct element *other)
{
    return one->class == other->class && one->size == other->size &&
           one->is_pointer == other->is_pointer &&
           one->inside == other->inside && one->anything == other->anything;
}

/* In each variable that is there (of EQUIVALENCE and COMMON there may be
 * several), which must agree. */
static const struct variable *look_up(const struct variable_table *table,
                                      int64_t place, struct element *element)
{
    const struct variable *found = NULL;
    size_t i;

    for (i = variable_table_begun(table, place);
         i > 0 && table->reach[i - 1] > place; i--) {
        const struct variable *variable = &table->items[i - 1];
        uint64_t offset = (uint64_t)(place - variable->low);
        struct element one;

        if (offset >= variable->size)
            continue;
        if (!variable_element(variable, offset, &one) ||
            (found != NULL && !is_alike(&one, element)))
            return NULL;
        if (found != NULL && element->run < one.run)
            one.run = element->run;
        *element = one;
        found = variable;
    }
    return found;
}

/* Other than dwarf_decl_file: the first file, too, which has the number 0. */
static const char *declared_in(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    Dwarf_Files *files;
    Dwarf_Die unit;
    size_t count;

    return dwarf_formudata(
               dwarf_attr_integrate(die, DW_AT_decl_file, &attribute),
               &number) == 0 &&
                   dwarf_cu_die(attribute.cu, &unit, NULL, NULL, NULL, NULL,
                                NULL, NULL) != NULL &&
                   dwarf_getsrcfiles(&unit, &files, &count) == 0 &&
                   number < count
               ? dwarf_filesrc(files, number, NULL, NULL)
               : NULL;
}

void variable_declared(Dwarf_Die *die, const char **file, int *line)
{
    *file = declared_in(die);
    if (dwarf_decl_line(die, line) != 0)
        *line = 0;
}

static struct variable_place declared(const struct variable *variable)
{
    struct variable_place place = {.end = variable_past(variable)};
    Dwarf_Die die = variable->die, type = variable->type;
    Dwarf_Attribute attribute;

    place.name =
        dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_name, &attribute));
    variable_declared(&die, &place.file, &place.line);
    place.is_pointer = dwarf_tag(&type) == DW_TAG_pointer_type;
    if (dwarf_tag(&type) == DW_TAG_class_type)
        place.class = dwarf_diename(&type);
    return place;
}

static bool find(const struct variable_table *table, int64_t place,
                 struct element *element)
{
    const struct variable *found = look_up(table, place, element);
    struct variable_place where;

    if (found == NULL)
        return false;
    where = declared(found);
    element->variable = where.name;
    element->file = where.file;
    element->line = where.line;
    return element->variable != NULL;
}

/* ---------------------------------------------------------------- statics */

/* While the variables of static storage of a module are gathered. */
struct gathering {
    struct variable_table *table;
    Elf *elf;
    uint64_t bias; /* from addresses of the debugging information to the
                    * file's */
    bool merged;   /* the unit's procedures may be within others (below) */
    const char **unsure; /* names of COMMON blocks */
    size_t unsure_count;
};

/* Whether the file has data at these addresses.  What the linker has left out
 * has addresses, too, mostly 0. */
static bool is_data(Elf *elf, uint64_t address, uint64_t size)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL &&
            (header.sh_flags & SHF_ALLOC) != 0 &&
            (header.sh_flags & (SHF_EXECINSTR | SHF_TLS)) == 0 &&
            address >= header.sh_addr && size <= header.sh_size &&
            address - header.sh_addr <= header.sh_size - size)
            return true;
    return false;
}

/* One address, in the debugging information's count. */
static bool is_at_address(Dwarf_Die *die, uint64_t *address)
{
    Dwarf_Attribute attribute, of_address;
    Dwarf_Op *ops;
    size_t count;

    if (dwarf_getlocation(dwarf_attr_integrate(die, DW_AT_location, &attribute),
                          &ops, &count) != 0 ||
        count < 1 || count > 2 ||
        (count == 2 && ops[1].atom != DW_OP_plus_uconst))
        return false;
    if (ops[0].atom == DW_OP_addr)
        *address = ops[0].number;
    else if ((ops[0].atom != DW_OP_addrx &&
              ops[0].atom != DW_OP_GNU_addr_index) ||
             dwarf_getlocation_attr(&attribute, &ops[0], &of_address) != 0 ||
             dwarf_formaddr(&of_address, address) != 0)
        return false;
    if (count == 2)
        *address += ops[1].number;
    return true;
}

/*
 * Of a procedure that is inlined GCC tells the members of a COMMON block
 * without their places: then what others see there is not all that it may be.
 */
static void not_placed(struct gathering *gathering, const char *common)
{
    gathering->unsure = xrealloc(gathering->unsure, gathering->unsure_count + 1,
                                 sizeof gathering->unsure[0]);
    gathering->unsure[gathering->unsure_count++] = common;
}

static void gather_one(struct gathering *gathering, Dwarf_Die *die,
                       const char *common)
{
    struct variable_table *table = gathering->table;
    size_t before = table->count;
    uint64_t address;

    if (!is_at_address(die, &address)) {
        if (common != NULL)
            not_placed(gathering, common);
        return;
    }
    address += gathering->bias;
    variable_table_add(table, die, (int64_t)address);
    if (table->count == before)
        return;
    table->items[before].common = common;
    if (!is_data(gathering->elf, address, table->items[before].size))
        table->count = before;
}

/* The variables at any depth of functions, blocks, namespaces. */
static void gather(struct gathering *gathering, Dwarf_Die *parent,
                   const char *common)
{
    bool here = dwarf_tag(parent) != DW_TAG_subprogram || !gathering->merged;
    const char *name;
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return;
    do
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
            if (here)
                gather_one(gathering, &die, common);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_namespace:
        case DW_TAG_module:
            gather(gathering, &die, NULL);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (here)
                gather(gathering, &die, NULL);
            break;
        case DW_TAG_common_block:
            name = dwarf_diename(&die);
            gather(gathering, &die, name != NULL ? name : "");
            break;
        }
    while (dwarf_siblingof(&die, &die) == 0);
}

static bool is_unsure(const struct gathering *gathering, const char *common)
{
    size_t i;

    for (i = 0; common != NULL && i < gathering->unsure_count; i++)
        if (strcmp(gathering->unsure[i], common) == 0)
            return true;
    return false;
}

static void drop_unsure(struct gathering *gathering)
{
    struct variable_table *table = gathering->table;
    size_t kept = 0, i;

    for (i = 0; i < table->count; i++)
        if (!is_unsure(gathering, table->items[i].common))
            table->items[kept++] = table->items[i];
    table->count = kept;
    free(gathering->unsure);
}

/*
 * Variables of a Fortran procedure may share a place (EQUIVALENCE), of which,
 * if it is inlined, some may be told without it: of optimized units those of
 * modules and COMMON blocks are taken.
 */
static bool is_merged(Dwarf_Die *unit)
{
    return unit_is_fortran(unit) && unit_is_optimized(unit);
}

/* A unit whose debugging information is in a file of its own (-gsplit-dwarf)
 * stands for that. */
static Dwarf_Die whole_unit(Dwarf_Die *unit)
{
    Dwarf_Die split;
    uint8_t kind;

    if (dwarf_cu_info(unit->cu, NULL, &kind, NULL, &split, NULL, NULL, NULL) ==
            0 &&
        kind == DW_UT_skeleton && split.cu != NULL)
        return split;
    return *unit;
}

static void gather_statics(struct module *module)
{
    struct gathering gathering = {.table = &module->statics};
    Dwarf_Die *unit = NULL, whole;
    GElf_Addr start;
    Dwarf_Addr bias;
    Dwfl_Module *file = symbol_module(module->path, &start);

    module->gathered = true;
    if (file == NULL)
        return;
    gathering.elf = dwfl_module_getelf(file, &bias);
    while ((unit = dwfl_module_nextcu(file, unit, &bias)) != NULL) {
        gathering.bias = bias - start;
        whole = whole_unit(unit);
        gathering.merged = is_merged(&whole);
        gather(&gathering, &whole, NULL);
    }
    drop_unsure(&gathering);
    variable_table_complete(&module->statics);
}

/* Bytes of debugging information, which are gone through for them. */
#define MANY (8 << 20)

static uint64_t debug_size(const char *path)
{
    GElf_Addr start;
    Dwarf_Addr bias;
    Dwfl_Module *file = symbol_module(path, &start);
    Dwarf *debug = file == NULL ? NULL : dwfl_module_getdwarf(file, &bias);
    Elf *elf = debug == NULL ? NULL : dwarf_getelf(debug);
    Elf_Scn *section = NULL;
    uint64_t size = 0;
    GElf_Shdr header;
    size_t names;

    if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0)
        return 0;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name = gelf_getshdr(section, &header) == NULL
                               ? NULL
                               : elf_strptr(elf, names, header.sh_name);

        if (name != NULL && strcmp(name, ".debug_info") == 0)
            size += header.sh_size;
    }
    return size;
}

/* ---------------------------------------------------------------- modules */

/* Whether the file is still the one that was loaded. */
static bool is_unchanged(const struct site_place *place)
{
    struct stat status;

    return stat(place->module, &status) == 0 &&
           (uint64_t)status.st_mtim.tv_sec * UINT64_C(1000000000) +
                   (uint64_t)status.st_mtim.tv_nsec ==
               place->modified;
}

/* Of a file that has changed since no variables are known. */
static struct module *module_of(const struct site_place *place)
{
    struct module *module;

    HASH_FIND_STR(modules, place->module, module);
    if (module != NULL)
        return module;
    module = xcalloc(1, sizeof *module);
    module->path = xstrdup(place->module);
    module->readable = is_unchanged(place);
    HASH_ADD_KEYPTR(hh, modules, module->path, strlen(module->path), module);
    return module;
}

bool variable_are_many(const struct site_place *place)
{
    struct module *module = module_of(place);

    if (module->debug_size == 0)
        module->debug_size = debug_size(module->path) + 1;
    return module->debug_size > MANY;
}

static const struct variable_table *statics_of(const struct site_place *place)
{
    struct module *module = module_of(place);

    if (module->readable && !module->gathered)
        gather_statics(module);
    return &module->statics;
}

bool variable_static(const struct site_place *place, struct element *element)
{
    return find(statics_of(place), (int64_t)place->address, element);
}

static struct frame *frame_of(const struct site_place *code)
{
    struct module *module = module_of(code);
    Dwarf_Addr address = code->address;
    struct frame *frame;

    HASH_FIND(hh, module->frames, &code->address, sizeof code->address, frame);
    if (frame != NULL)
        return frame;
    frame = xcalloc(1, sizeof *frame);
    frame->code = code->address;
    frame->told =
        module->readable && symbol_unit(module->path, &address) != NULL;
    if (frame->told)
        variable_frame(module->path, frame->code, &frame->variables);
    variable_table_complete(&frame->variables);
    HASH_ADD(hh, module->frames, code, sizeof frame->code, frame);
    return frame;
}

bool variable_is_readable(const struct site_place *code)
{
    return module_of(code)->readable;
}

bool variable_is_told(const struct site_place *code)
{
    return frame_of(code)->told;
}

bool variable_of_frame(const struct site_place *code, int64_t distance,
                       struct element *element)
{
    return find(&frame_of(code)->variables, distance, element);
}

bool variable_is_none(const struct site_place *code, int64_t distance)
{
    struct module *module = module_of(code);

    return module->readable && distance < 0 &&
           variable_frame_lacks(module->path, code->address, distance);
}

/* The innermost variable that has the byte at `at`. */
static bool around(const struct variable_table *table, int64_t at,
                   struct variable_place *place)
{
    size_t count = variable_table_begun(table, at), i = count;

    while (i > 0 && variable_past(&table->items[i - 1]) <= at)
        i--;
    if (i == 0)
        return false;
    *place = declared(&table->items[i - 1]);
    place->end = table->reach[count - 1];
    for (; count < table->count && table->items[count].low < place->end;
         count++)
        place->end = table->reach[count];
    return place->name != NULL;
}

bool variable_around(const struct site_place *code, int64_t distance,
                     struct variable_place *variable)
{
    return around(&frame_of(code)->variables, distance, variable);
}

bool variable_static_around(const struct site_place *place,
                            struct variable_place *variable)
{
    return around(statics_of(place), (int64_t)place->address, variable);
}

void variable_end(void)
{
    struct module *module, *next;
    struct frame *frame, *after;

    HASH_ITER(hh, modules, module, next) {
        HASH_DEL(modules, module);
        HASH_ITER(hh, module->frames, frame, after) {
            HASH_DEL(module->frames, frame);
            variable_table_empty(&frame->variables);
            free(frame);
        }
        variable_table_empty(&module->statics);
        free(module->path);
        free(module);
    }
}
