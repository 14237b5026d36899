package io.mosql.storage.version;

import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The change that a patch makes to one field. Arrays are not to be changed. */
public sealed interface FieldPatch {
  int ordinal();

  /**
   * @param field as RowFormat.encodeField makes it
   */
  record Set(int ordinal, byte[] field) implements FieldPatch {}

  /**
   * Adds to an exact number, whatever it is when the request is judged. NULL stays NULL.
   *
   * @param type of the column; a result that it cannot hold is rejected
   * @param number of the column's scale
   * @param low least result that is allowed, or null
   * @param high greatest result that is allowed, or null
   * @param missing the field that a row without this field stands for; empty when there is none,
   *     which then counts as NULL
   */
  record Add(
      int ordinal,
      SqlType type,
      BigDecimal number,
      @Nullable BigDecimal low,
      @Nullable BigDecimal high,
      byte[] missing)
      implements FieldPatch {
    public Add {
      if (!type.kind().isExactNumeric()) {
        throw new IllegalArgumentException("cannot add to " + type);
      }
    }
  }
}
