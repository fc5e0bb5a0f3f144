/* spawn.h - starting the checker of a job. */
#ifndef MURMEL_SPAWN_H
#define MURMEL_SPAWN_H

/*
 * Starts `murmel server --listen-fd=3 --job=key` as a process of nobody: in
 * a session of its own, with no descriptor but the listening socket, no
 * processor affinity, and no preload.  0 when it runs; else the errno.
 */
int spawn_checker(int listen_fd, const char *key);

#endif
