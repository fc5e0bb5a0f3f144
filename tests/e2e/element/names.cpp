/*
 * Names that stand for others than those that are found first: members that hide
 * those of a base, variables of namespaces and of classes, macros, what is
 * declared behind the call.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static int numbers_of_file[10];
static int *numbers = numbers_of_file, *sums = numbers_of_file, *values = numbers_of_file;
#define own (it->reals)

struct base {
    int *reals = nullptr;
};

struct derived : base {
    double *reals = nullptr;
    static double *sums;
    void share_member() { MPI_Bcast(reals, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); }
    void share_static();
};

double *derived::sums = new double[4]();

void derived::share_static() { MPI_Bcast(sums, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

namespace inner {
double *numbers = new double[4]();
void share();
}

void inner::share() { MPI_Bcast(numbers, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

template <class first, class second> struct array {
    second *items = new second[4]();
    second *data() { return items; }
};

int main(int argc, char **argv)
{
    derived one;
    derived *it = &one;
    array<int, double> pair;

    MPI_Init(&argc, &argv);
    one.reals = new double[4]();
    one.share_member();
    one.share_static();
    inner::share();
    MPI_Bcast(own, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(one.reals, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(pair.data(), 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    {
        double *values = new double[4]();
        {
            MPI_Bcast(values, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            int *values = numbers;
            MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
        }
        delete[] values;
    }
    MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(sums, 4, MPI_INT, 0, MPI_COMM_WORLD);
    delete[] one.reals;
    delete[] pair.items;
    delete[] derived::sums;
    delete[] inner::numbers;
    MPI_Finalize();
    return 0;
}
