/* tag.h - --tag-output: before each line of a rank, which rank it is. */
#ifndef REFMPI_TAG_H
#define REFMPI_TAG_H

/*
 * Starts the process that tags what a rank says, line by line, and passes it
 * on to our standard output and to error_output. ends[0] and ends[1] become
 * what the rank has to write to, the caller's to close. It ends with the last
 * who holds them, or with us. 0, or -1 with errno.
 */
int tag_start(int rank, int error_output, int ends[2]);

#endif
