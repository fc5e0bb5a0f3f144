! A Fortran program polls a flag in a shared window, volatile as Fortran has it, and
! uses the data behind it: in order. Of other data, an array, it does not wait for
! the flag.
!
! np: 2
! verdict: warning
! compiler: murmel
! finding: RMA-SHARED-CONFLICT store=0@data load=1@early
! twin: shared_flag_first.f90
program shared_flag
    use mpi
    use, intrinsic :: iso_c_binding
    implicit none
    integer, pointer, volatile :: numbers(:)
    type(c_ptr) :: base
    integer :: rank, unit, i, win, seen, ierror
    integer(kind=MPI_ADDRESS_KIND) :: bytes = 256

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    if (rank /= 0) bytes = 0
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call MPI_Win_shared_query(win, 0, bytes, unit, base, ierror)
    call c_f_pointer(base, numbers, [64])
    call MPI_Win_lock_all(0, win, ierror)
    if (rank == 0) numbers = 0
    call MPI_Win_sync(win, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_sync(win, ierror)
    seen = 0
    if (rank == 0) then
        do i = 33, 64
            numbers(i) = i ! @data
        end do
        numbers(9) = 6
        numbers(1) = 1
    else
        do i = 33, 64
            seen = seen + numbers(i) ! @early
        end do
        call MPI_Win_sync(win, ierror)
        do while (numbers(1) == 0)
        end do
        if (numbers(9) /= 6) stop 1
    end if
    call MPI_Win_unlock_all(win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
    if (seen < 0) stop 1
end program
