package io.mosql.core.type;

import org.jspecify.annotations.Nullable;

/**
 * How texts compare. What a collation calls equal, and in which order it puts texts, never changes:
 * keys of indexes are made by it. Another version of Unicode is another collation with another
 * code.
 */
public enum Collation {
  /** By code point: texts are equal when they are the same. */
  CODE_POINT(0, "C"),
  /**
   * By code point of what {@link CaseFolding} makes of a text: capitals and small letters alike.
   */
  NOCASE(1, "nocase");

  private final int code;
  private final String sqlName;

  Collation(int code, String sqlName) {
    this.code = code;
    this.sqlName = sqlName;
  }

  /** The number that stands for it where it is stored. */
  public int code() {
    return code;
  }

  /** As SQL names it. */
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

  /** What stands for a text: of two texts that are equal the same, ordered by code point. */
  public String key(String text) {
    return this == NOCASE ? CaseFolding.fold(text) : text;
  }
}
