/*
 * variable.h - the variables of a module, by its debugging information
 * (elfutils): what type is at an address.
 *
 * Only what is exact is told: variables whose place is one address, or one
 * distance from the frame, and then surely theirs at that moment.
 */
#ifndef MURMEL_VARIABLE_H
#define MURMEL_VARIABLE_H

#include "element.h"
#include "site.h"

/*
 * The element that begins at a place in a file, in a variable of static
 * storage.  False: as of model_element_at; or the file is not that any more
 * which was loaded.
 */
bool variable_static(const struct site_place *place, struct element *element);

/*
 * The same in a frame: of the function around that code (of the call, not where
 * it returns to), `distance` bytes from the frame's canonical frame address.
 */
bool variable_of_frame(const struct site_place *code, int64_t distance,
                       struct element *element);

/* A variable as it is declared. */
struct variable_place {
    const char *name, *file; /* NULL: not known; until program_end */
    int line;                /* 0: not known */
    bool is_pointer;
    const char *class; /* of C++: its name; NULL: it is of none */
    int64_t end; /* of its bytes, and of all variables that share that place:
                  * from the frame's canonical frame address, or as the
                  * site_place's address */
};

/* The variable that has the byte, likewise. */
bool variable_around(const struct site_place *code, int64_t distance,
                     struct variable_place *variable);

/*
 * Whether what is at that place of the frame is surely none of the variables in
 * scope, but what the compiler has made for the call: in Fortran it hands a
 * copy over of an array with gaps (vector subscripts, sections), or the value
 * of an expression.
 */
bool variable_is_none(const struct site_place *code, int64_t distance);

/* The variable of static storage that has the byte. */
bool variable_static_around(const struct site_place *place,
                            struct variable_place *variable);

/* Whether it takes long to find the variables of static storage in the file
 * that has the place. */
bool variable_are_many(const struct site_place *place);

/* Whether the file of that code is the one that was loaded. */
bool variable_is_readable(const struct site_place *code);
/* Whether there is debugging information of that code, so that its view of the
 * variables is among those that are known. */
bool variable_is_told(const struct site_place *code);

/* Forgets all. */
void variable_end(void);

#endif
