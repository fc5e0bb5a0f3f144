/*
 * native_elsewhere.h - means other than MPI's, by which the module of the
 * program may put in order what its processes do.
 */
#ifndef MURMEL_NATIVE_ELSEWHERE_H
#define MURMEL_NATIVE_ELSEWHERE_H

#include <stdbool.h>

/* Whether the module that this is linked into has any. */
__attribute__((visibility("hidden"))) bool native_has_means(void);

#endif
