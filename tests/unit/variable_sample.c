#include "variable_sample.h"

int sample_grid[3][4];
struct sample_particle sample_particles[3];
double complex sample_wave[2];
sample_short sample_shorts[3];
bool sample_flag;
char sample_text[16];
union sample_union sample_union;

float *sample_static(void)
{
    static float hidden[8];

    return hidden;
}

void sample_frame(sample_look *look, double parameter)
{
    const char *frame = __builtin_dwarf_cfa();
    float floats[10];
    int i;

    look("floats", floats, frame, 0);
    look("parameter", &parameter, frame, 0);
    for (i = 0; i < 1; i++) {
        long inner[16];

        look("inner", inner, frame, 0);
        look("inner", inner, frame, 3);
        look("floats", floats, frame, 2);
    }
    {
        short other[64];

        look("other", other, frame, 0);
    }
}

void sample_variable_length(sample_look *look, int length)
{
    const char *frame = __builtin_dwarf_cfa();
    int array[length];

    look("array", array, frame, 0);
}

static inline __attribute__((always_inline)) void inlined(sample_look *look,
                                                          const char *frame)
{
    int within[4], *behind = within;

    look("within", within, frame, 0);
    look("not named", behind, frame, 0);
}

void sample_inlined(sample_look *look)
{
    inlined(look, __builtin_dwarf_cfa());
}
