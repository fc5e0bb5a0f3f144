#include "program.h"

#include "atomic_type.h"
#include "expression.h"
#include "fortran_arguments.h"
#include "fortran_line.h"
#include "passes.h"
#include "stack.h"
#include "stack_spot.h"
#include "statement.h"
#include "symbol_object.h"
#include "variable.h"

void program_end(void)
{
    stack_end();
    stack_spot_end();
    expression_end();
    variable_end();
    fortran_arguments_end();
    fortran_line_end();
    passes_end();
    statement_end();
    atomic_type_end();
    symbol_object_end();
}
