package io.mosql.jdbc.base;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Converts failures of batches into {@link java.sql.BatchUpdateException}. */
public final class BatchErrors {
  private BatchErrors() {}

  /**
   * @param counts update counts, of which the first {@code done} are valid
   * @param undone whether the whole batch was rolled back: no count is valid then
   */
  public static BatchUpdateException of(
      SQLException failure, long[] counts, int done, boolean undone) {
    long[] reported;
    if (undone) {
      reported = new long[counts.length];
      Arrays.fill(reported, Statement.EXECUTE_FAILED);
    } else {
      reported = Arrays.copyOf(counts, done);
    }
    BatchUpdateException batch =
        new BatchUpdateException(
            failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), reported, failure);
    batch.setNextException(failure);
    return batch;
  }

  /** Converts counts to those of the older methods. */
  public static int[] narrow(long[] counts) {
    int[] narrow = new int[counts.length];
    for (int i = 0; i < counts.length; i++) {
      narrow[i] = narrow(counts[i]);
    }
    return narrow;
  }

  public static int narrow(long count) {
    return count > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) count;
  }
}
