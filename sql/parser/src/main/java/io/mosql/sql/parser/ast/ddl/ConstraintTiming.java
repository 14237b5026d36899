package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;

/** When a constraint is checked: the characteristics of a constraint in the SQL standard. */
public enum ConstraintTiming {
  NOT_DEFERRABLE(""),
  INITIALLY_IMMEDIATE("DEFERRABLE"),
  INITIALLY_DEFERRED("DEFERRABLE INITIALLY DEFERRED");

  private final String words;

  ConstraintTiming(String words) {
    this.words = words;
  }

  /** The characteristics in SQL syntax; empty for the default. */
  String words() {
    return words;
  }

  /** Writes the characteristics, unless they are the default. */
  void write(StatementWriter out) {
    out.wordsIf(this != NOT_DEFERRABLE, words);
  }
}
