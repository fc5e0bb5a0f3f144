/*
 * As cplusplus.cpp, with a destructor.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=6 1=6
 */
/* Without the C++ bindings of old, which call MPI by themselves. */
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <vector>

class Row {
public:
    explicit Row(int length)
    {
        MPI_Type_contiguous(length, MPI_DOUBLE, &type_);
        MPI_Type_commit(&type_);
    }
    Row(const Row &) = delete;
    ~Row() { MPI_Type_free(&type_); }
    MPI_Datatype type() const { return type_; }

private:
    MPI_Datatype type_;
};

int main(int argc, char **argv)
{
    std::vector<double> values(8);

    MPI_Init(&argc, &argv);
    {
        Row row(8);
        MPI_Bcast(values.data(), 1, row.type(), 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
