/* np: 3 */
/* What mix.c does, by several threads of each rank at once. */
#define THREADS 3
#include "mix.c"
