package io.mosql.storage.commit;

import io.mosql.storage.certify.CertifierVerdict.Reason;
import io.mosql.storage.version.Root;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of commit results. Guarded by the lock of its group commit. */
final class CommitCounters {
  private long commits;
  private long groups;
  private final Map<Reason, Long> rejected = new EnumMap<>(Reason.class);

  /** Counts a batch that was written and published. */
  void committed(int requests) {
    groups++;
    commits += requests;
  }

  void rejected(Reason reason) {
    rejected.merge(reason, 1L, Long::sum);
  }

  CommitStatistics statistics(long openedWallMicros, Root root) {
    Map<String, Long> reasons = new LinkedHashMap<>();
    long conflicts = 0;
    for (Map.Entry<Reason, Long> entry : rejected.entrySet()) {
      reasons.put(entry.getKey().text(), entry.getValue());
      conflicts += entry.getValue();
    }
    return new CommitStatistics(
        openedWallMicros,
        commits,
        groups,
        conflicts,
        reasons,
        root.position(),
        root.timeline(),
        root.epoch(),
        root.treeCount());
  }
}
