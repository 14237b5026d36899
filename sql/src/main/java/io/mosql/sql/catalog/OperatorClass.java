package io.mosql.sql.catalog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an inverted index has of the values of its column, as PostgreSQL calls it. */
public enum OperatorClass {
  /** Keys, and values without the way to them. */
  JSONB_OPS(1),
  /** Values with the keys that lead to them. */
  JSONB_PATH_OPS(2);

  /** In catalog rows. */
  private final int code;

  OperatorClass(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static @Nullable OperatorClass ofCode(int code) {
    for (OperatorClass each : values()) {
      if (each.code == code) {
        return each;
      }
    }
    return null;
  }

  /** The one of a name, or null. */
  public static @Nullable OperatorClass ofName(String name) {
    for (OperatorClass each : values()) {
      if (each.sql().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Its name. */
  public String sql() {
    return name().toLowerCase(Locale.ROOT);
  }
}
