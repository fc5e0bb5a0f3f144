/*
 * server_start.h - what a checker is given by who starts it.
 */
#ifndef MURMEL_SERVER_START_H
#define MURMEL_SERVER_START_H

/* What the checker starts with. */
struct server_start {
    int listen_fd;
    /* Under `murmel run`: a socket to it, on which come struct server_news,
     * the last when the launcher has ended; where the job may have other
     * nodes, one byte goes back when they can come.  -1: a checker that a rank
     * started; it ends when the job seems over. */
    int control_fd;
    const char *job;
    char *command; /* what is run, by spaces; NULL: as the ranks say */
};

/* What `murmel run` tells the checker through the control socket. */
enum server_news_kind {
    NEWS_INTERRUPTED,    /* value: the signal that the user sent */
    NEWS_LAUNCHER_HANGS, /* it is ended by a signal for that */
    NEWS_LAUNCHER_ENDED  /* value: as from waitpid */
};

struct server_news {
    enum server_news_kind kind;
    int value;
};

#endif
