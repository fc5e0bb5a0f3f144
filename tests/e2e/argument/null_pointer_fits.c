/*
 * Null pointers that are allowed: to no items, to what is not significant, or
 * to a result that has no room.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static void with_no_items(void)
{
    MPI_Group world, part;
    MPI_Datatype type;
    MPI_Comm cart;
    int indices;

    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Waitsome(0, NULL, &indices, NULL, MPI_STATUSES_IGNORE);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 0, NULL, &part);
    MPI_Group_translate_ranks(world, 0, NULL, part, NULL);
    MPI_Group_free(&world);
    MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Cart_create(MPI_COMM_SELF, 0, NULL, NULL, 0, &cart);
    MPI_Cart_get(cart, 0, NULL, NULL, NULL);
    MPI_Comm_free(&cart);
}

static void on_a_graph(void)
{
    MPI_Comm graph;
    int rank, from, to, weighted;

    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 0, NULL, MPI_WEIGHTS_EMPTY, 0,
                                   NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0,
                                   &graph);
    MPI_Dist_graph_neighbors_count(graph, &from, &to, &weighted);
    MPI_Dist_graph_neighbors(graph, 0, NULL, NULL, 0, NULL, NULL);
    MPI_Neighbor_alltoallv(&rank, NULL, NULL, MPI_INT, &rank, NULL, NULL,
                           MPI_INT, graph);
    MPI_Comm_free(&graph);
}

static void at_the_root(void)
{
    static const int counts[2] = {1, 1}, displs[2] = {0, 1};
    int rank, all[2];

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gatherv(&rank, 1, MPI_INT, rank == 0 ? all : NULL,
                rank == 0 ? counts : NULL, rank == 0 ? displs : NULL, MPI_INT,
                0, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all, counts,
                  displs, MPI_INT, MPI_COMM_WORLD);
}

static void with_no_room(void)
{
    MPI_Datatype type;
    MPI_Info info;
    int numbers[8], flag;
    MPI_Datatype inside;

    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_contents(type, 1, 0, 1, numbers, NULL, &inside);
    MPI_Type_free(&type);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_get_valuelen(info, "key", numbers, &flag);
#if MPI_VERSION >= 4 && !defined(MPICH) /* which refuses it */
    numbers[0] = 0;
    MPI_Info_get_string(info, "key", numbers, NULL, &flag);
#endif
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    int count;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    (void)argc, (void)argv;
    with_no_items();
    on_a_graph();
    at_the_root();
    with_no_room();
    MPI_Recv(&count, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Finalize();
    return 0;
}
