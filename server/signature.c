/*
 * signature.c - see signature.h.
 */
#include "signature.h"

#include "memory.h"
#include "model_object.h"
#include "neutral.h"

#include <stdlib.h>

/* Arithmetic is modulo the prime 2^61 - 1. */
#define PRIME ((UINT64_C(1) << 61) - 1)
#define BASE  UINT64_C(1234567890123456789)

/* Elements between two steps of a comparison are runs of one basic type; of
 * more than that many runs behind the first difference the rest is taken to
 * be as what was seen. */
#define RUNS_COMPARED 4096

/* ------------------------------------------------------------- sequences */

__extension__ typedef unsigned __int128 uint128;

static uint64_t multiply(uint64_t left, uint64_t right)
{
    uint128 product = (uint128)left * right;
    uint64_t sum = ((uint64_t)product & PRIME) + (uint64_t)(product >> 61);

    return sum >= PRIME ? sum - PRIME : sum;
}

static const struct signature empty = {.power = 1};

static struct signature single(uint64_t basic)
{
    /* Far from each other, so that sums do not meet. */
    return (struct signature){.count = 1,
                              .hash = multiply(basic + 1, BASE) ^ basic,
                              .power = BASE,
                              .basic = basic};
}

static struct signature concatenate(struct signature left,
                                    struct signature right)
{
    uint64_t hash = multiply(left.hash, right.power) + right.hash;

    if (left.count == 0 || right.count == 0)
        return left.count == 0 ? right : left;
    return (struct signature){.count = left.count + right.count,
                              .hash = hash >= PRIME ? hash - PRIME : hash,
                              .power = multiply(left.power, right.power),
                              .basic =
                                  left.basic == right.basic ? left.basic : 0};
}

static struct signature repeat(struct signature one, uint64_t count)
{
    struct signature all = empty;

    for (; count > 0; count >>= 1) {
        if (count & 1)
            all = concatenate(all, one);
        one = concatenate(one, one);
    }
    return all;
}

static const struct type *child_of(const struct type *type, size_t item)
{
    return type->children[type->child_count > 1 ? item : 0];
}

/* Items of which each has its own type. */
static bool is_list(const struct type *type)
{
    return type->ends != NULL;
}

/* The item of a list in which the element is. */
static size_t item_at(const struct type *type, uint64_t element)
{
    size_t low = 0, high = type->item_count - 1;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (type->ends[middle].count > element)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void set_list(struct type *type)
{
    struct signature all = empty;
    size_t i;

    type->ends = xcalloc(type->item_count + 1, sizeof type->ends[0]);
    for (i = 0; i < type->item_count; i++) {
        all = concatenate(all, repeat(child_of(type, i)->signature,
                                      (uint64_t)type->counts[i]));
        type->ends[i] = all;
    }
    type->signature = all;
}

/* How many children there are in all; -1: too many, or it is nonsense. */
static int64_t children_total(const struct type *type)
{
    int64_t total = 0, product;
    size_t i;

    switch (type->maker) {
    case TYPE_VECTOR:
        if (type->counts[0] < 0 || type->counts[1] < 0 ||
            __builtin_mul_overflow(type->counts[0], type->counts[1], &product))
            return -1;
        return product;
    case TYPE_RESIZED:
        return 1;
    default:
        for (i = 0; i < type->item_count; i++)
            if (type->counts[i] < 0 ||
                __builtin_add_overflow(total, type->counts[i], &total))
                return -1;
        return total;
    }
}

/* The predefined type of which all items are made; 0: there are several. */
static uint64_t made_of_one(const struct type *type)
{
    uint64_t one = 0;
    size_t i;

    if (type->maker == TYPE_PREDEFINED)
        return type->handle;
    if (type->maker != TYPE_STRUCT)
        return type->child_count == 1 ? type->children[0]->made_of : 0;
    for (i = 0; i < type->item_count; i++) {
        const struct type *child = child_of(type, i);

        if (type->counts[i] == 0 || child->signature.count == 0)
            continue;
        if (one != 0 && one != child->made_of)
            return 0;
        one = child->made_of;
    }
    return one;
}

void signature_set(struct type *type)
{
    uint64_t most = 0, parts[2], elements;
    int64_t total = children_total(type);
    size_t i;

    type->signature = empty;
    for (i = 0; i < type->child_count; i++) {
        type->known = type->known && type->children[i]->known;
        if (type->children[i]->signature.count > most)
            most = type->children[i]->signature.count;
    }
    if (total < 0 || __builtin_mul_overflow(most, (uint64_t)total, &elements) ||
        elements > INT64_MAX)
        type->known = false;
    if (!type->known)
        return;
    type->made_of = made_of_one(type);
    if (type->maker == TYPE_PREDEFINED && !signature_pair(type->handle, parts))
        type->signature = single(type->handle);
    else if (type->maker == TYPE_PREDEFINED || type->maker == TYPE_STRUCT)
        set_list(type);
    else
        type->signature = repeat(type->children[0]->signature, (uint64_t)total);
}

static struct signature first_of(const struct type *type, uint64_t count);

static struct signature first_of_many(const struct type *child, uint64_t count)
{
    uint64_t each = child->signature.count;

    if (count == 0 || each == 0)
        return empty;
    return concatenate(repeat(child->signature, count / each),
                       first_of(child, count % each));
}

/* The first elements of the type, no more than it has. */
static struct signature first_of(const struct type *type, uint64_t count)
{
    struct signature before = empty;
    size_t item;

    if (count >= type->signature.count)
        return type->signature;
    if (type->signature.basic != 0)
        return repeat(single(type->signature.basic), count);
    if (!is_list(type))
        return first_of_many(type->children[0], count);
    item = item_at(type, count);
    if (item > 0)
        before = type->ends[item - 1];
    return concatenate(
        before, first_of_many(child_of(type, item), count - before.count));
}

/* --------------------------------------------------------------- payloads */

static bool is_known(const struct payload *payload)
{
    uint64_t elements;

    return payload->type != NULL && payload->type->known &&
           payload->count >= 0 && payload->count < NEUTRAL_SPECIAL &&
           !__builtin_mul_overflow(payload->type->signature.count,
                                   (uint64_t)payload->count, &elements) &&
           elements <= INT64_MAX;
}

static uint64_t element_count(const struct payload *payload)
{
    return (uint64_t)payload->count * payload->type->signature.count;
}

static struct signature first_elements(const struct payload *payload,
                                       uint64_t count)
{
    if (payload->type->signature.basic != 0)
        return repeat(single(payload->type->signature.basic), count);
    return first_of_many(payload->type, count);
}

uint64_t payload_key(const struct payload *payload)
{
    const struct signature *one;
    uint64_t key;

    if (payload->count == 0)
        return 1;
    if (!is_known(payload))
        return 0;
    one = &payload->type->signature;
    if (one->count == 0)
        return 1;
    /* What is all of one basic type is told by that type and their number. */
    key = one->basic != 0
              ? multiply(element_count(payload) ^ one->basic << 51, BASE)
              : repeat(*one, (uint64_t)payload->count).hash;
    return key > 1 ? key : key + 2;
}

int64_t payload_bytes(const struct payload *payload)
{
    int64_t bytes;

    if (payload->count == 0)
        return 0;
    return !is_known(payload) ||
                   __builtin_mul_overflow(payload->count, payload->type->size,
                                          &bytes)
               ? -1
               : bytes;
}

static bool same_elements(const struct payload *left,
                          const struct payload *right, uint64_t count)
{
    const struct signature *a = &left->type->signature;
    const struct signature *b = &right->type->signature;

    if (count == 0 || (a->count == b->count && a->hash == b->hash))
        return true;
    if (a->basic != 0 && b->basic != 0)
        return a->basic == b->basic;
    return first_elements(left, count).hash ==
           first_elements(right, count).hash;
}

/* The first element in which two differ that do differ before `count`. */
static uint64_t first_difference(const struct payload *left,
                                 const struct payload *right, uint64_t count)
{
    uint64_t low = 0, high = count; /* low are equal, high are not */

    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;

        if (same_elements(left, right, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The basic type of an element, and how many of it there are from there on,
 * at least. */
static const struct type *basic_at(const struct payload *payload,
                                   uint64_t element, uint64_t *run)
{
    const struct type *type = payload->type;
    uint64_t left = element_count(payload) - element;

    *run = 0;
    for (;;) {
        if (*run == 0 && type->signature.basic != 0)
            *run = type == payload->type ? left
                                         : type->signature.count -
                                               element % type->signature.count;
        element %= type->signature.count;
        if (type->child_count == 0)
            return type;
        if (is_list(type)) {
            size_t item = item_at(type, element);

            element -= item > 0 ? type->ends[item - 1].count : 0;
            type = child_of(type, item);
        } else {
            type = type->children[0];
        }
    }
}

/* Where a comparison is in one of the two. */
struct cursor {
    const struct payload *payload;
    uint64_t element, count;
    uint64_t bytes; /* of the element that have met something already */
    uint64_t run;
    const struct type *basic;
};

static void look(struct cursor *cursor)
{
    cursor->basic = basic_at(cursor->payload, cursor->element, &cursor->run);
}

static uint64_t run_bytes(const struct cursor *cursor)
{
    return cursor->run * (uint64_t)cursor->basic->size - cursor->bytes;
}

static void pass_bytes(struct cursor *cursor, uint64_t bytes)
{
    uint64_t size = (uint64_t)cursor->basic->size;

    cursor->element += (cursor->bytes + bytes) / size;
    cursor->bytes = (cursor->bytes + bytes) % size;
}

/* The next runs of both meet. */
static enum type_relation meet(struct cursor *left, struct cursor *right)
{
    enum type_relation relation = signature_relate(left->basic, right->basic);
    uint64_t bytes = run_bytes(left);

    if (relation != RELATION_UNLIKE && (left->bytes | right->bytes) != 0 &&
        !signature_is_raw(left->basic) && !signature_is_raw(right->basic))
        return RELATION_UNLIKE;
    if (bytes > run_bytes(right))
        bytes = run_bytes(right);
    pass_bytes(left, bytes);
    pass_bytes(right, bytes);
    return relation;
}

static void walk(struct cursor *left, struct cursor *right,
                 struct payload_difference *difference)
{
    unsigned runs;

    for (runs = 0; runs < RUNS_COMPARED && left->element < left->count &&
                   right->element < right->count;
         runs++) {
        uint64_t places[2] = {left->element, right->element};
        enum type_relation relation;

        look(left);
        look(right);
        relation = meet(left, right);
        if (relation <= difference->relation)
            continue;
        difference->relation = relation;
        difference->element[0] = places[0];
        difference->element[1] = places[1];
        difference->basic[0] = left->basic;
        difference->basic[1] = right->basic;
        if (relation == RELATION_UNLIKE)
            return;
    }
    /* Bytes that end within an element were not meant to be such. */
    if (difference->relation == RELATION_BYTES &&
        left->element == left->count && right->bytes != 0)
        difference->relation = RELATION_UNLIKE;
}

static bool is_packed(const struct payload *payload)
{
    return signature_is_packed(payload->type->signature.basic);
}

bool payload_compare(const struct payload *sent, const struct payload *expected,
                     struct payload_difference *difference)
{
    struct cursor left = {.payload = sent}, right = {.payload = expected};
    uint64_t count;

    *difference = (struct payload_difference){
        .bytes = {payload_bytes(sent), payload_bytes(expected)}};
    if (difference->bytes[0] < 0 || difference->bytes[1] < 0)
        return false;
    if (difference->bytes[0] == 0 || difference->bytes[1] == 0)
        return difference->bytes[0] != difference->bytes[1];
    difference->packed = is_packed(sent) != is_packed(expected);
    left.count = element_count(sent);
    right.count = element_count(expected);
    count = left.count < right.count ? left.count : right.count;
    if (!same_elements(sent, expected, count)) {
        left.element = right.element = first_difference(sent, expected, count);
        walk(&left, &right, difference);
    }
    return difference->relation != RELATION_EQUAL ||
           difference->bytes[0] != difference->bytes[1];
}

/* ---------------------------------------------------------------- in words */

static void path_of_item(struct text *text, const struct type *type,
                         size_t item, uint64_t within)
{
    static const char *const words[] = {
        [TYPE_CONTIGUOUS] = "contiguous", [TYPE_VECTOR] = "vector",
        [TYPE_INDEXED] = "indexed",       [TYPE_STRUCT] = "struct",
        [TYPE_RESIZED] = "resized",       [TYPE_UNKNOWN] = "unknown"};
    int64_t block =
        type->maker == TYPE_VECTOR ? type->counts[1] : type->counts[item];

    if (text->length > 0)
        text_printf(text, ".");
    text_printf(text, "%s[%zu]", words[type->maker], item);
    if (block > 1)
        text_printf(text, "[%llu]", (unsigned long long)within);
}

/* Which item a child is in, and which of its children it is. */
static size_t item_of_child(const struct type *type, uint64_t *child)
{
    size_t item = 0;

    if (type->maker == TYPE_VECTOR) {
        item = (size_t)(*child / (uint64_t)type->counts[1]);
        *child %= (uint64_t)type->counts[1];
    } else if (type->maker == TYPE_INDEXED) {
        while (*child >= (uint64_t)type->counts[item])
            *child -= (uint64_t)type->counts[item++];
    }
    return item;
}

/* One step down: the child in which the element is, which it becomes. */
static const struct type *path_step(struct text *text, const struct type *type,
                                    uint64_t *element)
{
    const struct type *child;
    uint64_t number;
    size_t item;

    if (is_list(type)) {
        item = item_at(type, *element);
        *element -= item > 0 ? type->ends[item - 1].count : 0;
        child = child_of(type, item);
        number = *element / child->signature.count;
    } else {
        child = type->children[0];
        number = *element / child->signature.count;
        item = item_of_child(type, &number);
    }
    *element %= child->signature.count;
    if (type->maker == TYPE_PREDEFINED)
        text_printf(text, "%s%s", text->length > 0 ? "." : "",
                    item == 0 ? "value" : "index");
    else if (type->maker == TYPE_CONTIGUOUS)
        text_printf(text, "%scontiguous[%llu]", text->length > 0 ? "." : "",
                    (unsigned long long)number);
    else if (type->maker != TYPE_RESIZED)
        path_of_item(text, type, item, number);
    return child;
}

char *payload_path(const struct payload *payload, uint64_t element)
{
    const struct type *type = payload->type;
    struct text text = {NULL, 0, 0};

    text_append(&text, "", 0);
    if (payload->count > 1 || type->child_count == 0)
        text_printf(&text, "[%llu]",
                    (unsigned long long)(element / type->signature.count));
    element %= type->signature.count;
    while (type->child_count > 0)
        type = path_step(&text, type, &element);
    return text.bytes;
}

char *payload_text(const struct payload *payload)
{
    const struct type *type = payload->type;
    long long count = (long long)payload->count;

    if (type == NULL)
        return xasprintf("%lld of a datatype that is not known", count);
    if (type->maker == TYPE_PREDEFINED)
        return xasprintf("%lld %s", count, type->name);
    return xasprintf("%lld of %s", count, type->name);
}
