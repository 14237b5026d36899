package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.type.SqlArray;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The execution of one batch on the server, split into pipelined parts if it is large. A small
 * batch is one request; a large one is split into parts, and each part is sent while the server
 * executes the previous one. At most two parts are unanswered, so that the two ends cannot block
 * each other on full buffers.
 *
 * <p>In autocommit mode the parts are one transaction, as the whole would be.
 */
final class BatchExecution {
  private static final int PART_BYTES = 1024 * 1024;
  private static final int PART_TUPLES = 16_384;
  private static final int UNANSWERED_MAX = 2;
  private static final int VALUE_BYTES = 9;

  private final RequestPipeline conversation;
  private final int statement;
  private final ExecutionOptions options;
  private final ArrayDeque<PendingResponse> unanswered = new ArrayDeque<>();
  private long[] counts = {};
  private int done;
  private Response.@Nullable Failed failure;

  BatchExecution(RequestPipeline conversation, int statement, ExecutionOptions options) {
    this.conversation = conversation;
    this.statement = statement;
    this.options = options;
  }

  /**
   * @param alone whether the batch is a transaction of its own
   * @throws BatchFailure when a tuple failed
   */
  long[] run(List<@Nullable Object[]> tuples, boolean alone) {
    counts = new long[tuples.size()];
    List<List<@Nullable Object[]>> parts = parts(tuples);
    if (parts.size() == 1) {
      runOne(tuples);
    } else {
      runAll(parts, alone);
      end(alone);
    }
    return counts;
  }

  private void runOne(List<@Nullable Object[]> tuples) {
    PendingResponse answer = post(tuples);
    try {
      conversation.flush();
    } catch (MosqlException e) {
      if (answer.response() instanceof Response.Failed failed && !conversation.isBroken()) {
        throw failure(failed, e);
      }
      throw e;
    }
    take(answer.as(Response.BatchDone.class).updateCounts());
  }

  private PendingResponse post(List<@Nullable Object[]> tuples) {
    return conversation.post(
        new Request.ExecuteBatch(statement, tuples, options),
        conversation.hasPendingRequests(),
        null);
  }

  private void take(long[] more) {
    if (more.length > counts.length - done) {
      throw new WireException("more update counts than tuples");
    }
    System.arraycopy(more, 0, counts, done, more.length);
    done += more.length;
  }

  private RuntimeException failure(Response.Failed failed, MosqlException e) {
    long[] more = failed.updateCounts();
    if (more == null) {
      return e;
    }
    take(more);
    return new BatchFailure(Arrays.copyOf(counts, done), e);
  }

  private void runAll(List<List<@Nullable Object[]>> parts, boolean alone) {
    if (alone) {
      conversation.post(new Request.SetAutoCommit(false), conversation.hasPendingRequests(), null);
    }
    // Requests posted before are answered first.
    conversation.flush();
    for (int i = 0; i < parts.size() && failure == null; i++) {
      unanswered.add(
          conversation.post(
              new Request.ExecuteBatch(statement, parts.get(i), options), i > 0, null));
      conversation.sendOnly();
      if (unanswered.size() == UNANSWERED_MAX) {
        takeNext();
      }
    }
    while (!unanswered.isEmpty()) {
      takeNext();
    }
  }

  private void takeNext() {
    PendingResponse first = unanswered.remove();
    Response answer = conversation.next();
    if (answer instanceof Response.Failed failed) {
      failure = failed;
    } else if (failure == null) {
      take(first.as(Response.BatchDone.class).updateCounts());
    }
  }

  /** Ends the transaction of the parts, and restores autocommit mode. */
  private void end(boolean alone) {
    Response.Failed failed = failure;
    if (failed == null) {
      if (alone) {
        conversation.post(new Request.Commit(), false, null);
        conversation.post(new Request.SetAutoCommit(true), false, null);
        conversation.flush();
      }
      return;
    }
    if (alone) {
      conversation.post(new Request.Rollback(), false, null);
      conversation.post(new Request.SetAutoCommit(true), false, null);
      conversation.flush();
    }
    throw failure(failed, ServerErrors.of(failed));
  }

  private static List<List<@Nullable Object[]>> parts(List<@Nullable Object[]> tuples) {
    List<List<@Nullable Object[]>> parts = new ArrayList<>(1);
    int from = 0;
    long bytes = 0;
    for (int i = 0; i < tuples.size(); i++) {
      long more = estimate(tuples.get(i));
      if (i > from && (bytes + more > PART_BYTES || i - from == PART_TUPLES)) {
        parts.add(tuples.subList(from, i));
        from = i;
        bytes = 0;
      }
      bytes += more;
    }
    parts.add(tuples.subList(from, tuples.size()));
    return parts;
  }

  private static long estimate(@Nullable Object[] tuple) {
    long bytes = 1;
    for (Object value : tuple) {
      bytes += VALUE_BYTES;
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof byte[] binary) {
        bytes += binary.length;
      } else if (value instanceof SqlArray array) {
        bytes += array.memory();
      }
    }
    return bytes;
  }
}
