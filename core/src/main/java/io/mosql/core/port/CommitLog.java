package io.mosql.core.port;

import java.util.concurrent.CompletableFuture;

/**
 * An ordered, durable log of opaque records: what a {@linkplain LocalCommitLog local} and a
 * {@linkplain ReplicatedCommitLog replicated} one have in common. Batching is done above this port:
 * one batch of commits is one record and one append.
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
public sealed interface CommitLog extends AutoCloseable
    permits LocalCommitLog, ReplicatedCommitLog {
  /**
   * Appends a record and makes it durable.
   *
   * @param record kept until the future completes; at least one byte
   * @return the record's index, after it was delivered
   */
  CompletableFuture<Long> append(byte[] record);

  /** Index of the last record that is durable, 0 when there is none. */
  long lastIndex();

  /**
   * Reports that the state machine has a durable checkpoint of all records up to this one: they may
   * be purged, in whole segments.
   */
  void purge(LogStamp upTo);

  /** Largest record that {@link #append} accepts, in bytes. */
  int maxRecordBytes();

  /** Counters since the log was opened; cheap, callable from any thread. */
  default LogStatistics statistics() {
    return LogStatistics.NONE;
  }

  @Override
  void close();
}
