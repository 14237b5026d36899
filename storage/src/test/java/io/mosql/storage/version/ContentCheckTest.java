package io.mosql.storage.version;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import io.mosql.storage.Store;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.PendingCommit;
import io.mosql.storage.commit.StoreEvents;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.SnapshotTransaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Diverged replicas are detected by the leader's hashes in the log. */
final class ContentCheckTest {
  private static final long TREE = SystemTrees.FIRST_USER_ID;
  private static final String GOOD = "a value as it was written";
  private static final String BAD = "a value as it was mangled";

  // The sampled entries.

  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** So many entries in two trees, and then so many positions more. */
  private static Root root(TreeShape shape, int entries, int positions, int changed) {
    TentativeRoot made = new TentativeRoot(Root.empty(shape), shape, 0);
    List<Effect> effects = new ArrayList<>();
    effects.add(new Effect.CreateTree(TREE));
    effects.add(new Effect.CreateTree(TREE + 1));
    for (int i = 0; i < entries; i++) {
      byte[] value = key(i == changed ? -1 : i * 31L);
      effects.add(new Effect.Put(TREE + i % 2, key(i), value));
    }
    made.apply(new TransactionId(1, 1), effects);
    for (int i = 0; i < positions; i++) {
      made.apply(new TransactionId(1, 2 + i), List.of());
    }
    return made.finish();
  }

  @Test
  void dependsOnContentsAlone() {
    Root one = root(TreeShape.TINY, 500, 3, -1);
    Root other = root(TreeShape.DEFAULT, 500, 3, -1);
    assertThat(ContentCheck.of(one)).isEqualTo(ContentCheck.of(other));
    assertThat(ContentCheck.ofAll(one)).isEqualTo(ContentCheck.ofAll(other));
  }

  @Test
  void seesEveryEntryOfASmallDatabase() {
    Root one = root(TreeShape.TINY, 40, 3, -1);
    for (int changed = 0; changed < 40; changed++) {
      Root other = root(TreeShape.TINY, 40, 3, changed);
      assertThat(ContentCheck.of(other)).isNotEqualTo(ContentCheck.of(one));
      assertThat(ContentCheck.ofAll(other)).isNotEqualTo(ContentCheck.ofAll(one));
    }
  }

  @Test
  void comesToEveryPlaceOfALargeOne() {
    int entries = 4 * ContentCheck.ENTRIES_MAX;
    for (int changed : new int[] {0, 1, entries / 2, entries - 2, entries - 1}) {
      int found = 0;
      for (int at = 0; at < 60; at++) {
        Root one = root(TreeShape.DEFAULT, entries, at, -1);
        Root other = root(TreeShape.DEFAULT, entries, at, changed);
        found += ContentCheck.of(one) == ContentCheck.of(other) ? 0 : 1;
      }
      assertThat(found).as("checks that see entry %s", changed).isBetween(1, 50);
    }
  }

  // The results of checks.

  private final MemoryGroup group = new MemoryGroup(3).eager(true);
  private final List<String> failures = new ArrayList<>();

  private Store open(int node, int recordsPerCheck) {
    StoreOptions options =
        new StoreOptions(
            TreeShape.TINY, node, 1 << 20, 1 << 20, 1 << 20, 100, 1_000_000, recordsPerCheck);
    ReplicatedCommitLog log = group.log(node);
    Store store =
        Store.openUnstarted(
            node == 3 ? new ManglingLog(log) : log,
            new ManualClock(),
            new SeededRandom(node),
            options);
    store.listen(
        new StoreEvents() {
          @Override
          public void failed(Throwable cause) {
            failures.add(node + ": " + cause.getMessage());
          }
        });
    return store;
  }

  private static void commit(Store store, String value) {
    SnapshotTransaction tx = (SnapshotTransaction) store.begin(false);
    if (!tx.hasTree(TREE)) {
      tx.createTree(TREE);
    }
    tx.put(TREE, value.getBytes(US_ASCII), value.getBytes(US_ASCII));
    PendingCommit ticket = store.pipeline().submit(tx.request());
    store.pipeline().lead();
    assertThat(ticket.result()).isInstanceOf(CommitResult.Committed.class);
    tx.rollback();
  }

  private List<Store> cluster(int recordsPerCheck) {
    List<Store> stores = new ArrayList<>();
    for (int node = 1; node <= 3; node++) {
      stores.add(open(node, recordsPerCheck));
    }
    group.elect(1);
    stores.get(0).pipeline().lead();
    assertThat(stores.get(0).leads()).isTrue();
    return stores;
  }

  @Test
  void aCopyThatDiffersStopsItselfAndTheOthersGoOn() {
    List<Store> stores = cluster(4);
    commit(stores.get(0), "first");
    commit(stores.get(0), GOOD);
    long good = stores.get(2).position();
    assertThat(stores.get(2).isOpen()).as("before the check").isTrue();
    for (int i = 0; i < 4; i++) {
      commit(stores.get(0), "more " + i);
    }
    Store different = stores.get(2);
    assertThat(different.isOpen()).isFalse();
    Throwable failure = different.pipeline().applier.failure();
    assertThat(failure)
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("XX001");
              assertThat(e)
                  .hasMessage("this copy differs from the leader's at position " + (good + 1));
            });
    assertThat(different.position()).as("shows nothing new").isEqualTo(good + 1);
    different.pipeline().lead();
    assertThat(failures)
        .containsExactly(
            "3: this copy of the database has stopped: this copy differs from the leader's at"
                + " position "
                + (good + 1));
    assertThat(stores.get(1).isOpen()).isTrue();
    assertThat(stores.get(1).contentDigest()).isEqualTo(stores.get(0).contentDigest());
  }

  @Test
  void withoutChecksOnlyTheDigestDiffers() {
    List<Store> stores = cluster(0);
    commit(stores.get(0), GOOD);
    for (int i = 0; i < 100; i++) {
      commit(stores.get(0), "more " + i);
    }
    assertThat(stores.get(2).isOpen()).isTrue();
    ContentDigest mangled = stores.get(2).contentDigest();
    assertThat(mangled.position()).isEqualTo(stores.get(0).position());
    assertThat(mangled).isNotEqualTo(stores.get(0).contentDigest());
  }

  /** Delivers one value as another one. */
  private static final class ManglingLog implements ReplicatedCommitLog {
    private final ReplicatedCommitLog log;

    ManglingLog(ReplicatedCommitLog log) {
      this.log = log;
    }

    @Override
    public void open(LogStamp after, ReplicatedStateMachine machine) {
      log.open(
          after,
          new ReplicatedStateMachine() {
            @Override
            public void nextEntry(long term, long entry) {
              machine.nextEntry(term, entry);
            }

            @Override
            public void deliver(long index, byte[] record) {
              String text = new String(record, ISO_8859_1);
              machine.deliver(index, text.replace(GOOD, BAD).getBytes(ISO_8859_1));
            }

            @Override
            public void becomeLeader(long term) {
              machine.becomeLeader(term);
            }

            @Override
            public void becomeFollower() {
              machine.becomeFollower();
            }

            @Override
            public @Nullable LogSnapshot snapshot() {
              return machine.snapshot();
            }

            @Override
            public void snapshotInstalled(LogStamp by) {
              machine.snapshotInstalled(by);
            }
          });
    }

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      return log.append(record);
    }

    @Override
    public long lastIndex() {
      return log.lastIndex();
    }

    @Override
    public void purge(LogStamp upTo) {}

    @Override
    public int maxRecordBytes() {
      return log.maxRecordBytes();
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
