package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * A consistency model: the anomalies that a database excludes.
 *
 * <p>With begin b and commit c of an attempt, a dependency means: ww and wr that c of the first is
 * before c of the second, real time that c of the first is before b of the second, rw that what the
 * first read was taken before c of the second. What separates the levels is how b, c and the reads
 * of one attempt stand to each other; so a cycle is impossible when each rw in it may follow the
 * dependency before it:
 *
 * <ul>
 *   <li>Strictly serializable: always; all happens at one moment.
 *   <li>Snapshot: not behind another rw. The reads are of one moment, from which on nobody else
 *       changed what the attempt both read and wrote, so ww and wr are before that moment too; a
 *       blind ww need not be.
 *   <li>Read committed: behind real time alone, for a read may be of any moment since the begin.
 * </ul>
 */
public enum ConsistencyModel {
  /** One at a time, in an order that agrees with the clock on the wall. */
  STRICT_SERIALIZABLE,
  /** One snapshot from after the begin; nothing is lost that it wrote after it was read. */
  SNAPSHOT,
  /** Each statement sees what is committed, and all that was when the transaction began. */
  READ_COMMITTED;

  /** Behind what an rw may come in a cycle that is forbidden. */
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
