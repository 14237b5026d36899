package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.files.EntryFormat;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.LeadershipLostException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * Submits records to the group from a separate thread: an interrupt of the caller would close the
 * group. An append is completed by the delivery of its record ({@link PendingAppends}), or failed
 * here after an error.
 *
 * <p>Thread-safe; records are submitted in the order of the calls.
 */
public final class AppendSubmitter {
  private static final long RETRY_MILLIS = 2;

  private final RaftServer server;
  private final RaftGroupId group;
  private final PendingAppends pending;
  private final CompletableFuture<Division> division;
  private final ScheduledExecutorService timer;
  private final Runnable giveUpLead;
  private final ExecutorService submitter;
  private volatile boolean closed;

  /**
   * @param division completed when the group was started
   * @param giveUpLead called when the outcome of a record is unknown though this node may still
   *     lead
   */
  public AppendSubmitter(
      DaemonThreads threads,
      String name,
      RaftServer server,
      RaftGroupId group,
      PendingAppends pending,
      CompletableFuture<Division> division,
      ScheduledExecutorService timer,
      Runnable giveUpLead) {
    this.server = server;
    this.group = group;
    this.pending = pending;
    this.division = division;
    this.timer = timer;
    this.giveUpLead = giveUpLead;
    this.submitter = Executors.newSingleThreadExecutor(threads.named("mosql-raft-append-" + name));
  }

  public CompletableFuture<Long> append(byte[] record) {
    CompletableFuture<Long> result = new CompletableFuture<>();
    submitLater(pending.add(record, result));
    return result;
  }

  /** Refuses further appends, and fails the pending ones. */
  public void close() {
    closed = true;
    submitter.shutdown();
    pending.failAll(closedLog());
  }

  private void submitLater(PendingAppends.Append append) {
    try {
      submitter.execute(() -> submit(append));
    } catch (RejectedExecutionException e) {
      pending.remove(append);
      append.result().completeExceptionally(closedLog());
    }
  }

  /**
   * Submits a record, on the submitting thread. Calls the group directly, since a call through the
   * server costs two more thread switches.
   */
  private void submit(PendingAppends.Append append) {
    try {
      RaftClientRequest request =
          RaftClientRequest.newBuilder()
              .setClientId(pending.client())
              .setServerId(server.getId())
              .setGroupId(group)
              .setCallId(append.number())
              .setMessage(Message.valueOf(EntryFormat.encode(append.record())))
              .setType(RaftClientRequest.writeRequestType())
              .build();
      RaftServer.Division to = division.join().raft();
      CompletableFuture<RaftClientReply> reply =
          to instanceof RaftClientAsynchronousProtocol direct
              ? direct.submitClientRequestAsync(request)
              : server.submitClientRequestAsync(request);
      CompletableFuture<RaftClientReply> unused =
          reply.whenComplete((answer, failure) -> answered(append, answer, failure));
    } catch (IOException | RuntimeException e) {
      lost(append, e);
    }
  }

  private void answered(
      PendingAppends.Append append, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
    Throwable cause = failure != null || reply == null ? failure : reply.getException();
    if (RatisErrors.isRefusedForNow(cause) && !closed) {
      if (!pending.remove(append)) {
        return;
      }
      try {
        Future<?> unused =
            timer.schedule(
                () -> submitLater(pending.add(append.record(), append.result())),
                RETRY_MILLIS,
                TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        append.result().completeExceptionally(closedLog());
      }
    } else {
      lost(append, cause);
    }
  }

  private void lost(PendingAppends.Append append, @Nullable Throwable failure) {
    // Its entry is being delivered, which completes the append; the failure of a group that is
    // closing is ignored.
    if (!pending.remove(append)) {
      return;
    }
    Throwable cause = failure == null ? null : RatisErrors.unwrap(failure);
    append.result().completeExceptionally(closed ? closedLog() : leadershipLost(cause));
    if (!(cause instanceof NotLeaderException)) {
      giveUpLead.run();
    }
  }

  private static LeadershipLostException leadershipLost(@Nullable Throwable cause) {
    String message = "this node does not lead the log";
    return cause == null
        ? new LeadershipLostException(message)
        : new LeadershipLostException(message, cause);
  }

  public static MosqlException closedLog() {
    return CoreErrorMessage.LOG_CLOSED.error();
  }
}
