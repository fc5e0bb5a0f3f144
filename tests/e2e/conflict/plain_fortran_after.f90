! The twin of plain_fortran.f90: the same in time.  And sections whose elements
! lie apart: the compiler passes copies of them, and copies these back after
! calls, over what others may read by then.
!
! np: 2
! verdict: clean
! compiler: mpicc
module work
    implicit none
contains
    subroutine twice(part)
        integer, intent(inout) :: part(4)

        part = 2 * part
    end subroutine
end module

program plain_fortran_after
    use mpi
    use work
    implicit none
    integer, asynchronous, target :: memory(2) = 0
    integer, asynchronous, target :: matrix(4, 4) = 1
    integer, asynchronous :: given, in, got
    integer :: row(4), seen, rank, other, win, field, request, ierror
    integer(kind=MPI_ADDRESS_KIND) :: zero = 0, one = 1, bytes = 8, all_bytes = 64

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    other = 1 - rank
    given = 5
    in = 0
    call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        call MPI_Put(given, 1, MPI_INTEGER, 1, zero, 1, MPI_INTEGER, win, ierror)
    else
        memory(2) = 7
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Get(in, 1, MPI_INTEGER, other, zero, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    seen = in + 1
    call MPI_Put(given, 1, MPI_INTEGER, other, one, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    given = 6

    ! A row is sent while a column is, and while the others may get both; the copy
    ! comes back by the library here, and as it does in code that was optimized.
    call MPI_Win_create(matrix, all_bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, field, ierror)
    call MPI_Win_fence(0, field, ierror)
    call MPI_Get(got, 1, MPI_INTEGER, other, zero, 1, MPI_INTEGER, field, ierror)
    call MPI_Isend(matrix(:, 1), 4, MPI_INTEGER, rank, 2, MPI_COMM_WORLD, request, ierror)
    call MPI_Send(matrix(1, :), 4, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD, ierror)
    row = matrix(1, :)
    call MPI_Send(row, 4, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD, ierror)
    matrix(1, :) = row
    call MPI_Recv(row, 4, MPI_INTEGER, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Win_fence(0, field, ierror)
    call twice(matrix(2, :))
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_free(field, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
    if (seen == 0 .or. got /= 1 .or. any(matrix(2, :) /= 2)) stop 1
end program
