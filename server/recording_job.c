#include "recording_job.h"

#include "memory.h"
#include "report_value.h"

#include <stdlib.h>
#include <string.h>

/* What decides on findings, of the options. */
static const char *const judging[] = {"strict", "separate", "notes",
                                      "portability", "fail-on"};

static json_t *time_value(const struct timespec *time)
{
    return json_pack("[I, I]", (json_int_t)time->tv_sec,
                     (json_int_t)time->tv_nsec);
}

static void read_time(const json_t *value, struct timespec *time)
{
    if (json_array_size(value) != 2)
        return;
    time->tv_sec = json_integer_value(json_array_get(value, 0));
    time->tv_nsec = (long)json_integer_value(json_array_get(value, 1));
}

json_t *recording_job_start(const struct options *options,
                            const struct job_origin *origin)
{
    json_t *values = json_object();
    size_t i;

    for (i = 0; i < sizeof judging / sizeof judging[0]; i++) {
        char *value = options_value(options, judging[i]);

        json_object_set_new(values, judging[i], json_string(value));
        free(value);
    }
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:o}", "version",
                     PACKAGE_VERSION, "key", report_text_value(origin->key),
                     "command", report_text_value(origin->command), "directory",
                     report_text_value(origin->directory), "began",
                     time_value(&origin->began), "clock",
                     (json_int_t)origin->clock, "options", values);
}

json_t *recording_job_finish(const struct job_end *end)
{
    return json_pack("{s:o, s:b, s:i}", "time", time_value(&end->time),
                     "launcher_ended", end->launcher_ended, "launcher_status",
                     end->launcher_status);
}

void recording_job_read_start(const json_t *start, struct options *options,
                              struct job_origin *origin)
{
    const json_t *values = json_object_get(start, "options");
    const char *key = json_string_value(json_object_get(start, "key"));
    size_t i;

    for (i = 0; i < sizeof judging / sizeof judging[0]; i++) {
        const char *value =
            json_string_value(json_object_get(values, judging[i]));
        char *trouble;

        if (value != NULL &&
            options_set(options, NULL, judging[i], value, &trouble) != 0)
            free(trouble);
    }
    if (key != NULL)
        origin->key = key;
    origin->command = json_string_value(json_object_get(start, "command"));
    origin->directory = json_string_value(json_object_get(start, "directory"));
    read_time(json_object_get(start, "began"), &origin->began);
    origin->clock =
        (uint64_t)json_integer_value(json_object_get(start, "clock"));
}

void recording_job_read_finish(const json_t *finish, struct job_end *end)
{
    read_time(json_object_get(finish, "time"), &end->time);
    end->launcher_ended =
        json_is_true(json_object_get(finish, "launcher_ended"));
    end->launcher_status =
        (int)json_integer_value(json_object_get(finish, "launcher_status"));
}
