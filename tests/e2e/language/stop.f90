! A process stops in a subroutine, and has not called MPI_Finalize.
!
! np: 2
! verdict: error
! finding: CALL-NO-FINALIZE exit=1@stop call=1@barrier
! hangs: maybe
! twin: stop_finalized.f90
module parts
    use mpi
    implicit none
contains
    subroutine give_up(rank)
        integer, intent(in) :: rank

        if (rank == 1) stop 3 ! @stop
    end subroutine
end module

program main
    use parts
    implicit none
    integer :: rank, error

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Barrier(MPI_COMM_WORLD, error) ! @barrier
    call give_up(rank)
    call MPI_Finalize(error)
end program
