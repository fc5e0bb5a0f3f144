/*
 * expression.h - of which type is what an argument of a call points to, by the
 * text of the call and the types of the variables in it (elfutils).
 *
 * It tells of memory that no variable is in: what malloc gave.
 */
#ifndef MURMEL_EXPRESSION_H
#define MURMEL_EXPRESSION_H

#include "element.h"
#include "site.h"

/*
 * The element so many bytes from where that argument (0, 1, ...) of the
 * function called at the code points to: it is taken to be the first of an
 * array of such.  False: the text of the call is not at hand, or is not that of
 * a plain call, or the argument is more than names, members, elements,
 * addresses and what is added to them; or as of model_element_at.
 */
bool expression_element(const struct site_place *code, const char *function,
                        unsigned argument, int64_t distance,
                        struct element *element);

/* Forgets all. */
void expression_end(void);

#endif
