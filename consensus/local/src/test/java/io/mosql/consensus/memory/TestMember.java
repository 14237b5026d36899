package io.mosql.consensus.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A state machine that keeps the delivered records, and checks their order. */
final class TestMember implements ReplicatedStateMachine, SnapshotReceiver {
  private final MemoryGroup group;
  private final int node;
  private List<TestMember> others = List.of();
  final List<String> records = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  private @Nullable ReplicatedCommitLog log;
  LogStamp at = LogStamp.START;
  private long term;
  private long entry;

  /** The state after a crash: the newest checkpoint. */
  private LogStamp checkpointAt = LogStamp.START;

  private List<String> checkpoint = List.of();

  TestMember(MemoryGroup group, int node) {
    this.group = group;
    this.node = node;
  }

  static List<TestMember> startAll(MemoryGroup group, int count) {
    List<TestMember> all = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      all.add(new TestMember(group, i));
    }
    all.forEach(
        member -> {
          member.others = all;
          member.start();
        });
    return all;
  }

  void knows(List<TestMember> all) {
    others = all;
  }

  void start() {
    records.clear();
    records.addAll(checkpoint);
    at = checkpointAt;
    term = at.term();
    log = group.log(node, this);
    log().open(at, this);
  }

  ReplicatedCommitLog log() {
    return Objects.requireNonNull(log);
  }

  CompletableFuture<Long> append(String text) {
    return log().append(text.getBytes(StandardCharsets.UTF_8));
  }

  /** An append with an outcome that other members show. */
  void write(String text) {
    CompletableFuture<Long> unused = append(text);
  }

  /** A checkpoint of all delivered records, and none of the log before it. */
  void checkpoint() {
    checkpoint = List.copyOf(records);
    checkpointAt = at;
  }

  void purge() {
    checkpoint();
    log().purge(checkpointAt);
  }

  @Override
  public void nextEntry(long markedTerm, long markedEntry) {
    assertThat(markedTerm).isGreaterThanOrEqualTo(term);
    assertThat(markedEntry).isGreaterThan(at.entry());
    term = markedTerm;
    entry = markedEntry;
  }

  @Override
  public void deliver(long index, byte[] record) {
    assertThat(index).isEqualTo(at.index() + 1);
    at = new LogStamp(index, term, entry);
    records.add(new String(record, StandardCharsets.UTF_8));
  }

  @Override
  public void becomeLeader(long ofTerm) {
    calls.add("lead " + ofTerm);
  }

  @Override
  public void becomeFollower() {
    calls.add("follow");
  }

  @Override
  public @Nullable LogSnapshot snapshot() {
    return checkpointAt.index() == 0
        ? null
        : new LogSnapshot(checkpointAt, Path.of("."), List.of(), () -> calls.add("unpinned"));
  }

  @Override
  public void snapshotInstalled(LogStamp by) {
    calls.add("replaced " + by.index());
  }

  @Override
  public void receive(int from, LogSnapshot sent) {
    TestMember source = others.get(from - 1);
    assertThat(sent.at()).isEqualTo(source.checkpointAt);
    checkpoint = source.checkpoint;
    checkpointAt = source.checkpointAt;
  }

  @Override
  public void reopen(LogStamp by) {
    assertThat(by).isEqualTo(checkpointAt);
    records.clear();
    records.addAll(checkpoint);
    at = by;
    term = by.term();
    log().open(by, this);
  }
}
