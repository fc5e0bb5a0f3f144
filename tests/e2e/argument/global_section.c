/*
 * Variables that the linker puts one behind the other, in a section with a
 * name of its own: from __start_ to __stop_ they are an array.  And a name for
 * a part of a table.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define ITEM __attribute__((section("items"), used, aligned(4)))
#define MANY 100

ITEM int one = 1, two = 2, three = 3;
extern int __start_items[], __stop_items[];

int table[MANY] = {1};
__asm__(".globl part\n"
        ".set part, table + 40\n"
        ".type part, @object\n"
        ".size part, 16\n");
extern int part[];

static void send(const void *from, int count)
{
    static int in[MANY];

    MPI_Sendrecv(from, count, MPI_INT, 0, 0, in, MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(void)
{
    MPI_Init(NULL, NULL);
    send(__start_items, (int)(__stop_items - __start_items));
    send(&two, (int)(__stop_items - &two));
    send(part, MANY - 10);
    MPI_Finalize();
    return 0;
}
