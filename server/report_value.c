#include "report_value.h"

#include "report_string.h"

#include <stdlib.h>

json_t *report_text_value(const char *string)
{
    json_t *value;
    char *clean;

    if (string == NULL)
        return json_null();
    clean = report_utf8(string);
    value = json_string_nocheck(clean);
    free(clean);
    return value;
}

json_t *report_time_value(const struct timespec *time)
{
    char text[40];

    if (time->tv_sec == 0)
        return json_null();
    report_time(text, sizeof text, time);
    return json_string(text);
}

void report_put_value(FILE *stream, json_t *value)
{
    json_dumpf(value, stream,
               JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(value);
}
