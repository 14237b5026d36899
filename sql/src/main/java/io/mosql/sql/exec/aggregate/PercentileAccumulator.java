package io.mosql.sql.exec.aggregate;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_CONT and PERCENTILE_DISC of ordered rows, without NULLs. PERCENTILE_CONT interpolates
 * between adjacent values. The result may be requested once. Not thread-safe.
 */
final class PercentileAccumulator implements Accumulator {
  private final int fractionField;
  private final int field;
  private final boolean continuous;
  private @Nullable RowBuffer values;
  private @Nullable Number fraction;

  PercentileAccumulator(int fractionField, int field, boolean continuous) {
    this.fractionField = fractionField;
    this.field = field;
    this.continuous = continuous;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    fraction = (Number) row[fractionField];
    Object value = row[field];
    if (value != null) {
      RowBuffer kept = values;
      if (kept == null) {
        kept = new RowBuffer(context, 1);
        values = kept;
      }
      kept.add(new Object[] {value});
    }
  }

  @Override
  public @Nullable Object result() {
    Number part = fraction;
    RowBuffer kept = values;
    if (part == null || kept == null) {
      return null;
    }
    Object found = at(part, kept);
    kept.release();
    values = null;
    return found;
  }

  private Object at(Number part, RowBuffer kept) {
    double place = part.doubleValue();
    if (!(place >= 0 && place <= 1)) {
      throw SqlErrorMessage.PERCENTILE_OUT_OF_RANGE.error(part);
    }
    if (!continuous) {
      int index = (int) Math.ceil(place * kept.size()) - 1;
      return value(kept, Math.max(0, index));
    }
    double exact = place * (kept.size() - 1);
    int below = (int) Math.floor(exact);
    double low = ((Number) value(kept, below)).doubleValue();
    if (below == exact) {
      return low;
    }
    double high = ((Number) value(kept, below + 1)).doubleValue();
    return low + (exact - below) * (high - low);
  }

  private static Object value(RowBuffer kept, int number) {
    return Objects.requireNonNull(kept.row(number)[0]);
  }
}
