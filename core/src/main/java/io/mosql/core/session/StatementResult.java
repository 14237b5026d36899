package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of executing a statement. */
public sealed interface StatementResult {
  /**
   * An open cursor. Lazy: rows that were not fetched were not read, and cannot conflict; but a
   * query with row locks, FOR UPDATE or FOR SHARE, has acquired all of them when it has been
   * executed.
   *
   * <p>Ends (with 24000) when its transaction ends, unless it is exhausted.
   */
  non-sealed interface Rows extends StatementResult, AutoCloseable {
    List<ColumnInfo> columns();

    /** Steps to the next row; false when there is none, after which the cursor is closed. */
    boolean next();

    /**
     * The current row's values, of the carrier classes of their types or null. Valid until the next
     * call of {@link #next()}; not to be changed.
     */
    @Nullable Object[] row();

    @Override
    void close();
  }

  /**
   * The result of a statement that changed rows, or of a command.
   *
   * @param updateCount rows, 0 for a command
   * @param generatedKeys rows of generated values, when requested; columns beside them
   */
  record Update(
      long updateCount, List<ColumnInfo> keyColumns, List<@Nullable Object[]> generatedKeys)
      implements StatementResult {
    public static Update of(long updateCount) {
      return new Update(updateCount, List.of(), List.of());
    }
  }
}
