#include "job.h"

#include "wire.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int job_key(char key[JOB_KEY_SIZE])
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@:-";
    const char *given = getenv("MURMEL_JOB");
    uint64_t chance;

    if (given != NULL && given[0] != '\0') {
        if (strlen(given) >= JOB_KEY_SIZE || given[strspn(given, good)] != '\0')
            return -1;
        strcpy(key, given);
        return 0;
    }
    if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance)
        chance = (uint64_t)time(NULL);
    snprintf(key, JOB_KEY_SIZE, "run-%d-%016llx", (int)getpid(),
             (unsigned long long)chance);
    return 0;
}

int job_listen(const char *key)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    /* sun_path[0] stays 0: the abstract namespace. */
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
                          WIRE_SOCKET_FORMAT, (unsigned)geteuid(), key);
    socklen_t size;
    int fd, trouble;

    if (length >= (int)sizeof address.sun_path - 1) {
        errno = ENAMETOOLONG;
        return -1;
    }
    size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                       (size_t)length);
    fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    if (bind(fd, (struct sockaddr *)&address, size) != 0 ||
        listen(fd, SOMAXCONN) != 0) {
        trouble = errno;
        close(fd);
        errno = trouble;
        return -1;
    }
    return fd;
}
