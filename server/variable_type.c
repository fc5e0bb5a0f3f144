/*
 * variable_type.c - from a variable's type down to what is at an offset.
 */
#include "memory.h"
#include "variable_private.h"

#include <dwarf.h>
#include <string.h>

/* Deeper than that no types are nested. */
#define DEPTH_MOST 64

/* Integers that are longer have no type of C's in MPI, nor have real numbers
 * that are shorter. */
#define INTEGER_LONGEST 8
#define REAL_SHORTEST   4

/* Where the way down is. */
struct place {
    Dwarf_Die type;
    uint64_t offset; /* in it */
    uint64_t run;    /* bytes of its array, from there on; 0: it is in none */
    const char *member;
};

uint64_t variable_type_size(Dwarf_Die *type)
{
    Dwarf_Word size;

    return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

bool variable_type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die named;

    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute),
                             &named) != NULL &&
           dwarf_peel_type(&named, type) == 0;
}

/* Not an array whose elements lie elsewhere, or apart (Fortran), of which the
 * length is not fixed, or that is a register, which holds numbers of any size
 * (__m128i). */
static bool is_simple_array(Dwarf_Die *array)
{
    static const unsigned not_simple[] = {
        DW_AT_data_location, DW_AT_allocated,  DW_AT_associated,
        DW_AT_byte_stride,   DW_AT_bit_stride, DW_AT_rank,
        DW_AT_GNU_vector};
    Dwarf_Die bounds;
    size_t i;

    for (i = 0; i < sizeof not_simple / sizeof not_simple[0]; i++)
        if (dwarf_hasattr(array, not_simple[i]))
            return false;
    if (dwarf_child(array, &bounds) != 0)
        return false;
    do
        if (dwarf_hasattr(&bounds, DW_AT_byte_stride) ||
            dwarf_hasattr(&bounds, DW_AT_bit_stride))
            return false;
    while (dwarf_siblingof(&bounds, &bounds) == 0);
    return true;
}

static bool into_array(struct place *place)
{
    uint64_t size = variable_type_size(&place->type), each;
    Dwarf_Die element;

    if (!is_simple_array(&place->type) ||
        !variable_type_of(&place->type, &element))
        return false;
    each = variable_type_size(&element);
    if (each == 0 || place->offset >= size)
        return false;
    /* of an array of arrays the whole */
    if (place->run == 0)
        place->run = size - place->offset;
    place->offset %= each;
    place->type = element;
    return true;
}

/* Where a member is; false: that is not one number of bytes, so that others
 * are elsewhere (a bit field, a virtual base). */
static bool member_begins(Dwarf_Die *member, uint64_t *begin)
{
    Dwarf_Attribute attribute;
    Dwarf_Word location = 0;

    if (dwarf_hasattr(member, DW_AT_bit_size) ||
        dwarf_hasattr(member, DW_AT_data_bit_offset) ||
        (dwarf_attr(member, DW_AT_data_member_location, &attribute) != NULL &&
         dwarf_formudata(&attribute, &location) != 0))
        return false;
    *begin = location;
    return true;
}

/* The one member around the offset; *padding: surely there is none. */
static bool into_struct(struct place *place, bool *padding)
{
    Dwarf_Die member, type, found;
    uint64_t begin, size, at = 0;
    unsigned count = 0, unknown = 0;

    if (dwarf_child(&place->type, &member) != 0)
        return false;
    do {
        int tag = dwarf_tag(&member);

        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
            dwarf_hasattr(&member, DW_AT_external) ||
            dwarf_hasattr(&member, DW_AT_declaration))
            continue;
        if (!member_begins(&member, &begin) ||
            !variable_type_of(&member, &type) ||
            (size = variable_type_size(&type)) == 0) {
            unknown++;
            continue;
        }
        if (place->offset < begin || place->offset - begin >= size)
            continue;
        count++;
        at = begin;
        found = type;
        if (tag == DW_TAG_member)
            place->member = dwarf_diename(&member);
    } while (dwarf_siblingof(&member, &member) == 0);
    *padding = count == 0 && unknown == 0 &&
               place->offset < variable_type_size(&place->type);
    if (count != 1)
        return false;
    place->type = found;
    place->offset -= at;
    place->run = 0;
    return true;
}

static enum basic_class class_of(Dwarf_Die *base, uint64_t size)
{
    Dwarf_Attribute attribute;
    Dwarf_Word encoding;

    if (dwarf_formudata(dwarf_attr(base, DW_AT_encoding, &attribute),
                        &encoding) != 0)
        return BASIC_NONE;
    switch (encoding) {
    case DW_ATE_float:
        return size >= REAL_SHORTEST ? BASIC_FLOAT : BASIC_NONE;
    case DW_ATE_complex_float:
        return BASIC_COMPLEX;
    case DW_ATE_boolean:
        return BASIC_LOGICAL;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        return size <= INTEGER_LONGEST && size > 1 ? BASIC_SIGNED : BASIC_NONE;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
        return size <= INTEGER_LONGEST && size > 1 ? BASIC_UNSIGNED
                                                   : BASIC_NONE;
    default:
        return BASIC_NONE;
    }
}

/* max_align_t of GCC and Clang, which stands for memory of any type. */
static bool is_of_any(const struct place *place)
{
    return place->member != NULL &&
           strncmp(place->member, "__max_align_", 12) == 0;
}

/* What is left when no array and no struct is. */
static bool is_element(const struct place *place, struct element *element)
{
    Dwarf_Die type = place->type;
    uint64_t size = variable_type_size(&type);

    *element =
        (struct element){.member = place->member, .type = dwarf_diename(&type)};
    switch (dwarf_tag(&type)) {
    case DW_TAG_base_type:
        element->class = class_of(&type, size);
        break;
    case DW_TAG_enumeration_type:
        element->class = size > 1 ? BASIC_SIGNED : BASIC_NONE;
        if (element->type == NULL)
            element->type = "enum";
        break;
    case DW_TAG_pointer_type:
        element->is_pointer = true;
        element->type = "a pointer";
        break;
    }
    element->anything =
        size == 1 && element->class == BASIC_NONE && !element->is_pointer;
    if (element->type == NULL || is_of_any(place) ||
        (element->class == BASIC_NONE && !element->is_pointer &&
         !element->anything))
        return false;
    element->run = place->run > 0 ? place->run : size - place->offset;
    if (element->class == BASIC_COMPLEX) {
        element->class = BASIC_FLOAT;
        size /= 2;
    }
    element->size = size;
    element->inside = size > 0 && place->offset % size != 0;
    return size > 0;
}

static bool is_padding(uint64_t offset, struct element *element)
{
    *element = (struct element){
        .type = "padding", .offset = offset, .size = 1, .run = 1};
    return true;
}

bool variable_element(const struct variable *variable, uint64_t offset,
                      struct element *element)
{
    struct place place = {.type = variable->type, .offset = offset};
    int depth;

    for (depth = 0; depth < DEPTH_MOST; depth++) {
        bool deeper, padding = false;

        switch (dwarf_tag(&place.type)) {
        case DW_TAG_array_type:
            deeper = into_array(&place);
            break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            deeper = into_struct(&place, &padding);
            break;
        default:
            if (!is_element(&place, element))
                return false;
            element->offset = offset;
            return true;
        }
        if (!deeper)
            return padding && is_padding(offset, element);
    }
    return false;
}
