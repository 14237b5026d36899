package io.mosql.sql.algebra;

/** The use of a parameter in a statement, which decides how values bound to it are converted. */
public enum ParameterUse {
  /** Stored into a column, or counted with: converted to its type, as assigned. */
  ASSIGNED,

  /**
   * The argument of a function: texts and numbers are converted to its type, others keep theirs.
   */
  ARGUMENT,

  /** Compared with something of its type: a value that the type does not have keeps its own. */
  COMPARED,

  /** An operand, or one of several results: its type has a part in the type of the expression. */
  OPERAND,

  /** An operand of a CAST to its type: a text that is none of it is cast when it is evaluated. */
  CAST,

  /** Nothing in the statement tells its type: it has that of the value. */
  FREE
}
