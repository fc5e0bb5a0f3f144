/*
 * place.h - where Murmel's own parts are, found from where murmel is.
 */
#ifndef MURMEL_PLACE_H
#define MURMEL_PLACE_H

/* The running murmel; a program beside it; a library of Murmel; a file of its
 * data.  malloc'd;
 * NULL where there is no such file. */
char *place_self(void);
char *place_program(const char *name);
char *place_library(const char *name);
char *place_data(const char *name);

#endif
