/*
 * signature.h - type signatures: what is compared where data is sent and
 * received (MPI-4.1 3.3.1, 5.1, 5.1.11, 6.1).
 *
 * The signature of a type is the sequence of its basic types.  It is kept as
 * a polynomial hash, which can be concatenated, repeated and cut without
 * writing the sequence out, so that its cost does not depend on counts.  Only
 * where the hashes of two differ are the types themselves looked at.
 */
#ifndef MURMEL_SIGNATURE_H
#define MURMEL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct type;

/* A sequence of basic types. */
struct signature {
    uint64_t count; /* of basic elements */
    uint64_t hash;
    uint64_t power; /* BASE^count */
    uint64_t basic; /* all are of it (handle); 0: they differ, or are none */
};

/* Data as a call describes it: count consecutive items of a type. */
struct payload {
    struct type *type; /* NULL: not known */
    int64_t count;
};

/* What a basic type is; MPI_BYTE, MPI_PACKED and pairs are none of these. */
enum basic_class {
    BASIC_NONE,
    BASIC_SIGNED,
    BASIC_UNSIGNED,
    BASIC_CHARACTER,
    BASIC_LOGICAL,
    BASIC_FLOAT,
    BASIC_LONG_FLOAT, /* of C; Fortran's of 16 bytes may be another */
    BASIC_COMPLEX,
    BASIC_LONG_COMPLEX
};

/* How two basic types go together, from harmless to wrong. */
enum type_relation {
    RELATION_EQUAL,   /* the same name, or MPI_PACKED */
    RELATION_RENAMED, /* equal here, but another name: MPI_INT, MPI_INTEGER */
    RELATION_BYTES, /* only the bytes go together: MPI_BYTE, or integers of one
                     * size that are signed and unsigned */
    RELATION_UNLIKE
};

/* In what the data that is sent [0] and that which is expected [1] differ. */
struct payload_difference {
    enum type_relation relation; /* the gravest of all elements that meet */
    uint64_t element[2];         /* where it is met first */
    const struct type *basic[2]; /* and the types there */
    int64_t bytes[2];            /* of the whole */
    bool packed; /* one of both is MPI_PACKED: the bytes say little */
};

/* Sets type->signature from its children's; type->known becomes false where
 * that cannot be. */
void signature_set(struct type *type);
/* A number that is the same for all data of the same signature, and (nearly
 * always) another for all other; 0: not known. */
uint64_t payload_key(const struct payload *payload);
/* Bytes of data; -1: not known. */
int64_t payload_bytes(const struct payload *payload);
/*
 * Compares element by element as far as both go (MPI-4.1 3.3.1).  Fills in
 * *difference and returns true where relation or bytes differ; what is not
 * known does not.
 */
bool payload_compare(const struct payload *sent, const struct payload *expected,
                     struct payload_difference *difference);
/* Where the element is: "[3].struct[2].vector[0]", by item, and then by the
 * constructors down to a basic type.  malloc'd. */
char *payload_path(const struct payload *payload, uint64_t element);
/* "10 MPI_INT", "3 of datatype 2".  malloc'd. */
char *payload_text(const struct payload *payload);

/* ------------------------------------------------- signature_basic.c */

enum basic_class signature_class(uint64_t handle);
/* The name of a predefined type, or NULL. */
const char *signature_basic_name(uint64_t handle);
/* The two basic types of which a predefined pair consists (MPI-4.1 6.9.4).
 * False: it is no pair. */
bool signature_pair(uint64_t handle, uint64_t parts[2]);
bool signature_is_packed(uint64_t handle);
/* Bytes of a predefined type, which has `own` in memory, in the representation
 * external32 (14.5.2). */
int64_t signature_external_bytes(uint64_t handle, int64_t own);
/* MPI_BYTE or MPI_PACKED. */
bool signature_is_raw(const struct type *basic);
/* Of two basic types. */
enum type_relation signature_relate(const struct type *left,
                                    const struct type *right);

#endif
