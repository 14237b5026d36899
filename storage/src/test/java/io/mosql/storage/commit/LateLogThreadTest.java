package io.mosql.storage.commit;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.TestLog;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.Write;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log thread that gets the leadership and wakes up only after the database has stopped. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateLogThreadTest {
  private @Nullable GroupCommit pipeline;
  private final List<PendingCommit> submitted = new ArrayList<>();

  /** While one record is written another request is certified, into the next batch. */
  private final class BusyLog implements LocalCommitLog {
    private final TestLog log = new TestLog();

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      GroupCommit open = pipeline;
      if (open != null && submitted.isEmpty()) {
        submitted.add(open.submit(request(open, "second")));
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

  private static CommitRequest request(GroupCommit pipeline, String key) {
    Root root = pipeline.published();
    return new CommitRequest(
        pipeline.nextTransactionId(),
        root.timeline(),
        CommitRequest.ANY_EPOCH,
        root.position(),
        List.of(),
        List.of(new Write.Put(SystemTrees.CATALOG, key(key), row(1))),
        null);
  }

  @Test
  void endsTheLeadThatItWasHanded() {
    GroupCommit late =
        new LocalGroupCommit(
            new BusyLog(),
            Clock.SYSTEM,
            new SimulationRandom(3),
            StoreOptions.DEFAULT.withShape(TreeShape.TINY),
            Root.empty(TreeShape.TINY),
            DirtyTracker.idle(),
            root -> {});
    pipeline = late;
    assertThat(late.commit(request(late, "first"))).isInstanceOf(CommitResult.Committed.class);
    PendingCommit second = submitted.get(0);
    assertThat(second.isWaiting()).isTrue();
    late.stopFor(new MosqlException(SqlState.IO_ERROR, "a checkpoint failed"));
    assertThatThrownBy(second::result).isInstanceOf(MosqlException.class);
    late.start();
    late.close();
    assertThat(late.isOpen()).isFalse();
  }
}
