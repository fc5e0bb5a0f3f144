#include "json_field.h"

#include "memory.h"

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
