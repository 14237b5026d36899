package io.mosql.core.port;

import java.util.concurrent.CompletableFuture;

/**
 * An ordered, durable log of opaque records. Batching is done above this port: one batch of commits
 * is one record and one append.
 *
 * <p>Outcomes are decided by delivery alone: every durable record is delivered to the {@link
 * StateMachine} once, in order. A failed append may still be delivered after a restart. The log
 * assigns <em>indexes</em>, its own dense numbers from 1; positions are defined by the caller and
 * stored inside the records.
 *
 * <p>Appends are issued by one thread at a time, the next one only after the previous one's future
 * completed; a log never contains two unsynced records. Interrupting an appending thread does not
 * harm the log.
 *
 * <p>Failure: a failed write or sync closes the log for good, the append fails with SQLSTATE 58030
 * (53100 when the disk was full before anything was written, after which the log continues), and
 * nothing is delivered any more.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * Recovers: delivers every durable record after {@code afterIndex} to the state machine on the
   * calling thread, then returns. Called once, before any other method.
   *
   * @throws io.mosql.core.error.MosqlException XX001 naming file and offset when the log is damaged
   *     or has a gap
   */
  void open(long afterIndex, StateMachine stateMachine);

  /**
   * The same, for a state machine with the log stamp of its last record. A replicated log delivers
   * the records that this node knows to be committed before it returns, and later those from other
   * nodes; all on its own thread. It may be opened again after {@link
   * StateMachine#snapshotInstalled}.
   */
  default void open(LogStamp after, StateMachine stateMachine) {
    open(after.index(), stateMachine);
  }

  /**
   * Whether records come from several nodes, of which one at a time may append: the {@linkplain
   * StateMachine#becomeLeader leader}.
   */
  default boolean isReplicated() {
    return false;
  }

  /**
   * Appends a record and makes it durable. A local log does all of it, including delivery, on the
   * calling thread and returns a completed future; a replicated one completes the future from its
   * own thread.
   *
   * @param record kept until the future completes; at least one byte
   * @return the record's index, after it was delivered. When it fails in a replicated log with
   *     {@link LeadershipLostException} the outcome is unknown: the record may be delivered later,
   *     until a record of a later term was delivered
   */
  CompletableFuture<Long> append(byte[] record);

  /** Index of the last record that is durable, 0 when there is none. */
  long lastIndex();

  /** Purges records up to the index, in whole segments; freed segments are recycled. */
  void purge(long upToIndex);

  /**
   * Reports that the state machine has a durable checkpoint of all records up to this one: they may
   * be purged, and a member that lacks some of them gets the checkpoint.
   */
  default void purge(LogStamp upTo) {
    purge(upTo.index());
  }

  /** Largest record that {@link #append} accepts, in bytes. */
  int maxRecordBytes();

  /** Counters since {@link #open}; cheap, callable from any thread. */
  default LogStatistics statistics() {
    return LogStatistics.NONE;
  }

  @Override
  void close();
}
