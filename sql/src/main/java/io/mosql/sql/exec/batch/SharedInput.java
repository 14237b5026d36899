package io.mosql.sql.exec.batch;

import java.util.function.BiFunction;

/**
 * An operator that was opened for several threads: each participant gets a stream of its own, and
 * all streams together have the rows of the operator. The rows of a part come from one stream, in
 * the order of the operator. Opened and closed by the thread of the session.
 */
interface SharedInput {
  /** The parts of the scan that feeds the operator. */
  ScanParts parts();

  /**
   * Whether workers may open streams: what all participants use was read by the thread of the
   * session.
   */
  default boolean isReady() {
    return true;
  }

  /**
   * Opens the stream of a participant; it ends when no part is left, or the participant is to
   * leave. Only the thread of the session does so before the input is ready.
   */
  BatchStream open(ScanParticipant participant);

  /** Releases what all participants used, after they have ended. */
  default void close() {}

  /** The input with a step on top that each participant does alone. */
  default SharedInput then(BiFunction<BatchStream, ScanParticipant, BatchStream> step) {
    SharedInput below = this;
    return new SharedInput() {
      @Override
      public ScanParts parts() {
        return below.parts();
      }

      @Override
      public boolean isReady() {
        return below.isReady();
      }

      @Override
      public BatchStream open(ScanParticipant participant) {
        return step.apply(below.open(participant), participant);
      }

      @Override
      public void close() {
        below.close();
      }
    };
  }
}
