! What is sent is put into arrays first; other things on the stack are sent, too:
! a component, an array that a procedure within uses, one that shares its place
! with another, a dummy argument for which the caller had a copy made, what
! ASSOCIATE names, a value that came in a register.
!
! np: 2
! verdict: clean
module exchanges
  use mpi
  implicit none
  type pair
    integer :: first, many(6)
  end type pair
contains
  subroutine send(values, tag)
    integer, intent(in) :: values(4), tag
    integer :: request, ierr

    call MPI_Isend(values, 4, MPI_INTEGER, 1, tag, MPI_COMM_WORLD, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine send

  subroutine named(values)
    integer, intent(in) :: values(8)
    integer :: request, ierr

    associate (sum => values(1:4) + values(5:8))
      call MPI_Isend(sum, 4, MPI_INTEGER, 1, 6, MPI_COMM_WORLD, request, ierr)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    end associate
  end subroutine named

  subroutine value_of(number, tag)
    integer, value :: number
    integer, intent(in) :: tag
    integer :: request, ierr

    call MPI_Isend(number, 1, MPI_INTEGER, 1, tag, MPI_COMM_WORLD, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine value_of

  subroutine exchange(rank)
    integer, intent(in) :: rank
    integer :: values(8), chosen(4), picked(4), more(8), shared(8), other(8), used(4)
    integer :: requests(5), tag, ierr
    type(pair) :: both
    equivalence (shared(5), other(1))

    values = rank
    chosen = [1, 4, 6, 7]
    if (rank == 0) then
      picked = values(chosen)
      more = values + 1
      both%many = 2
      shared = 3
      other = 3
      used = 4
      call MPI_Isend(picked, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), ierr)
      call MPI_Isend(more, 4, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(2), ierr)
      call MPI_Isend(both%many(2), 4, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(3), ierr)
      call MPI_Isend(other(5), 4, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, requests(4), ierr)
      call MPI_Isend(used, 4, MPI_INTEGER, 1, 4, MPI_COMM_WORLD, requests(5), ierr)
      call MPI_Waitall(5, requests, MPI_STATUSES_IGNORE, ierr)
      call send(values(1:8:2), 5)
      call named(values)
      call value_of(values(1), 7)
      call within
    else
      do tag = 0, 7
        call MPI_Recv(picked, 4, MPI_INTEGER, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      end do
    end if
  contains
    subroutine within
      used = 5
    end subroutine within
  end subroutine exchange
end module exchanges

program copy_kept
  use exchanges
  implicit none
  integer :: rank, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call exchange(rank)
  call MPI_Finalize(ierr)
end program copy_kept
