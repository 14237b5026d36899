package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_CONT and PERCENTILE_DISC of rows that come in order; NULLs do not count. The
 * continuous one lies between two neighbours where its place does.
 */
final class Percentile implements Accumulator {
  /** Of a number and the reference to it. */
  private static final int VALUE_BYTES = 24;

  private final int fractionField;
  private final int field;
  private final boolean continuous;
  private final List<Object> values = new ArrayList<>();
  private @Nullable Number fraction;

  Percentile(int fractionField, int field, boolean continuous) {
    this.fractionField = fractionField;
    this.field = field;
    this.continuous = continuous;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    fraction = (Number) row[fractionField];
    Object value = row[field];
    if (value != null) {
      context.chargeBytes(VALUE_BYTES);
      values.add(value);
    }
  }

  @Override
  public @Nullable Object result() {
    Number part = fraction;
    if (part == null || values.isEmpty()) {
      return null;
    }
    double place = part.doubleValue();
    if (!(place >= 0 && place <= 1)) {
      throw new MosqlException(
          SqlState.NUMBER_OUT_OF_RANGE, "percentile value " + part + " is not between 0 and 1");
    }
    if (!continuous) {
      int index = (int) Math.ceil(place * values.size()) - 1;
      return values.get(Math.max(0, index));
    }
    double exact = place * (values.size() - 1);
    int below = (int) Math.floor(exact);
    double low = ((Number) values.get(below)).doubleValue();
    if (below == exact) {
      return low;
    }
    double high = ((Number) values.get(below + 1)).doubleValue();
    return low + (exact - below) * (high - low);
  }
}
