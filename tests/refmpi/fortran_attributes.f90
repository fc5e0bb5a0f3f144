! np: 1
! only: refmpi
! What one language has set as an attribute the other asks for (MPI-4.1 19.3.7):
! C is given the address of Fortran's integer, Fortran the address of C's as an
! integer.
module callbacks
  use mpi
  use iso_c_binding
  implicit none
  integer :: deletes = 0
  interface
    function comm_from_int(number) bind(C, name='MPI_Comm_fromint')
      import
      integer(c_int), value :: number
      type(c_ptr) :: comm_from_int
    end function
    function c_get(comm, keyval, value, flag) bind(C, name='MPI_Comm_get_attr')
      import
      type(c_ptr), value :: comm
      integer(c_int), value :: keyval
      type(c_ptr) :: value
      integer(c_int) :: flag, c_get
    end function
    function c_set(comm, keyval, value) bind(C, name='MPI_Comm_set_attr')
      import
      type(c_ptr), value :: comm, value
      integer(c_int), value :: keyval
      integer(c_int) :: c_set
    end function
    function c_keyval(copy, delete, keyval, extra) &
        bind(C, name='MPI_Comm_create_keyval')
      import
      type(c_funptr), value :: copy, delete
      integer(c_int) :: keyval, c_keyval
      type(c_ptr), value :: extra
    end function
  end interface
contains
  subroutine copy_more(comm, keyval, extra, from, to, flag, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, from, to
    logical :: flag
    to = from + extra
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete(comm, keyval, value, extra, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    deletes = deletes + 1
    ierror = MPI_SUCCESS
  end subroutine

  ! C's copy_fn and delete_fn: it takes the value as the address that it is.
  function c_copy(comm, keyval, extra, from, to, flag) bind(C)
    type(c_ptr), value :: comm, extra, from
    integer(c_int), value :: keyval
    type(c_ptr) :: to
    integer(c_int) :: flag, c_copy
    integer(MPI_ADDRESS_KIND), pointer :: number
    call c_f_pointer(from, number)
    call check(number == 600, 1)
    to = from
    flag = 1
    c_copy = MPI_SUCCESS
  end function

  function c_delete(comm, keyval, value, extra) bind(C)
    type(c_ptr), value :: comm, value, extra
    integer(c_int), value :: keyval
    integer(c_int) :: c_delete
    c_delete = MPI_SUCCESS
  end function

  subroutine check(is_right, number)
    logical, intent(in) :: is_right
    integer, intent(in) :: number
    integer :: ierror
    if (is_right) return
    write (0, *) 'fortran_attributes: check', number
    call MPI_Abort(MPI_COMM_WORLD, 99, ierror)
  end subroutine

  ! What C is given for an attribute.
  function number_in_c(comm, keyval)
    integer, intent(in) :: comm, keyval
    integer(MPI_ADDRESS_KIND) :: number_in_c
    integer(MPI_ADDRESS_KIND), pointer :: number
    type(c_ptr) :: value
    integer(c_int) :: flag
    call check(c_get(comm_from_int(comm), keyval, value, flag) == MPI_SUCCESS &
               .and. flag == 1, 2)
    call c_f_pointer(value, number)
    number_in_c = number
  end function

  function number_in_fortran(comm, keyval)
    integer, intent(in) :: comm, keyval
    integer(MPI_ADDRESS_KIND) :: number_in_fortran
    logical :: flag
    integer :: ierror
    call MPI_Comm_get_attr(comm, keyval, number_in_fortran, flag, ierror)
    call check(flag, 3)
  end function
end module

program fortran_attributes
  use callbacks
  implicit none
  integer(MPI_ADDRESS_KIND), parameter :: large = 5000000000_MPI_ADDRESS_KIND
  integer(MPI_ADDRESS_KIND), target :: of_c = 77
  integer :: ierror, keyval, plain, of_mpi1, c_made, comm, twin, i, small
  integer(MPI_ADDRESS_KIND) :: address
  logical :: flag
  call MPI_Init(ierror)
  call MPI_Comm_dup(MPI_COMM_SELF, comm, ierror)

  ! set in Fortran
  call MPI_Comm_create_keyval(copy_more, delete, keyval, &
                              3_MPI_ADDRESS_KIND, ierror)
  do i = 1, 1000
    call MPI_Comm_set_attr(comm, keyval, large + i, ierror)
    call check(number_in_c(comm, keyval) == large + i, 4)
    call check(number_in_fortran(comm, keyval) == large + i, 5)
  end do
  call check(deletes == 999, 6)
  call MPI_Comm_dup(comm, twin, ierror)
  call check(number_in_c(twin, keyval) == large + 1003, 7)
  call check(number_in_fortran(twin, keyval) == large + 1003, 8)
  call MPI_Comm_free(twin, ierror)
  call check(number_in_fortran(comm, keyval) == large + 1000, 9)
  call MPI_Comm_delete_attr(comm, keyval, ierror)
  call check(deletes == 1001, 10)

  ! set by a routine of MPI-1
  call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, of_mpi1, 0, ierror)
  call MPI_Attr_put(comm, of_mpi1, -4, ierror)
  call check(number_in_c(comm, of_mpi1) == -4, 11)
  call MPI_Attr_get(comm, of_mpi1, small, flag, ierror)
  call check(flag .and. small == -4, 12)

  ! set in C: copied as the address that it is
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, plain, &
                              0_MPI_ADDRESS_KIND, ierror)
  call check(c_set(comm_from_int(comm), plain, c_loc(of_c)) == MPI_SUCCESS, 13)
  call MPI_Get_address(of_c, address, ierror)
  call check(number_in_fortran(comm, plain) == address, 14)

  ! set in Fortran, of a keyval of C
  call check(c_keyval(c_funloc(c_copy), c_funloc(c_delete), c_made, &
                      c_null_ptr) == MPI_SUCCESS, 15)
  call MPI_Comm_set_attr(comm, c_made, 600_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_dup(comm, twin, ierror)
  call check(number_in_c(twin, plain) == 77, 16)
  call check(number_in_fortran(twin, c_made) == 600, 17)
  call MPI_Attr_get(twin, of_mpi1, small, flag, ierror)
  call check(flag .and. small == -4, 18)
  call MPI_Comm_free(twin, ierror)
  call check(number_in_c(comm, c_made) == 600, 19)
  call MPI_Comm_free(comm, ierror)
  call MPI_Finalize(ierror)
end program
