package io.mosql.consensus.ratis.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a member does when its disk is nearly full: a leader transfers leadership, and
 * refuses records while no other member can lead.
 *
 * <p>Members do not know of each other's disks. One that is short of room too hands on what it was
 * given, to the one after it by name, so that all are tried; each does so once in a while only, so
 * that the lead comes to rest.
 *
 * <p>A decision without clock or thread. One thread.
 */
final class DiskSpaceMonitor {
  /** How long the lead stays where it came back to. */
  static final long TRANSFER_INTERVAL_NANOS = 60_000_000_000L;

  private final String self;
  private final long freeBytesMin;
  private boolean low;
  private boolean handedOn;
  private long handedOnAt;

  /**
   * @param freeBytesMin below this the disk is short of room; it is not any more at a quarter above
   */
  DiskSpaceMonitor(String self, long freeBytesMin) {
    this.self = self;
    this.freeBytesMin = freeBytesMin;
  }

  /**
   * Another voter.
   *
   * @param answers whether it was heard of lately
   * @param matchEntry last entry that it is known to have
   */
  record VoterProgress(String node, boolean answers, long matchEntry) {}

  /** Takes note of what is free; called now and then. */
  void update(long freeBytes) {
    long spare = Math.min(freeBytesMin / 4, Long.MAX_VALUE - freeBytesMin);
    low = freeBytes < (low ? freeBytesMin + spare : freeBytesMin);
  }

  /** Whether records are refused. */
  boolean isLow() {
    return low;
  }

  /**
   * Whom the lead goes to now; null when it stays.
   *
   * @param leads whether this member has it
   */
  @Nullable String transferTarget(long nowNanos, boolean leads, List<VoterProgress> others) {
    if (!low || !leads || (handedOn && nowNanos - handedOnAt < TRANSFER_INTERVAL_NANOS)) {
      return null;
    }
    List<String> names =
        others.stream().filter(VoterProgress::answers).map(VoterProgress::node).sorted().toList();
    if (names.isEmpty()) {
      return null;
    }
    handedOn = true;
    handedOnAt = nowNanos;
    return names.stream().filter(name -> name.compareTo(self) > 0).findFirst().orElse(names.get(0));
  }
}
