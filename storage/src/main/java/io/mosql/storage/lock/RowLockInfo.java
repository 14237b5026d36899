package io.mosql.storage.lock;

import java.util.List;

/**
 * A row lock that is held or waited for, for the system views.
 *
 * @param owner number of its session; 0 for nobody's
 * @param tree the row is in
 * @param key of the row; not to be changed
 * @param mode how it is held
 * @param held false while it is waited for
 * @param waitsFor numbers of the sessions that hold it, or wait for it in front; empty when held
 * @param sinceMicros microseconds since 1970 when it was taken, or the waiting began
 */
public record RowLockInfo(
    long owner,
    long tree,
    byte[] key,
    String mode,
    boolean held,
    List<Long> waitsFor,
    long sinceMicros) {
  public RowLockInfo {
    waitsFor = List.copyOf(waitsFor);
  }
}
