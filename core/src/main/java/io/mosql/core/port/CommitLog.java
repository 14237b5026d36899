package io.mosql.core.port;

import java.util.concurrent.CompletableFuture;

/**
 * An ordered, durable log of opaque records. Batching lives above this port: one group of commits
 * is one record and one append.
 *
 * <p>Fate is decided by delivery alone: every durable record is delivered to the {@link
 * StateMachine} once, in order. An append that failed may still be delivered after a restart. The
 * log hands out <em>indexes</em>, its own dense numbers from 1; positions are the caller's business
 * and live inside the records.
 *
 * <p>Appends are issued by one thread at a time, the next one only after the previous one's future
 * completed; a log never holds two unsynced records. Interrupting an appending thread does not harm
 * the log.
 *
 * <p>Failure: a failed write or sync closes the log for good, the append fails with SQLSTATE 58030
 * (53100 when the disk was full before anything was written, after which the log goes on), and
 * nothing is delivered any more.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * Recovers: delivers every durable record after {@code afterIndex} to the state machine on the
   * calling thread, then returns. Called once, before anything else.
   *
   * @throws io.mosql.core.error.MosqlException XX001 naming file and offset when the log is damaged
   *     or has a gap
   */
  void open(long afterIndex, StateMachine stateMachine);

  /**
   * The same, for a state machine that knows where in the log its last record stands. A replicated
   * log delivers what this node knows to be committed before it returns, and goes on with what
   * comes from others; all of it on a thread of its own. It may be opened again after {@link
   * StateMachine#snapshotInstalled}.
   */
  default void open(LogStamp after, StateMachine stateMachine) {
    open(after.index(), stateMachine);
  }

  /**
   * Whether records come from several nodes, of which one at a time may append: whoever {@linkplain
   * StateMachine#becomeLeader leads}.
   */
  default boolean isReplicated() {
    return false;
  }

  /**
   * Appends a record and makes it durable. A local log does all of it, delivery included, on the
   * calling thread and returns a completed future; a replicated one completes it from its own
   * thread.
   *
   * @param record kept until the future completes; at least one byte
   * @return the record's index, after it was delivered. When it fails in a replicated log with
   *     {@link LeadershipLostException} the fate is open: the record is delivered later, or never
   *     will be once a record of a later term was
   */
  CompletableFuture<Long> append(byte[] record);

  /** Index of the last record that is durable, 0 when there is none. */
  long lastIndex();

  /** Gives up records up to the index, in whole segments; what was freed is recycled. */
  void purge(long upToIndex);

  /**
   * The state machine has a checkpoint of all up to a record, durable: they may be given up, and a
   * member that lacks some of them gets the checkpoint.
   */
  default void purge(LogStamp upTo) {
    purge(upTo.index());
  }

  /** Largest record that {@link #append} takes, in bytes. */
  int maxRecordBytes();

  /** Counters since {@link #open}; cheap, from any thread. */
  default LogStatistics statistics() {
    return LogStatistics.NONE;
  }

  @Override
  void close();
}
