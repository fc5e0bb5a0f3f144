#include "json_field.h"

#include "memory.h"

#include <string.h>

const char *json_field_string(const json_t *of, const char *name)
{
    return json_string_value(json_object_get(of, name));
}

const char *json_field_text(const json_t *of, const char *name)
{
    const char *string = json_field_string(of, name);

    return string != NULL ? string : "";
}

char *json_field_copy(const json_t *of, const char *name)
{
    const char *string = json_field_string(of, name);

    return string != NULL ? xstrdup(string) : NULL;
}

json_int_t json_field_number(const json_t *of, const char *name)
{
    return json_integer_value(json_object_get(of, name));
}

int json_field_word(const json_t *of, const char *name,
                    const char *const *words)
{
    const char *word = json_field_text(of, name);

    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return 0;
}
