package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * A consistency model: the anomalies that a database excludes.
 *
 * <p>With begin b and commit c of an attempt, a dependency means: ww and wr that c of the first is
 * before c of the second, real time that c of the first is before b of the second, rw that the read
 * of the first was before c of the second. The levels differ in the constraints between b, c and
 * the reads of one attempt; so a cycle is impossible when each rw in it may follow the dependency
 * before it:
 *
 * <ul>
 *   <li>Strictly serializable: always; begin, reads and commit are at one moment.
 *   <li>Snapshot: not after another rw. The reads are at one moment, after which no other attempt
 *       changed the keys that the attempt both read and wrote, so ww and wr are before that moment
 *       too; this does not apply to a blind ww.
 *   <li>Read committed: only after real time, since a read may be at any moment after the begin.
 * </ul>
 */
public enum ConsistencyModel {
  /** One at a time, in an order that agrees with real time. */
  STRICT_SERIALIZABLE,
  /** One snapshot from after the begin; no update of a key that was read before is lost. */
  SNAPSHOT,
  /**
   * Each statement sees committed data, including all that was committed when the transaction
   * began.
   */
  READ_COMMITTED;

  /** The dependencies after which an rw may come in a forbidden cycle. */
  Set<Kind> beforeReadWrite() {
    return switch (this) {
      case STRICT_SERIALIZABLE -> EnumSet.allOf(Kind.class);
      case SNAPSHOT -> EnumSet.of(Kind.WRITE_WRITE, Kind.WRITE_READ, Kind.REAL_TIME);
      case READ_COMMITTED -> EnumSet.of(Kind.REAL_TIME);
    };
  }

  /** Whether all reads of an attempt agree, also when it failed later. */
  boolean oneSnapshot() {
    return this != READ_COMMITTED;
  }
}
