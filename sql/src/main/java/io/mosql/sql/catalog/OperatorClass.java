package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The operator class of an inverted index: the kind of items that it extracts from the values of
 * its column. Named as in PostgreSQL.
 */
public enum OperatorClass {
  /** Keys, and values without their paths. */
  JSONB_OPS(1),
  /** Values with the keys of their paths. */
  JSONB_PATH_OPS(2),
  /** Elements of arrays. */
  ARRAY_OPS(3);

  /** The code in catalog rows. */
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

  /** The operator class of a name, or null. */
  public static @Nullable OperatorClass ofName(String name) {
    for (OperatorClass each : values()) {
      if (each.sql().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** The default operator class of a type, or null. */
  public static @Nullable OperatorClass of(SqlType type) {
    return switch (type.kind()) {
      case JSONB -> JSONB_OPS;
      case ARRAY -> ARRAY_OPS;
      default -> null;
    };
  }

  /** Whether it extracts items from values of the type. */
  public boolean accepts(SqlType type) {
    return type.kind() == (this == ARRAY_OPS ? TypeKind.ARRAY : TypeKind.JSONB);
  }

  /** Its name. */
  public String sql() {
    return name().toLowerCase(Locale.ROOT);
  }
}
