package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * PERCENTILE_CONT and PERCENTILE_DISC of rows that come in order; NULLs do not count. The
 * continuous one lies between two neighbours where its place does. The result is asked for once.
 */
final class Percentile implements Accumulator {
  private final int fractionField;
  private final int field;
  private final boolean continuous;
  private @Nullable KeptRows values;
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
      KeptRows kept = values;
      if (kept == null) {
        kept = new KeptRows(context, 1);
        values = kept;
      }
      kept.add(new Object[] {value});
    }
  }

  @Override
  public @Nullable Object result() {
    Number part = fraction;
    KeptRows kept = values;
    if (part == null || kept == null) {
      return null;
    }
    Object found = at(part, kept);
    kept.drop();
    values = null;
    return found;
  }

  private Object at(Number part, KeptRows kept) {
    double place = part.doubleValue();
    if (!(place >= 0 && place <= 1)) {
      throw new MosqlException(
          SqlState.NUMBER_OUT_OF_RANGE, "percentile value " + part + " is not between 0 and 1");
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

  private static Object value(KeptRows kept, int number) {
    return Objects.requireNonNull(kept.row(number)[0]);
  }
}
