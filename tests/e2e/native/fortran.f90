! A Fortran program stores into what it sends and receives before that is
! complete.
!
! flavours: mpich openmpi
! np: 2
! verdict: error
! compiler: murmel
! finding: BUFFER-CHANGED-EARLY begin=0@isend store=0@store
! finding: BUFFER-ACCESSED-EARLY begin=1@irecv store=1@store
! twin: fortran_after.f90
program main
    use mpi_f08
    implicit none
    integer :: rank
    real(8), asynchronous :: values(100)
    real(8) :: total
    type(MPI_Request) :: request

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    values = 1
    total = 0
    if (rank == 0) then
        call MPI_Isend(values, 100, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request) ! @isend
    else
        call MPI_Irecv(values, 100, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, request) ! @irecv
    end if
    values(7) = 3 ! @store
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    total = sum(values)
    call MPI_Finalize()
    if (total > 1000) stop 1
end program main
