#include "word.h"

#include <stdint.h>
#include <string.h>

#define LONGEST 31

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t word_distance(const char *a, size_t length, const char *b)
{
    size_t apart[LONGEST + 1][LONGEST + 1], width = strlen(b), i, j;

    if (length > LONGEST || width > LONGEST)
        return SIZE_MAX;
    for (i = 0; i <= length; i++)
        apart[i][0] = i;
    for (j = 0; j <= width; j++)
        apart[0][j] = j;
    for (i = 1; i <= length; i++) {
        for (j = 1; j <= width; j++) {
            apart[i][j] = least(apart[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                                least(apart[i - 1][j], apart[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                apart[i][j] = least(apart[i][j], apart[i - 2][j - 2] + 1);
        }
    }
    return apart[length][width];
}
