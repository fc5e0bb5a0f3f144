/*
 * A datatype is lost in a C++ class; its stack shows the method.
 *
 * np: 2
 * verdict: warning
 * ways: all
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * calls: 0=6 1=6
 * twin: cplusplus_clean.cpp
 */
/* Without the C++ bindings of old, which call MPI by themselves. */
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <vector>

namespace shapes {

class Row {
public:
    explicit Row(int length)
    {
        MPI_Type_contiguous(length, MPI_DOUBLE, &type_); /* @type */
        MPI_Type_commit(&type_);
    }
    MPI_Datatype type() const { return type_; }

private:
    MPI_Datatype type_;
};

} // namespace shapes

int main(int argc, char **argv)
{
    int rank;
    std::vector<double> values(8);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    shapes::Row row(8);
    MPI_Bcast(values.data(), 1, row.type(), 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
