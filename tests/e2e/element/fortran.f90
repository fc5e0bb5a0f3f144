! Variables of a module, of COMMON, of a derived type, that are saved, and on the
! stack, whose type is not that which the datatype stands for.
!
! np: 1
! verdict: warning
! finding: BUFFER-TYPE-MISMATCH call=0@module
! says: MPI_DOUBLE_PRECISION where the program has real(kind=4)
! finding: BUFFER-TYPE-MISMATCH call=0@common
! says: MPI_INTEGER where the program has real(kind=8)
! finding: BUFFER-TYPE-MISMATCH call=0@second
! says: MPI_INTEGER where the program has real(kind=4)
! finding: BUFFER-TYPE-MISMATCH call=0@kind
! says: MPI_REAL where the program has integer(kind=4)
! finding: BUFFER-TYPE-MISMATCH call=0@saved
! says: MPI_COMPLEX where the program has complex(kind=8)
! finding: BUFFER-TYPE-MISMATCH call=0@member
! says: member charge
! finding: BUFFER-TYPE-MISMATCH call=0@stack
! says: MPI_DOUBLE_PRECISION where the program has integer(kind=4)
! options: --element-types=each
! twin: fortran_clean.f90
module fields
  implicit none
  real :: field(4, 4) = 0
  type particle
    sequence
    double precision :: mass
    real :: charge
    integer :: number
  end type
  type(particle), target :: particles(3)
end module

program main
  use mpi
  use fields
  implicit none
  integer :: ierror
  integer :: counts(16) = 0
  double precision :: x(8)
  real :: y(8)
  common /shared/ x, y

  call MPI_Init(ierror)
  x = 0
  y = 0
  call MPI_Bcast(field, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror) ! @module
  call MPI_Bcast(x, 8, MPI_INTEGER, 0, MPI_COMM_SELF, ierror) ! @common
  call MPI_Bcast(y(3), 2, MPI_INTEGER, 0, MPI_COMM_SELF, ierror) ! @second
  call MPI_Bcast(counts(2), 4, MPI_REAL, 0, MPI_COMM_SELF, ierror) ! @kind
  call saved
  call MPI_Bcast(particles(2)%charge, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror) ! @member
  call stack(4)
  call MPI_Finalize(ierror)
contains
  subroutine saved
    double complex, save :: wave(4) = 0

    call MPI_Bcast(wave, 4, MPI_COMPLEX, 0, MPI_COMM_SELF, ierror) ! @saved
  end subroutine

  recursive subroutine stack(n)
    integer, intent(in) :: n
    integer :: own(16)

    own = n
    call MPI_Bcast(own, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_SELF, ierror) ! @stack
  end subroutine
end program
