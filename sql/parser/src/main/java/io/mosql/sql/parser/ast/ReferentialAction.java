package io.mosql.sql.parser.ast;

/** What a foreign key asks for when its parent row goes or changes. */
public enum ReferentialAction {
  NO_ACTION,
  RESTRICT,
  CASCADE,
  SET_NULL,
  SET_DEFAULT;

  String words() {
    return name().replace('_', ' ');
  }
}
