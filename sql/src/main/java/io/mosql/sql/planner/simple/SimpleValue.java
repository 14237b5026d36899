package io.mosql.sql.planner.simple;

/** A value that is written in a {@link SimpleStatement}. Immutable. */
sealed interface SimpleValue {
  record Parameter(int index) implements SimpleValue {}

  /** A number without sign, of digits only. */
  record Whole(long value) implements SimpleValue {}

  record Text(String value) implements SimpleValue {}

  record Null() implements SimpleValue {}
}
