! np: 1 2 3
! only: refmpi
! What the Fortran binding converts: handles and arrays of them, statuses,
! strings, logicals, indices from 1, MPI_IN_PLACE and MPI_BOTTOM, attributes,
! callbacks.
module callbacks
  use mpi
  implicit none
  integer :: copies = 0, deletes = 0, errors = 0
contains
  subroutine larger(in, inout, length, datatype)
    integer, intent(in) :: length, datatype
    integer, intent(in) :: in(length)
    integer, intent(inout) :: inout(length)
    if (datatype /= MPI_INTEGER) call fail(1)
    inout = max(in, inout)
  end subroutine

  subroutine copy(comm, keyval, extra, from, to, flag, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, from, to
    logical :: flag
    if (comm == MPI_COMM_NULL .or. keyval == MPI_KEYVAL_INVALID) call fail(2)
    copies = copies + 1
    to = from + extra
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete(comm, keyval, value, extra, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    if (value < 0 .or. extra /= 7 .or. keyval == MPI_KEYVAL_INVALID) &
      call fail(3)
    if (comm == MPI_COMM_NULL) call fail(4)
    deletes = deletes + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine on_error(comm, code)
    integer :: comm, code
    if (comm /= MPI_COMM_WORLD .or. code == MPI_SUCCESS) call fail(5)
    errors = errors + 1
  end subroutine

  subroutine fail(number)
    integer, intent(in) :: number
    integer :: ierror
    write (0, *) 'fortran_calls: check', number
    call MPI_Abort(MPI_COMM_WORLD, 99, ierror)
  end subroutine

  subroutine check(is_right, number)
    logical, intent(in) :: is_right
    integer, intent(in) :: number
    if (.not. is_right) call fail(number)
  end subroutine
end module

program fortran_calls
  use callbacks
  implicit none
  integer :: rank, size, next, previous, ierror
  logical :: flag

  call MPI_Initialized(flag, ierror)
  call check(.not. flag, 10)
  call MPI_Init(ierror)
  call MPI_Initialized(flag, ierror)
  call check(flag, 11)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  next = mod(rank + 1, size)
  previous = mod(rank + size - 1, size)
  call messages
  call collectives
  call types
  call attributes
  call strings
  call grids
  call windows
  call sizes
  call failures
  call MPI_Finalize(ierror)

contains

  subroutine messages
    integer :: requests(2), status(MPI_STATUS_SIZE), indx, count
    integer :: statuses(MPI_STATUS_SIZE, 2), in, out, indices(2)
    out = 100 + rank
    call MPI_Irecv(in, 1, MPI_INTEGER, previous, 3, MPI_COMM_WORLD, &
      requests(1), ierror)
    call MPI_Isend(out, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, &
      requests(2), ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
    call check(all(requests == MPI_REQUEST_NULL), 20)
    call check(in == 100 + previous, 21)
    call check(statuses(MPI_SOURCE, 1) == previous, 22)
    call check(statuses(MPI_TAG, 1) == 3, 23)
    call MPI_Get_count(statuses(:, 1), MPI_INTEGER, count, ierror)
    call check(count == 1, 24)
    requests(1) = MPI_REQUEST_NULL
    call MPI_Irecv(in, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &
      requests(2), ierror)
    call MPI_Waitany(2, requests, indx, status, ierror)
    call check(indx == 2 .and. status(MPI_SOURCE) == MPI_PROC_NULL, 25)
    call MPI_Waitany(2, requests, indx, MPI_STATUS_IGNORE, ierror)
    call check(indx == MPI_UNDEFINED, 26)
    call MPI_Irecv(in, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &
      requests(2), ierror)
    call MPI_Waitsome(2, requests, count, indices, MPI_STATUSES_IGNORE, ierror)
    call check(count == 1 .and. indices(1) == 2, 27)
    call check(requests(2) == MPI_REQUEST_NULL, 28)
  end subroutine

  subroutine collectives
    integer :: op, value, values(size), half, group, ranks(1), subgroup
    double precision :: real_value
    logical :: commutes
    value = rank
    call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, &
      MPI_COMM_WORLD, ierror)
    call check(value == size * (size - 1) / 2, 30)
    call MPI_Op_create(larger, .true., op, ierror)
    call MPI_Op_commutative(op, commutes, ierror)
    call check(commutes, 31)
    call MPI_Allreduce(rank, value, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
    call check(value == size - 1, 32)
    call MPI_Op_free(op, ierror)
    call check(op == MPI_OP_NULL, 33)
    call MPI_Allgather(rank, 1, MPI_INTEGER, values, 1, MPI_INTEGER, &
      MPI_COMM_WORLD, ierror)
    call check(values(size) == size - 1, 34)
    real_value = rank
    call MPI_Bcast(real_value, 1, MPI_DOUBLE_PRECISION, size - 1, &
      MPI_COMM_WORLD, ierror)
    call check(nint(real_value) == size - 1, 35)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, half, ierror)
    call MPI_Comm_group(half, group, ierror)
    ranks = 0
    call MPI_Group_incl(group, 1, ranks, subgroup, ierror)
    call MPI_Group_size(subgroup, value, ierror)
    call check(value == 1, 36)
    call MPI_Group_free(subgroup, ierror)
    call MPI_Group_free(group, ierror)
    call MPI_Comm_free(half, ierror)
    call check(half == MPI_COMM_NULL, 37)
  end subroutine

  subroutine types
    integer :: datatype, parts(2), lengths(2), bytes, in(2), out(2)
    integer(kind=MPI_ADDRESS_KIND) :: places(2), lb, extent
    parts = MPI_INTEGER
    lengths = 1
    call MPI_Get_address(out(1), places(1), ierror)
    call MPI_Get_address(out(2), places(2), ierror)
    call check(MPI_Aint_diff(places(2), places(1)) == 4, 40)
    call MPI_Type_create_struct(2, lengths, places, parts, datatype, ierror)
    call MPI_Type_commit(datatype, ierror)
    call MPI_Type_size(datatype, bytes, ierror)
    call check(bytes == 8, 41)
    out = (/ 5, 6 /)
    call MPI_Sendrecv(MPI_BOTTOM, 1, datatype, rank, 0, in, 2, MPI_INTEGER, &
      rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call check(all(in == out), 42)
    call MPI_Type_free(datatype, ierror)
    call MPI_Type_get_extent(MPI_DOUBLE_PRECISION, lb, extent, ierror)
    call check(lb == 0 .and. extent == 8, 43)
  end subroutine

  subroutine attributes
    integer :: keyval, comm
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
    call check(flag .and. value >= 32767, 50)
    extra = 7
    call MPI_Comm_create_keyval(copy, delete, keyval, extra, ierror)
    value = 1000
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_get_attr(comm, keyval, value, flag, ierror)
    call check(flag .and. value == 1007 .and. copies == 1, 51)
    call MPI_Comm_free(comm, ierror)
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, ierror)
    call check(deletes == 2, 52)
    call MPI_Comm_free_keyval(keyval, ierror)
    call check(keyval == MPI_KEYVAL_INVALID, 53)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &
      keyval, extra, ierror)
    value = 3
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    value = 0
    call MPI_Comm_get_attr(comm, keyval, value, flag, ierror)
    call check(flag .and. value == 3, 54)
    call MPI_Comm_free(comm, ierror)
    call MPI_Comm_free_keyval(keyval, ierror)
  end subroutine

  subroutine strings
    character(len=MPI_MAX_OBJECT_NAME) :: name
    character(len=6) :: short
    character(len=MPI_MAX_INFO_VAL) :: value
    integer :: length, info
    call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
    call check(name == 'MPI_COMM_WORLD' .and. length == 14, 60)
    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, ' key ', 'a value', ierror)
    call MPI_Info_get(info, 'key', MPI_MAX_INFO_VAL, value, flag, ierror)
    call check(flag .and. value == 'a value', 61)
    call MPI_Info_get(info, 'other', MPI_MAX_INFO_VAL, value, flag, ierror)
    call check(.not. flag .and. value == 'a value', 65)
    length = 0
    call MPI_Info_get_string(info, 'key', length, value, flag, ierror)
    call check(flag .and. length == 7, 62)
    length = len(short)
    call MPI_Info_get_string(info, 'key', length, short, flag, ierror)
    call check(short == 'a valu' .and. length == 7, 63)
    call MPI_Info_free(info, ierror)
    call MPI_Info_create_env(info, ierror)
    call MPI_Info_get_nkeys(info, length, ierror)
    call check(ierror == MPI_SUCCESS .and. length > 0, 64)
    call MPI_Info_free(info, ierror)
  end subroutine

  subroutine grids
    integer :: comm, dims(1), coords(1), source, dest
    logical :: periods(1)
    dims = size
    periods = .true.
    call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, .false., comm, &
      ierror)
    call MPI_Cart_shift(comm, 0, 1, source, dest, ierror)
    call check(source == previous .and. dest == next, 70)
    dims = 0
    periods = .false.
    call MPI_Cart_get(comm, 1, dims, periods, coords, ierror)
    call check(dims(1) == size .and. periods(1) .and. coords(1) == rank, 71)
    call MPI_Comm_free(comm, ierror)
  end subroutine

  subroutine windows
    use, intrinsic :: iso_c_binding
    integer(kind=MPI_ADDRESS_KIND) :: bytes, where_it_is, at, value
    integer, pointer :: memory(:)
    integer, pointer :: again(:)
    integer :: win, indx
    type(c_ptr) :: base, at_pointer
    bytes = 4
    at = 0
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &
      where_it_is, win, ierror)
    base = transfer(where_it_is, base)
    call c_f_pointer(base, memory, (/ 1 /))
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag, ierror)
    call check(flag .and. value == 4, 80)
    call MPI_Win_fence(0, win, ierror)
    call MPI_Put(rank, 1, MPI_INTEGER, next, at, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call check(memory(1) == previous, 81)
    call MPI_Win_free(win, ierror)
    call check(win == MPI_WIN_NULL, 82)
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_SELF, base, &
      win, ierror)
    call c_f_pointer(base, memory, (/ 1 /))
    memory = 3
    call MPI_Win_shared_query(win, 0, bytes, indx, at_pointer, ierror)
    call c_f_pointer(at_pointer, again, (/ 1 /))
    call check(again(1) == 3 .and. bytes == 4 .and. indx == 4, 83)
    call MPI_Win_free(win, ierror)
    call MPI_Alloc_mem(bytes, MPI_INFO_NULL, base, ierror)
    call c_f_pointer(base, memory, (/ 1 /))
    memory = 4
    call MPI_Free_mem(memory, ierror)
  end subroutine

  subroutine sizes
    integer(kind=2) :: short
    integer(kind=8) :: longs(2, 3)
    double precision :: real_value
    complex(kind=8), allocatable :: pairs(:)
    integer :: bytes
    call MPI_Sizeof(short, bytes, ierror)
    call check(bytes == 2 .and. ierror == MPI_SUCCESS, 100)
    call MPI_Sizeof(longs, bytes, ierror)
    call check(bytes == 8, 101)
    call MPI_Sizeof(real_value, bytes, ierror)
    call check(bytes == 8, 102)
    allocate (pairs(5))
    call MPI_Sizeof(pairs, bytes, ierror)
    call check(bytes == 16, 103)
  end subroutine

  subroutine failures
    integer :: errhandler, class
    call MPI_Comm_create_errhandler(on_error, errhandler, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler, ierror)
    call MPI_Send(rank, 1, MPI_INTEGER, size, 0, MPI_COMM_WORLD, ierror)
    call check(errors == 1, 90)
    call MPI_Error_class(ierror, class, ierror)
    call check(class == MPI_ERR_RANK, 91)
    call MPI_Errhandler_free(errhandler, ierror)
  end subroutine
end program
