! A struct whose bounds are MPI_LB and MPI_UB, which MPI-3.0 has removed and Open
! MPI still has in Fortran, is received too short.
!
! np: 2
! verdict: error
! finding: P2P-TRUNCATED receive=1@short send=0@long
! flavours: openmpi
! twin: bounds_fit.f90
program bounds
    use mpi
    implicit none
    integer :: rank, error, column, type, types(3), lengths(3) = 1
    integer(MPI_ADDRESS_KIND) :: places(3)
    double precision :: values(40), received(40)

    values = 0
    call MPI_Init(error)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Type_vector(2, 3, 5, MPI_DOUBLE_PRECISION, column, error)
    places = (/ 0, 0, 160 /)
    types = (/ MPI_LB, column, MPI_UB /)
    call MPI_Type_create_struct(3, lengths, places, types, type, error)
    call MPI_Type_commit(type, error)
    if (rank == 0) then
        call MPI_Ssend(values, 2, type, 1, 0, MPI_COMM_WORLD, error) ! @long
    else
        call MPI_Recv(received, 10, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error) ! @short
    end if
    call MPI_Type_free(column, error)
    call MPI_Type_free(type, error)
    call MPI_Finalize(error)
end program
