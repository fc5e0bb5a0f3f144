/* np: 7 */
/* The algebra of groups, and cartesian grids. */
#include "check.h"

static MPI_Group world;

static MPI_Group incl(int n, const int *ranks)
{
    MPI_Group group;
    MPI_Group_incl(world, n, ranks, &group);
    return group;
}

static void is(MPI_Group group, int n, const int *ranks)
{
    int size, theirs[8], ours[8];
    MPI_Group_size(group, &size);
    CHECK(size == n);
    for (int i = 0; i < n; i++)
        ours[i] = i;
    MPI_Group_translate_ranks(group, n, ours, world, theirs);
    for (int i = 0; i < n; i++)
        CHECK(theirs[i] == ranks[i]);
    if (group != MPI_GROUP_EMPTY)
        MPI_Group_free(&group);
}

#define LIST(...)                                                              \
    (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[])                 \
    {                                                                          \
        __VA_ARGS__                                                            \
    }

static void algebra(void)
{
    MPI_Group a = incl(LIST(5, 1, 3)), b = incl(LIST(3, 2, 5)), c;
    int result, rank, none = 4, where;
    MPI_Group_union(a, b, &c);
    is(c, LIST(5, 1, 3, 2));
    MPI_Group_intersection(a, b, &c);
    is(c, LIST(5, 3));
    MPI_Group_difference(a, b, &c);
    is(c, LIST(1));
    MPI_Group_difference(a, a, &c);
    CHECK(c == MPI_GROUP_EMPTY);
    MPI_Group_excl(world, LIST(0, 6), &c);
    is(c, LIST(1, 2, 3, 4, 5));
    int ranges[2][3] = {{6, 2, -2}, {0, 1, 1}};
    MPI_Group_range_incl(world, 2, ranges, &c);
    is(c, LIST(6, 4, 2, 0, 1));
    MPI_Group_range_excl(world, 2, ranges, &c);
    is(c, LIST(3, 5));
    MPI_Group_compare(a, b, &result);
    CHECK(result == MPI_UNEQUAL);
    c = incl(LIST(1, 3, 5));
    MPI_Group_compare(a, c, &result);
    CHECK(result == MPI_SIMILAR);
    MPI_Group_translate_ranks(world, 1, &none, a, &where);
    CHECK(where == MPI_UNDEFINED);
    MPI_Group_rank(a, &rank);
    CHECK(world_rank() == 1 ? rank == 1
                            : (rank == MPI_UNDEFINED) ==
                                  (world_rank() != 5 && world_rank() != 3));
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&c);
}

/* As close to each other as can be, from large to small. */
static void balanced(void)
{
    static const struct {
        int nodes, count, dims[4];
    } cases[] = {
        {72, 2, {9, 8}},
        {240, 2, {16, 15}},
        {7, 2, {7, 1}},
        {1, 3, {1, 1, 1}},
        {12, 3, {3, 2, 2}},
        {2310, 3, {15, 14, 11}},
        {96, 4, {4, 4, 3, 2}},
        {16, 1, {16}},
        {5040, 3, {21, 16, 15}},
        {6240, 3, {26, 16, 15}},
        {2147483647, 2, {2147483647, 1}},
        {36, 2, {6, 6}},
        {2147483646, 4, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int dims[4] = {0}, product = 1;
        MPI_Dims_create(cases[i].nodes, cases[i].count, dims);
        for (int k = 0; k < cases[i].count; k++) {
            product *= dims[k];
            CHECK(cases[i].dims[k] == 0 || dims[k] == cases[i].dims[k]);
        }
        CHECK(product == cases[i].nodes);
    }
}

static void grids(void)
{
    int dims[2] = {0, 2}, periods[2] = {1, 0}, coords[2], rank, up, down;
    MPI_Comm grid, row;
    MPI_Dims_create(6, 2, dims);
    CHECK(dims[0] == 3 && dims[1] == 2);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (world_rank() == 6));
    if (grid == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    CHECK(coords[0] == rank / 2 && coords[1] == rank % 2);
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    CHECK(down == (rank + 2) % 6 && up == (rank + 4) % 6);
    MPI_Cart_shift(grid, 1, 1, &up, &down);
    CHECK(up == (coords[1] ? rank - 1 : MPI_PROC_NULL));
    CHECK(down == (coords[1] ? MPI_PROC_NULL : rank + 1));
    int remain[2] = {1, 0}, size, kind;
    MPI_Cart_sub(grid, remain, &row);
    MPI_Comm_size(row, &size);
    MPI_Topo_test(row, &kind);
    CHECK(size == 3 && kind == MPI_CART);
    MPI_Cartdim_get(row, &size);
    CHECK(size == 1);
    MPI_Comm_rank(row, &size);
    CHECK(size == coords[0]);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    algebra();
    balanced();
    grids();
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
