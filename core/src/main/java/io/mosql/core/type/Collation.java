package io.mosql.core.type;

import org.jspecify.annotations.Nullable;

/**
 * A collation: the comparison of texts. Its equality and order never change, since keys of indexes
 * depend on them. Another version of Unicode is another collation with another code.
 */
public enum Collation {
  /** By code point: texts are equal when they are identical. */
  CODE_POINT(0, "C"),
  /** By code point of the result of {@link CaseFolding}: case-insensitive. */
  NOCASE(1, "nocase");

  private final int code;
  private final String sqlName;

  Collation(int code, String sqlName) {
    this.code = code;
    this.sqlName = sqlName;
  }

  /** The code under which it is stored. */
  public int code() {
    return code;
  }

  /** The name in SQL. */
  public String sqlName() {
    return sqlName;
  }

  public static @Nullable Collation ofCode(int code) {
    for (Collation collation : values()) {
      if (collation.code == code) {
        return collation;
      }
    }
    return null;
  }

  /**
   * The collation key of a text: equal texts have the same key, and keys are ordered by code point.
   */
  public String key(String text) {
    return this == NOCASE ? CaseFolding.fold(text) : text;
  }
}
