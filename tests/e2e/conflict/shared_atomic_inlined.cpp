/*
 * As shared_atomic_class.cpp; the compiler puts what is in the headers into the
 * program's own lines.
 *
 * np: 2
 * flags: -O2
 * verdict: clean
 */
#include "shared_atomic_class.cpp"
