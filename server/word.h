/*
 * word.h - how near words are, to guess what was meant.
 */
#ifndef MURMEL_WORD_H
#define MURMEL_WORD_H

#include <stddef.h>

/* How many letters have to be changed, added, left out, or swapped with the
 * next one to make of a's first `length` characters the word b; SIZE_MAX:
 * the words are too long to be compared. */
size_t word_distance(const char *a, size_t length, const char *b);

#endif
