! The twin of shared_followed_fortran.f90: fences and a barrier stand between.  And a
! flag is polled, for the first time after a routine that the dynamic linker has to
! find: what comes behind it is in order.
!
! np: 2
! verdict: clean
! compiler: mpicc
module work
    implicit none
contains
    ! Until the first is set; the time is asked for the first time here.
    subroutine await(flags)
        use mpi
        integer, volatile, pointer :: flags(:)
        double precision :: since

        since = MPI_Wtime()
        do while (flags(1) == 0)
            if (MPI_Wtime() < since) stop 1
        end do
    end subroutine
end module

program shared_followed_fortran_told
    use mpi
    use work
    use, intrinsic :: iso_c_binding
    implicit none
    integer, pointer, volatile :: numbers(:)
    type(c_ptr) :: base
    integer :: rank, unit, win, seen, ierror
    integer(kind=MPI_ADDRESS_KIND) :: bytes = 64

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    if (rank /= 0) bytes = 0
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call MPI_Win_shared_query(win, 0, bytes, unit, base, ierror)
    call c_f_pointer(base, numbers, [16])
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) numbers(4) = 5
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    if (rank == 1) print *, numbers(4)
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) numbers = 0
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        numbers(9) = 6
        numbers(1) = 1
    else
        call await(numbers)
        seen = numbers(9)
        numbers(9) = 7
        if (seen /= 6) stop 1
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
end program
