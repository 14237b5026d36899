package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.checkpoint.TestStore;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.group.Membership;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.RandomSource;
import io.mosql.testkit.cluster.FreePorts;
import io.mosql.testkit.cluster.ParallelStop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The nodes of one group in this process, on loopback ports. */
public final class Cluster implements AutoCloseable {
  public static final Duration WITHIN = Duration.ofSeconds(30);

  /** Bound of a wait, which only a failure exceeds. */
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private static final String HOST = "127.0.0.1";

  private final Path root;
  private final UUID group = UUID.randomUUID();
  private final UnaryOperator<RatisSettings> tune;

  /** By name. Threads that write read it while a test adds nodes. */
  private final Map<String, TestNode> nodes = new ConcurrentSkipListMap<>();

  private boolean forgetful;

  public Cluster(Path root, UnaryOperator<RatisSettings> tune) {
    this.root = root;
    this.tune = tune;
  }

  /** Small segments, and no log retained for members that are behind. */
  public Cluster(Path root) {
    this(root, settings -> settings.withLogSizes(16 << 10, 0));
  }

  /** The stores count records and do not keep them. */
  Cluster forgetful() {
    forgetful = true;
    return this;
  }

  /** A node with its store and its log. */
  public final class TestNode {
    public final Member self;
    public final Path directory;
    public final AtomicReference<@Nullable Throwable> stopped = new AtomicReference<>();
    public final AtomicReference<@Nullable String> leadGivenUp = new AtomicReference<>();
    public final AtomicLong freeBytes = new AtomicLong(1L << 40);
    private @Nullable RatisNode node;
    private volatile @Nullable RatisLog log;
    private volatile TestStore store;
    private volatile CountDownLatch reopened = new CountDownLatch(1);
    private volatile Duration slowness = Duration.ZERO;

    TestNode(String name, Member.Role role) {
      this.self = new Member(name, HOST, FreePorts.next(), role);
      this.directory = root.resolve(name);
      this.store = new TestStore(database());
    }

    public Path database() {
      return directory.resolve("database");
    }

    public TestStore store() {
      return store;
    }

    public RatisLog log() {
      return Objects.requireNonNull(log);
    }

    boolean isRunning() {
      return log != null;
    }

    public boolean leads() {
      return log != null && store.leadsIn() > 0;
    }

    /** Sets the delay between the start of the server and the opening of the group. */
    public void opensLate(Duration value) {
      slowness = value;
    }

    private void dawdle() {
      long end = System.nanoTime() + slowness.toNanos();
      for (long left = slowness.toNanos(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    public void start(List<Member> members) {
      RatisSettings settings =
          RatisSettings.of(self.node(), HOST, self.port(), directory.resolve("raft"));
      RatisNode started =
          RatisNode.start(
              tune.apply(
                  settings.withElectionTimeouts(Duration.ofMillis(400), Duration.ofMillis(800))),
              Clock.SYSTEM,
              RandomSource.SECURE,
              freeBytes::get);
      node = started;
      dawdle();
      RatisLog made = started.log(group, database(), members, new Events());
      store = new TestStore(database(), forgetful);
      made.open(store.last(), store);
      log = made;
    }

    /** Stops the node as abruptly as possible within a process. */
    public void stop() {
      RatisNode running = node;
      log = null;
      node = null;
      if (running != null) {
        running.close();
      }
    }

    public void awaitReopened() throws InterruptedException {
      assertThat(reopened.await(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    public LogStamp checkpointAndPurge() {
      LogStamp at = store.makeCheckpoint();
      log().purge(at);
      return at;
    }

    private final class Events implements LogEventListener {
      @Override
      public void release(LogStamp at) {
        assertThat(store.replacedBy()).isEqualTo(at);
        // Writes up to this point are harmless, since the files are deleted afterwards.
        assertThat(store.makeCheckpoint().index()).isLessThan(at.index());
      }

      @Override
      public void reopen(LogStamp at) {
        TestStore next = new TestStore(database());
        assertThat(next.last()).isEqualTo(at);
        assertThat(store.replacedBy()).isEqualTo(at);
        store = next;
        Objects.requireNonNull(log).open(at, next);
        reopened.countDown();
      }

      @Override
      public void steppedDown(String why) {
        leadGivenUp.set(why);
      }

      @Override
      public void stopped(Throwable cause) {
        stopped.set(cause);
      }
    }
  }

  public UUID group() {
    return group;
  }

  public TestNode node(String name) {
    return Objects.requireNonNull(nodes.get(name));
  }

  public TestNode newNode(String name, Member.Role role) {
    TestNode node = new TestNode(name, role);
    nodes.put(name, node);
    return node;
  }

  /** Starts the given number of voters, which found the group. */
  public Cluster found(int count) {
    for (int i = 1; i <= count; i++) {
      newNode("n" + i, Member.Role.VOTER);
    }
    List<Member> members = nodes.values().stream().map(node -> node.self).toList();
    nodes.values().forEach(node -> node.start(members));
    return this;
  }

  public List<TestNode> running() {
    return nodes.values().stream().filter(TestNode::isRunning).toList();
  }

  /** Waits for a leader and returns its node. */
  public TestNode leader() {
    AtomicReference<@Nullable TestNode> found = new AtomicReference<>();
    await(
        "a leader",
        () -> {
          running().stream().filter(TestNode::leads).findFirst().ifPresent(found::set);
          return found.get() != null;
        });
    return Objects.requireNonNull(found.get());
  }

  public TestNode follower() {
    TestNode leader = leader();
    return running().stream().filter(node -> node != leader).findFirst().orElseThrow();
  }

  /**
   * Changes the members as callers do: a leader that has heard of no majority for long steps down,
   * and the next one is asked again.
   */
  public void changeMembers(Consumer<Membership> change) {
    while (true) {
      try {
        change.accept(leader().log().membership());
        return;
      } catch (MosqlException e) {
        assertThat(e.sqlState()).isEqualTo("57P05");
      }
    }
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Appends on the leader, which does not change. */
  public List<String> append(String prefix, int count) {
    TestNode leader = leader();
    List<String> appended = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String record = prefix + '-' + i + '-' + "x".repeat(i % 500);
      leader.log().append(bytes(record)).join();
      appended.add(record);
    }
    return appended;
  }

  /** Waits until all running nodes have exactly these records. */
  public void awaitEverywhere(List<String> records) {
    for (TestNode node : running()) {
      await(
          node.self.node() + " has " + records.size() + " records",
          () -> node.store().records().size() >= records.size());
      assertThat(node.store().records()).as(node.self.node()).isEqualTo(records);
    }
  }

  /** Waits for a condition, with a timeout that only a failure exceeds. */
  public static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited in vain for: " + what).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @Override
  public void close() {
    ParallelStop.all(nodes.values(), TestNode::stop);
  }
}
