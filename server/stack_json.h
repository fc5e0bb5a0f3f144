/*
 * stack_json.h - call stacks and their sources, in a recording.
 */
#ifndef MURMEL_STACK_JSON_H
#define MURMEL_STACK_JSON_H

#include "stack.h"

#include <jansson.h>

/* A stack and where it is in the program, which is looked up; the caller's.
 * NULL where a name in it is no text (UTF-8). */
json_t *stack_to_json(const struct stack *stack);
/* Makes that stack known, with its source; what is no stack is ignored. */
void stack_from_json(const json_t *json);

#endif
