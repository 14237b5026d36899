package io.mosql.storage;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of a store over a replicated log: their log stamps, transfer and replacement. */
@Timeout(60)
class ReplicatedFilesTest {
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withShape(TreeShape.TINY).withNode(1);
  private static final CheckpointOptions NEVER =
      new CheckpointOptions(1L << 60, 1L << 60, 32 << 20, 0, 1 << 20, false);

  @TempDir private Path directory;
  private HandDrivenLog log = new HandDrivenLog();
  private Store store;
  private long tree;

  private Store open() throws IOException {
    PageStore pages =
        PageStore.open(
            DiskDirectory.open(directory),
            new SimulationRandom(5),
            new PageOptions(1 << 20, 2 << 10, 4));
    return Store.openUnstarted(log, pages, Clock.SYSTEM, new SimulationRandom(3), OPTIONS, NEVER);
  }

  @BeforeEach
  void setUp() throws IOException {
    store = open();
    log.automatic(true);
    lead(1);
    tree = StoreTest.tree(store);
    insert("a");
  }

  @AfterEach
  void tearDown() {
    store.close();
  }

  private void lead(long term) {
    log.lead(term);
    store.pipeline().lead();
    assertThat(store.leads()).isTrue();
  }

  private void insert(String name) {
    Transaction transaction = store.begin(false);
    transaction.insert(tree, key(name), row(1, 1));
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
  }

  @Test
  void theStampSurvivesAndTheLogGoesOnAfterIt() throws IOException {
    insert("b");
    LogStamp stamp = log.last();
    store.checkpoint();
    assertThat(log.purged).containsExactly(stamp);
    insert("c");
    store.abandon();
    log = HandDrivenLog.after(log);
    store = open();
    assertThat(log.last().index()).isEqualTo(stamp.index() + 1);
    assertThat(store.rowCount(tree)).isEqualTo(3);
    assertThat(store.leads()).isFalse();
    log.automatic(true);
    lead(2);
    insert("d");
    assertThat(store.rowCount(tree)).isEqualTo(4);
  }

  @Test
  void recordsThatChangeNothingCanBePurged() {
    store.checkpoint();
    store.barrier();
    store.barrier();
    LogStamp stamp = log.last();
    store.checkpoint();
    assertThat(log.purged).hasSize(2).last().isEqualTo(stamp);
    store.checkpoint();
    assertThat(log.purged).hasSize(2);
  }

  @Test
  void aCheckpointIsSentWithAllItsFiles() throws Exception {
    assertThat(log.snapshot()).isNull();
    store.checkpoint();
    LogStamp stamp = log.last();
    FutureTask<Boolean> next;
    try (LogSnapshot snapshot = Objects.requireNonNull(log.snapshot())) {
      assertThat(snapshot.at()).isEqualTo(stamp);
      assertThat(snapshot.directory()).isEqualTo(directory);
      assertThat(names(snapshot)).isEqualTo(filesThere());
      // The manifest is not replaced as long as it is pinned.
      insert("b");
      next =
          new FutureTask<>(
              () -> {
                store.checkpoint();
                return true;
              });
      Thread thread = new Thread(next, "checkpoint");
      thread.start();
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertDigests(snapshot);
    }
    assertThat(next.get()).isTrue();
    try (LogSnapshot snapshot = Objects.requireNonNull(log.snapshot())) {
      assertThat(snapshot.at()).isEqualTo(log.last());
      assertDigests(snapshot);
    }
  }

  private static List<String> names(LogSnapshot snapshot) {
    return snapshot.files().stream().map(LogSnapshot.SnapshotFile::name).sorted().toList();
  }

  private List<String> filesThere() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.toFile().getName()).sorted().toList();
    }
  }

  private static void assertDigests(LogSnapshot snapshot) throws Exception {
    for (LogSnapshot.SnapshotFile file : snapshot.files()) {
      byte[] bytes = Files.readAllBytes(snapshot.directory().resolve(file.name()));
      assertThat(bytes).hasSize((int) file.bytes());
      assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes)))
          .isEqualTo(file.md5());
    }
  }

  @Test
  void whatIsReplacedWritesNothingAnyMore() throws IOException {
    store.checkpoint();
    insert("b");
    List<String> before = filesThere();
    long position = store.position();
    log.replaced();
    assertThat(store.isReplaced()).isTrue();
    assertThat(store.isOpen()).isFalse();
    assertThat(store.leads()).isFalse();
    assertThat(log.snapshot()).isNull();
    assertThatThrownBy(store::checkpoint)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.NOT_LEADER));
    assertThatThrownBy(() -> store.begin(true)).isInstanceOf(MosqlException.class);
    store.close();
    assertThat(filesThere()).isEqualTo(before);
    assertThat(store.position()).isEqualTo(position);
  }
}
