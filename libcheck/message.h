/* message.h - the few lines the client itself has to say. */
#ifndef MURMEL_MESSAGE_H
#define MURMEL_MESSAGE_H

/*
 * Writes one line "murmel: ..." to the standard error, in one piece.  Does
 * not change errno, and a closed pipe there raises no SIGPIPE.
 */
void message_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, but only in one process of a job where ranks are known: for what
 * all processes have to say alike. */
void message_say_once(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
