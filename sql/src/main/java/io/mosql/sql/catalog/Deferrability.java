package io.mosql.sql.catalog;

/**
 * When a key is checked: at the end of each statement, or at the end of the transaction. Codes are
 * stored in catalogs and never reused.
 */
public enum Deferrability {
  NOT_DEFERRABLE(0, ""),
  /** Checked at the end of each statement, until SET CONSTRAINTS defers it. */
  INITIALLY_IMMEDIATE(1, " DEFERRABLE"),
  INITIALLY_DEFERRED(2, " DEFERRABLE INITIALLY DEFERRED");

  private final int code;
  private final String clause;

  Deferrability(int code, String clause) {
    this.code = code;
    this.clause = clause;
  }

  int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException for a code of a later release
   */
  static Deferrability of(int code) {
    for (Deferrability value : values()) {
      if (value.code == code) {
        return value;
      }
    }
    throw new IllegalArgumentException("no timing of a constraint: " + code);
  }

  public boolean isDeferrable() {
    return this != NOT_DEFERRABLE;
  }

  /** The clause of a constraint, with a leading blank; empty for the default. */
  public String clause() {
    return clause;
  }
}
