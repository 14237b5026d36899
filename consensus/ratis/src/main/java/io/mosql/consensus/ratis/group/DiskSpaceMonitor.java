package io.mosql.consensus.ratis.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a member does when its disk is nearly full: a leader transfers leadership, and
 * refuses records while no other member can lead.
 *
 * <p>A member has no information about the disks of other members. A new leader whose disk is also
 * nearly full transfers leadership to the next voter by name, so that all are tried; each does so
 * at most once per interval, so that leadership settles.
 *
 * <p>Pure decision logic without clock or thread. Not thread-safe.
 */
final class DiskSpaceMonitor {
  /** Minimum interval between two transfers by this member. */
  static final long TRANSFER_INTERVAL_NANOS = 60_000_000_000L;

  private final String self;
  private final long freeBytesMin;
  private boolean low;
  private boolean transferred;
  private long transferredAt;

  /**
   * @param freeBytesMin below this the disk is low; it is no longer low at a quarter above
   */
  DiskSpaceMonitor(String self, long freeBytesMin) {
    this.self = self;
    this.freeBytesMin = freeBytesMin;
  }

  /**
   * Another voter.
   *
   * @param answers whether it has responded recently
   * @param matchEntry last entry known to be in its log
   */
  record VoterProgress(String node, boolean answers, long matchEntry) {}

  /** Updates the free space; called periodically. */
  void update(long freeBytes) {
    long spare = Math.min(freeBytesMin / 4, Long.MAX_VALUE - freeBytesMin);
    low = freeBytes < (low ? freeBytesMin + spare : freeBytesMin);
  }

  /** Whether records are refused. */
  boolean isLow() {
    return low;
  }

  /**
   * The voter that leadership must be transferred to now; null for no transfer.
   *
   * @param leads whether this member is the leader
   */
  @Nullable String transferTarget(long nowNanos, boolean leads, List<VoterProgress> others) {
    if (!low || !leads || (transferred && nowNanos - transferredAt < TRANSFER_INTERVAL_NANOS)) {
      return null;
    }
    List<String> names =
        others.stream().filter(VoterProgress::answers).map(VoterProgress::node).sorted().toList();
    if (names.isEmpty()) {
      return null;
    }
    transferred = true;
    transferredAt = nowNanos;
    return names.stream().filter(name -> name.compareTo(self) > 0).findFirst().orElse(names.get(0));
  }
}
