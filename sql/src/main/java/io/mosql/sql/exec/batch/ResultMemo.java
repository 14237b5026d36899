package io.mosql.sql.exec.batch;

import org.jspecify.annotations.Nullable;

/**
 * Recent results of a function of one number or date, such as the year of a date: tables have fewer
 * dates than rows. A direct-mapped cache; for one statement. Not thread-safe.
 */
final class ResultMemo {
  private static final int SIZE = 4096;

  private final long[] arguments = new long[SIZE];
  private final boolean[] used = new boolean[SIZE];
  private final @Nullable Object[] results = new Object[SIZE];
  private @Nullable Object found;

  /** Finds the result for an argument; {@link #result} returns it. */
  boolean find(long argument) {
    int at = (int) argument & SIZE - 1;
    found = results[at];
    return used[at] && arguments[at] == argument;
  }

  @Nullable Object result() {
    return found;
  }

  void put(long argument, @Nullable Object result) {
    int at = (int) argument & SIZE - 1;
    used[at] = true;
    arguments[at] = argument;
    results[at] = result;
  }
}
