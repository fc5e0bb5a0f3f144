/*
 * json_field.h - the members of a JSON object that may not be there, or not be
 * what they should.
 */
#ifndef MURMEL_JSON_FIELD_H
#define MURMEL_JSON_FIELD_H

#include <jansson.h>

/* A string, the object's; NULL: it is none. */
const char *json_field_string(const json_t *of, const char *name);
/* Likewise, but "". */
const char *json_field_text(const json_t *of, const char *name);
/* Likewise as a copy, malloc'd; NULL: it is none. */
char *json_field_copy(const json_t *of, const char *name);
/* A whole number, or 0. */
json_int_t json_field_number(const json_t *of, const char *name);
/* Which of the words it is, whose list ends with NULL; 0: none of them. */
int json_field_word(const json_t *of, const char *name,
                    const char *const *words);

#endif
