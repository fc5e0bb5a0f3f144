/*
 * expression.h - of which type is what an argument of a call points to, by the
 * text of the call and the types of the variables in it (elfutils).
 *
 * It tells of memory that no variable is in: what malloc gave.
 */
#ifndef MURMEL_EXPRESSION_H
#define MURMEL_EXPRESSION_H

#include "call.h"
#include "element.h"
#include "site.h"

/*
 * The element so many bytes from where that buffer of a call at the code
 * begins, in the first of what its argument points to: what lies behind may be
 * another member, or, by a datatype's displacements, anything.  datatype: its
 * name; NULL: it has none.  False: the text of the call is not at hand, or is
 * not that of a plain call, or the argument is more than names, members,
 * elements, addresses and what is added to them, or names may be another's; or
 * as of model_element_at.
 */
bool expression_element(const struct site_place *code,
                        const struct call_info *info,
                        const struct call_parameter *buffer,
                        const char *datatype, int64_t distance,
                        struct element *element);

/* Forgets all. */
void expression_end(void);

#endif
