/*
 * report_wrap.h - lines no longer than a terminal's.
 */
#ifndef MURMEL_REPORT_WRAP_H
#define MURMEL_REPORT_WRAP_H

#include "memory.h"

#include <stddef.h>

/* Narrower terminals are left to break the lines themselves. */
#define REPORT_WRAP_LEAST 40

/*
 * Breaks the lines that stand in the text from start on at spaces, so that none
 * has more than so many columns where no word has; what goes on in the next
 * line is indented by so much, or by little where that would leave too little
 * room.  Fewer columns than the least: all stays as it is.  Sequences
 * for colours take no room.
 */
void report_wrap(struct text *text, size_t start, int columns, int indent);

#endif
