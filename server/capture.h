/*
 * capture.h - what another program prints.
 */
#ifndef MURMEL_CAPTURE_H
#define MURMEL_CAPTURE_H

/*
 * Runs words[0] (a path, or found in PATH), a program that ends by itself,
 * without a preload, and with one more environment variable ("NAME=value",
 * or NULL).  Returns what it printed on its standard output, malloc'd; NULL
 * where it could not be run.
 */
char *capture(char **words, const char *variable);

#endif
