package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One node's view of a replicated log, driven by hand: an append of the node waits in {@link #next}
 * until the test delivers it, loses it, or both.
 */
public final class HandDrivenLog implements ReplicatedCommitLog {
  private static final int SECONDS = 20;

  /** An append of the node. */
  public record Append(byte[] record, CompletableFuture<Long> answer) {}

  /** Index up to which the log was purged. */
  final List<LogStamp> purged = new ArrayList<>();

  private final BlockingQueue<Append> appends = new LinkedBlockingQueue<>();
  private final List<byte[]> delivered = new ArrayList<>();
  private int recordBytesMax = 1 << 20;
  private volatile boolean automatic;
  private @Nullable ReplicatedStateMachine machine;
  private LogStamp last = LogStamp.START;
  private long term;

  public HandDrivenLog withRecordBytesMax(int max) {
    recordBytesMax = max;
    return this;
  }

  /** Whether appends are delivered at once. */
  public void automatic(boolean now) {
    automatic = now;
  }

  /** The node may append from now on. */
  public void lead(long ofTerm) {
    term = ofTerm;
    machine().becomeLeader(ofTerm);
  }

  public void follow() {
    machine().becomeFollower();
  }

  /** The next append of the node. */
  public Append next() {
    try {
      Append append = appends.poll(SECONDS, TimeUnit.SECONDS);
      assertThat(append).as("an append").isNotNull();
      return java.util.Objects.requireNonNull(append);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public boolean hasAppends() {
    return !appends.isEmpty();
  }

  /** Delivers an append, and completes it. */
  public void commit(Append append) {
    append.answer().complete(deliver(append.record()));
  }

  /** Completes an append with an error. */
  public void fail(Append append, Error with) {
    append.answer().completeExceptionally(with);
  }

  /** Fails an append with an unknown outcome. */
  public void lose(Append append) {
    append.answer().completeExceptionally(new LeadershipLostException("deposed"));
  }

  /** Delivers a record of any node. */
  public long deliver(byte[] record) {
    return deliver(record, term);
  }

  public long deliver(byte[] record, long ofTerm) {
    long index = last.index() + 1;
    last = new LogStamp(index, ofTerm, 2 * index);
    machine().nextEntry(ofTerm, 2 * index);
    machine().deliver(index, record);
    delivered.add(record);
    return index;
  }

  /** Stamp of the last delivered record. */
  LogStamp last() {
    return last;
  }

  @Nullable LogSnapshot snapshot() {
    return machine().snapshot();
  }

  void replaced() {
    machine().snapshotInstalled(new LogStamp(last.index() + 10, term + 1, last.entry() + 30));
  }

  private ReplicatedStateMachine machine() {
    ReplicatedStateMachine open = machine;
    if (open == null) {
      throw new AssertionError("not open");
    }
    return open;
  }

  /** Delivers again the records of a previous log after the stamp. */
  static HandDrivenLog after(HandDrivenLog before) {
    HandDrivenLog log = new HandDrivenLog();
    log.delivered.addAll(before.delivered);
    log.term = before.term;
    return log;
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
    machine = stateMachine;
    last = after;
    List<byte[]> known = List.copyOf(delivered);
    delivered.clear();
    delivered.addAll(known.subList(0, (int) after.index()));
    for (byte[] record : known.subList((int) after.index(), known.size())) {
      deliver(record);
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    if (automatic) {
      return CompletableFuture.completedFuture(deliver(record));
    }
    CompletableFuture<Long> answer = new CompletableFuture<>();
    appends.add(new Append(record, answer));
    return answer;
  }

  @Override
  public long lastIndex() {
    return last.index();
  }

  @Override
  public synchronized void purge(LogStamp upTo) {
    purged.add(upTo);
  }

  @Override
  public int maxRecordBytes() {
    return recordBytesMax;
  }

  @Override
  public void close() {}
}
