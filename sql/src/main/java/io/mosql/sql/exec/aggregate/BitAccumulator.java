package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.ExecutionContext;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** BIT_AND, BIT_OR and BIT_XOR of integers; NULL when there are no values. */
final class BitAccumulator implements Accumulator {
  private final int field;
  private final SqlType type;
  private final SqlKind kind;
  private boolean any;
  private long bits;

  BitAccumulator(int field, SqlType type, SqlKind kind) {
    this.field = field;
    this.type = type;
    this.kind = kind;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    if (!(row[field] instanceof Number number)) {
      return;
    }
    long value = number.longValue();
    if (!any) {
      bits = value;
    } else if (kind == SqlKind.BIT_AND) {
      bits &= value;
    } else if (kind == SqlKind.BIT_OR) {
      bits |= value;
    } else {
      bits ^= value;
    }
    any = true;
  }

  @Override
  public @Nullable Object result() {
    return any ? Coercion.bind(bits, type) : null;
  }
}
