! All stop in a subroutine, behind MPI_Finalize.
!
! np: 2
! verdict: clean
module parts
    use mpi
    implicit none
contains
    subroutine finish()
        integer :: error

        call MPI_Finalize(error)
        stop
    end subroutine
end module

program main
    use parts
    implicit none
    integer :: rank, error

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call finish()
end program
