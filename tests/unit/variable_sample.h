/*
 * variable_sample.h - variables of all sorts, compiled without optimization,
 * for test_variable.c to look up.
 */
#ifndef VARIABLE_SAMPLE_H
#define VARIABLE_SAMPLE_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

enum sample_colour { SAMPLE_RED, SAMPLE_BLUE };
struct sample_point {
    double x, y;
};
typedef const volatile int16_t sample_short;

struct sample_particle {
    int number;
    struct sample_point at[2];
    char name[5];
    float charge;
    unsigned flag : 1;
    union {
        int one;
        float other;
    } either;
    enum sample_colour colour;
    long *next;
};

extern int sample_grid[3][4];
extern struct sample_particle sample_particles[3];
extern double complex sample_wave[2];
extern sample_short sample_shorts[3];
extern bool sample_flag;
extern char sample_text[16];
extern union sample_union {
    int one;
    float other;
} sample_union;

/* What a function tells of its variables: where each is, while it is in
 * scope; from where it calls `look`, and its canonical frame address. */
typedef void sample_look(const char *name, void *variable, const char *frame,
                         int place);

/* A static variable of a function. */
float *sample_static(void);
/* Tells of floats, an array; inner, of a block; and other, of another block. */
void sample_frame(sample_look *look, double parameter);
/* The same of an array whose length is known only then. */
void sample_variable_length(sample_look *look, int length);
/* The same within a function that is always inlined, of a variable of its own:
 * once by its name, and once not. */
void sample_inlined(sample_look *look);

#endif
