! Variables on the stack of many kinds, each taken as a whole, or from its middle
! to its end: with EQUIVALENCE, of derived types, of variable length, in COMMON.
!
! np: 2
! verdict: clean
module variables
  implicit none
  type particle
    double precision :: x(3)
    integer :: id, kind
  end type
contains
  subroutine work(n)
    use mpi
    integer, intent(in) :: n
    integer :: a(10), b(10), ierr, st(MPI_STATUS_SIZE), auto(n), c, d
    real :: r(4), s(8)
    equivalence (a(6), b(1))
    equivalence (r(1), s(3))
    type(particle) :: p, ps(3)
    character(len=20) :: text, lines(4)
    complex :: z(3)
    integer, allocatable :: al(:)
    logical :: flags(3)
    integer :: w(2)
    common /blk/ c, d, w
    a = 1; b = 2; s = 0; p%x = 0; text = 'x'; z = 0; auto = 1; c = 1; d = 2; w = 3
    allocate(al(n)); al = 0
    call MPI_Bcast(a, 15, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(r, 6, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(p%x, 32, MPI_BYTE, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(ps(2)%id, 40, MPI_BYTE, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(text, 20, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(lines, 80, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(z, 3, MPI_COMPLEX, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(auto, n, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(al, n, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(c, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(flags, 3, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast(a(1:9:2), 5, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_Bcast((/1,2,3,4,5,6,7,8,9,10,11,12/), 12, MPI_INTEGER, 0, MPI_COMM_SELF, ierr)
    call inner(a, 15)
    call MPI_Sendrecv(a, 1, MPI_INTEGER, 0, 0, b, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, st, ierr)
    deallocate(al)
  contains
    subroutine inner(q, k)
      integer :: k, q(*)
      call MPI_Bcast(q, k, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      call MPI_Bcast(ps, 96, MPI_BYTE, 0, MPI_COMM_WORLD, ierr)
    end subroutine
  end subroutine
end module variables
program main
  use mpi
  use variables
  implicit none
  integer :: ierr, i
  call MPI_Init(ierr)
  do i = 1, 5
    call work(10 + i)
  end do
  call MPI_Finalize(ierr)
end program main
