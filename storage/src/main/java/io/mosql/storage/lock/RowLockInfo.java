package io.mosql.storage.lock;

import java.util.List;

/**
 * A row lock that is owned or waited for, for the system views.
 *
 * @param owner of the lock
 * @param tree of the row
 * @param key of the row; not to be changed
 * @param mode of the lock
 * @param held false while the lock is waited for
 * @param waitsFor those that own a conflicting lock or are ahead in the queue; empty when held
 * @param sinceMicros microseconds since 1970 when it was acquired, or the wait began
 */
public record RowLockInfo(
    LockOwnerInfo owner,
    long tree,
    byte[] key,
    String mode,
    boolean held,
    List<LockOwnerInfo> waitsFor,
    long sinceMicros) {
  public RowLockInfo {
    waitsFor = List.copyOf(waitsFor);
  }
}
