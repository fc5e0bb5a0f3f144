#include "devices.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

bool devices_are_used(void)
{
    static const char *const names[] = {"/dev/nvidia", "/dev/kfd", "/dev/dri/",
                                        "/dev/dxg", "/dev/accel/"};
    char path[sizeof "/dev/accel/"];
    const struct dirent *entry;
    DIR *files = opendir("/proc/self/fd");
    bool found = files == NULL; /* it may */
    size_t i;

    while (!found && (entry = readdir(files)) != NULL) {
        ssize_t length =
            readlinkat(dirfd(files), entry->d_name, path, sizeof path);

        for (i = 0; length > 0 && i < sizeof names / sizeof names[0]; i++)
            found = found || ((size_t)length >= strlen(names[i]) &&
                              memcmp(path, names[i], strlen(names[i])) == 0);
    }
    if (files != NULL)
        closedir(files);
    return found;
}
