/*
 * The C++ bindings of old: in Open MPI they make keyvals without a call of MPI.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int value;
    void *got;
    int keyval;
    bool there;

    MPI::Init(argc, argv);
    keyval = MPI::Comm::Create_keyval(MPI::Comm::NULL_COPY_FN, MPI::Comm::NULL_DELETE_FN, nullptr);
    MPI::COMM_WORLD.Set_attr(keyval, &value);
    there = MPI::COMM_WORLD.Get_attr(keyval, &got);
    MPI::COMM_WORLD.Delete_attr(keyval);
    MPI::Comm::Free_keyval(keyval);
    MPI::Finalize();
    return there && got == &value ? 0 : 1;
}
