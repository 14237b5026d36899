package io.mosql.sql.algebra;

/** The use of a parameter in a statement, which decides how values bound to it are converted. */
public enum ParameterUse {
  /**
   * Stored into a column, or used where one type is required (such as LIMIT): converted to its type
   * by assignment rules.
   */
  ASSIGNED,

  /**
   * Argument of a function: texts and numbers are converted to its type, other values keep their
   * type.
   */
  ARGUMENT,

  /** Compared with a value of its type: a value outside of the type's range keeps its own type. */
  COMPARED,

  /** Operand, or one of several results: its type contributes to the type of the expression. */
  OPERAND,

  /** Operand of a CAST to its type: an invalid text is cast at execution time. */
  CAST,

  /** No type is inferred from the statement: the parameter has the type of its value. */
  FREE
}
