package io.mosql.storage.version;

import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A change that a patch makes to one field. The arrays must not be changed. */
public sealed interface FieldPatch {
  int ordinal();

  /**
   * @param field as encoded by RowFormat.encodeField
   */
  record Set(int ordinal, byte[] field) implements FieldPatch {}

  /**
   * Adds to an exact number, based on its value at certification. NULL stays NULL.
   *
   * @param type of the column; a result outside of its range is rejected
   * @param number of the column's scale
   * @param low least allowed result, or null
   * @param high greatest allowed result, or null
   * @param missing the default of a row without this field; empty when there is none, which then
   *     counts as NULL
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
