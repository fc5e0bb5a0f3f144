! A Fortran program, compiled as usual, whose processes use a shared window by
! loads and stores: one is read before its owner has been waited for, and two
! store to another.  The first call of each MPI routine is where the dynamic
! linker has to find it.
!
! np: 2
! verdict: warning
! needs: x86-64
! compiler: mpicc
! finding: RMA-SHARED-CONFLICT store=0@data load=1@early
! finding: RMA-SHARED-CONFLICT store=0@own store=1@others
! twin: shared_followed_fortran_told.f90
program shared_followed_fortran
    use mpi
    use, intrinsic :: iso_c_binding
    implicit none
    integer, pointer :: numbers(:)
    type(c_ptr) :: base
    integer :: rank, unit, win, ierror
    integer(kind=MPI_ADDRESS_KIND) :: bytes = 64

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    if (rank /= 0) bytes = 0
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call MPI_Win_shared_query(win, 0, bytes, unit, base, ierror)
    call c_f_pointer(base, numbers, [16])
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        numbers(4) = 5 ! @data
    else
        print *, numbers(4) ! @early
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        numbers(9) = 6 ! @own
    else
        numbers(9) = 7 ! @others
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program
