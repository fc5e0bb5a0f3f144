! As bounds.f90, but it is received as long as it is.
!
! np: 2
! verdict: clean
! flavours: openmpi
program bounds
    use mpi
    implicit none
    integer :: rank, error, column, type, types(3), lengths(3) = 1
    integer(MPI_ADDRESS_KIND) :: places(3)
    double precision :: values(40), received(40)

    values = 0
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Type_vector(2, 3, 5, MPI_DOUBLE_PRECISION, column, error)
    places = (/ 0, 0, 160 /)
    types = (/ MPI_LB, column, MPI_UB /)
    call MPI_Type_create_struct(3, lengths, places, types, type, error)
    call MPI_Type_commit(type, error)
    if (rank == 0) then
        call MPI_Ssend(values, 2, type, 1, 0, MPI_COMM_WORLD, error)
    else
        call MPI_Recv(received, 12, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end if
    call MPI_Type_free(column, error)
    call MPI_Type_free(type, error)
    call MPI_Finalize(error)
end program
