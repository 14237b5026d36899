package io.mosql.jdbc.result;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a result, with caches for fast access. A prepared statement shares one between its
 * executions. Thread-safe.
 *
 * <p>A label is first looked up in its exact spelling; the first look-up of a new spelling compares
 * all labels ignoring case, and caches the spelling. Of columns with the same label the first is
 * used.
 */
public final class ResultShape {
  /** Bound on the cached spellings of each column, enough for ordinary programs. */
  private static final int SPELLINGS_PER_COLUMN = 8;

  private final List<ColumnInfo> columns;
  private final TypeKind[] kinds;
  private final boolean zoned;
  private volatile @Nullable Map<String, Integer> ordinals;

  public ResultShape(List<ColumnInfo> columns) {
    this.columns = columns;
    this.kinds = new TypeKind[columns.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = columns.get(i).type().kind();
    }
    this.zoned = columns.stream().anyMatch(column -> column.type().isZoned());
  }

  public List<ColumnInfo> columns() {
    return columns;
  }

  public int size() {
    return kinds.length;
  }

  /**
   * @param index zero-based
   */
  public TypeKind kind(int index) {
    return kinds[index];
  }

  /** Whether a column depends on the session's time zone. */
  public boolean isZoned() {
    return zoned;
  }

  public boolean describes(List<ColumnInfo> others) {
    return columns == others || columns.equals(others);
  }

  /** One-based index of the first column with this label, in any case; 42703 when there is none. */
  public int ordinal(String label) throws SQLException {
    Map<String, Integer> known = ordinals;
    if (known == null) {
      known = new ConcurrentHashMap<>();
      ordinals = known;
    }
    Integer ordinal = label == null ? null : known.get(label);
    return ordinal != null ? ordinal : search(label, known);
  }

  private int search(@Nullable String label, Map<String, Integer> known) throws SQLException {
    if (label != null) {
      String folded = label.toLowerCase(Locale.ROOT);
      for (int i = 0; i < kinds.length; i++) {
        if (columns.get(i).label().toLowerCase(Locale.ROOT).equals(folded)) {
          if (known.size() < SPELLINGS_PER_COLUMN * kinds.length) {
            known.put(label, i + 1);
          }
          return i + 1;
        }
      }
    }
    throw DriverErrorMessage.UNDEFINED_COLUMN_LABEL.sqlException(String.valueOf(label));
  }
}
