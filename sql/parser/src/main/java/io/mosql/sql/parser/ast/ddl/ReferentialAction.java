package io.mosql.sql.parser.ast.ddl;

/** The action of a foreign key when its parent row is deleted or its key is updated. */
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
