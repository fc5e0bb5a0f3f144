/*
 * site_frames.h - what of a stack the checker is told.
 */
#ifndef MURMEL_SITE_FRAMES_H
#define MURMEL_SITE_FRAMES_H

#include "python.h"
#include "record.h"
#include "stack.h"

#define SITE_PLACE_MAX                                                         \
    ((sizeof(struct record_place) + PYTHON_FILE_MAX + PYTHON_FUNCTION_MAX +    \
      7) &                                                                     \
     ~(size_t)7)

/* As in struct record_site. */
struct site_frames {
    uint32_t count;
    uint64_t frames[STACK_FRAMES_MAX + PYTHON_FRAMES_MAX];
    size_t place_bytes;
    char places[PYTHON_FRAMES_MAX * SITE_PLACE_MAX];
};

/*
 * Of the frames, innermost first: without those at the inner end that are not
 * the user's; with `python` the frames of Python that the calling thread is in
 * stand where the interpreter's are, and none of mpi4py.
 */
void site_frames_find(struct site_frames *found, struct thread *thread,
                      void *const *frames, uint32_t count, bool python);

#endif
