package io.mosql.storage.lock;

import java.util.List;

/**
 * A row lock that is owned or waited for, for the system views.
 *
 * @param owner number of its session; 0 for none
 * @param tree of the row
 * @param key of the row; not to be changed
 * @param mode of the lock
 * @param held false while the lock is waited for
 * @param waitsFor numbers of the sessions that own a conflicting lock or are ahead in the queue;
 *     empty when held
 * @param sinceMicros microseconds since 1970 when it was acquired, or the wait began
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
