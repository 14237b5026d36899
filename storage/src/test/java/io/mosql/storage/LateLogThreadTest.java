package io.mosql.storage;

import static io.mosql.storage.Rows.key;
import static io.mosql.storage.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.StateMachine;
import io.mosql.storage.tree.TreeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log thread that gets the lead and wakes up only after the database has stopped. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateLogThreadTest {
  private @Nullable CommitPipeline pipeline;
  private final List<Ticket> submitted = new ArrayList<>();

  /** While one record is written another request is judged, into the next group. */
  private final class BusyLog implements CommitLog {
    private final TestLog log = new TestLog();

    @Override
    public CompletableFuture<Long> append(byte[] record) {
      CommitPipeline open = pipeline;
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
    public void purge(long upToIndex) {}

    @Override
    public int maxRecordBytes() {
      return log.maxRecordBytes();
    }

    @Override
    public void close() {}
  }

  private static Request request(CommitPipeline pipeline, String key) {
    Root root = pipeline.published();
    return new Request(
        pipeline.nextTransactionId(),
        root.timeline(),
        Request.ANY_EPOCH,
        root.position(),
        List.of(),
        List.of(new Write.Put(SystemTrees.CATALOG, key(key), row(1))),
        null);
  }

  @Test
  void endsTheLeadThatItWasHanded() {
    CommitPipeline late =
        new LocalPipeline(
            new BusyLog(),
            Clock.SYSTEM,
            new SeededRandom(3),
            StoreOptions.DEFAULT.withShape(TreeShape.TINY),
            Root.empty(TreeShape.TINY),
            CheckpointGauge.idle(),
            root -> {});
    pipeline = late;
    assertThat(late.commit(request(late, "first"))).isInstanceOf(CommitResult.Committed.class);
    Ticket second = submitted.get(0);
    assertThat(second.isWaiting()).isTrue();
    late.stopFor(new MosqlException(SqlState.IO_ERROR, "a checkpoint failed"));
    assertThatThrownBy(second::result).isInstanceOf(MosqlException.class);
    late.start();
    late.close();
    assertThat(late.isOpen()).isFalse();
  }
}
