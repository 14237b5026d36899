package io.mosql.sql.catalog;

/**
 * The action of a foreign key on the referencing rows when the referenced row is deleted or its key
 * changes. Codes are stored in catalogs and never reused.
 */
public enum KeyAction {
  NO_ACTION(0),
  /** Here the same as {@link #NO_ACTION}: both are checked at the end of the statement. */
  RESTRICT(1),
  CASCADE(2),
  SET_NULL(3),
  SET_DEFAULT(4);

  private final int code;

  KeyAction(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException for a code of a later release
   */
  static KeyAction of(int code) {
    for (KeyAction action : values()) {
      if (action.code == code) {
        return action;
      }
    }
    throw new IllegalArgumentException("no action of a foreign key: " + code);
  }

  /** Whether it changes the referencing rows, instead of rejecting the statement. */
  public boolean changesRows() {
    return this == CASCADE || this == SET_NULL || this == SET_DEFAULT;
  }

  /** The action in SQL syntax. */
  public String words() {
    return name().replace('_', ' ');
  }
}
