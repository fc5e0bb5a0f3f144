/* init.h - the engine runs while the World Model or a session uses it. */
#ifndef REFMPI_INIT_H
#define REFMPI_INIT_H

/* Starts it if it does not run yet; ends the program if that fails. */
void refmpi_open(const char *function, int thread_level);

/* The opposite: with the last user the engine rests. Messages under way are
 * sent before. */
void refmpi_close(void);

/* What MURMEL_MPI chooses; ends the program where it makes no sense. */
void refmpi_options_read(const char *function);

#endif
