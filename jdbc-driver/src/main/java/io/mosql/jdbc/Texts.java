package io.mosql.jdbc;

import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.HexFormat;

/** Values of the engine as text. */
final class Texts {
  private Texts() {}

  static String of(Object value, TypeKind kind) {
    return switch (kind) {
      case CHAR, VARCHAR, TEXT -> (String) value;
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case VARBINARY -> HexFormat.of().formatHex((byte[]) value);
      case DATE -> Temporals.date((Integer) value).toString();
      case TIME -> Temporals.text(Temporals.time((Long) value));
      case TIMESTAMP -> Temporals.text(Temporals.timestamp((Long) value));
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE -> value.toString();
    };
  }
}
