package io.mosql.storage;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that is full for the log, and then cannot be read either. */
@Timeout(60)
class FullDiskTest {
  private final FaultyDirectory files = new FaultyDirectory(1);
  private boolean full;

  /** Reports that the disk is full; from then on the pages cannot be read. */
  private final class FullLog implements LocalCommitLog {
    private final TestLog log = new TestLog();

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      if (full) {
        files.failAt(files.operations() + 1, Fault.DEVICE_GONE);
        throw new MosqlException(SqlState.DISK_FULL, "the disk is full");
      }
      return log.append(record);
    }

    @Override
    public void open(long afterIndex, StateMachine machine) {
      log.open(afterIndex, machine);
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
    public void close() {}
  }

  @Test
  void anUnreadableOutcomeIsUnknownAndNoWaitIsEndless() throws IOException {
    PageStore pages = PageStore.open(files, RandomSource.SECURE, new PageOptions(0, 8 << 10, 1));
    CheckpointOptions never =
        new CheckpointOptions(Long.MAX_VALUE, Long.MAX_VALUE / 2000, 1 << 30, 0, 1 << 30, false);
    Store store =
        Store.open(
            new FullLog(),
            pages,
            Clock.SYSTEM,
            new SimulationRandom(7),
            StoreOptions.DEFAULT.withShape(TreeShape.TINY),
            never);
    long tree = StoreTest.tree(store);
    for (int i = 0; i < 100; i++) {
      insert(store, tree, i);
    }
    store.checkpoint();
    full = true;
    assertThatThrownBy(() -> insert(store, tree, 200))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.COMMIT_OUTCOME_UNKNOWN));
    assertThat(store.isOpen()).isFalse();
    assertThatThrownBy(() -> insert(store, tree, 201)).isInstanceOf(MosqlException.class);
    store.close();
  }

  private static void insert(Store store, long tree, int i) {
    Transaction transaction = store.begin(false);
    transaction.put(tree, key("key-" + i), row(i, i));
    transaction.commit();
  }
}
