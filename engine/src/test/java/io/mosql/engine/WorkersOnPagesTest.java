package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.FaultyDirectory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers read a snapshot of pages that are written in checkpoints, evicted from a small cache and
 * deleted, while others change the rows.
 */
final class WorkersOnPagesTest {
  private static final int ROWS = 1_200;
  private static final int QUERIES = 60;
  private static final String TOTALS =
      "select owner, count(*), sum(balance), max(note) from account group by owner";

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void sumsStayTheSameWhileMoneyMoves(long seed) throws Exception {
    FaultyDirectory files = new FaultyDirectory(seed);
    SmallDatabases opener = SmallDatabases.TINY.withCache(seed % 2 == 0 ? 0 : 16 << 10);
    try (OpenDatabase database = opener.open(files, seed);
        SessionClient writer = new SessionClient(database);
        SessionClient reader = new SessionClient(database);
        SessionClient alone = new SessionClient(database)) {
      writer.change(
          "create table account (id int primary key, owner int, balance decimal(12,2), note text)");
      writer.change(
          "insert into account select x, mod(x, 7), 100, repeat('note ', 20) || x"
              + " from generate_series(1, "
              + ROWS
              + ") as s(x)");
      reader.change("set force_parallel_mode = on");
      reader.change("set max_parallel_workers_per_gather = 3");
      alone.change("set max_parallel_workers_per_gather = 0");
      AtomicBoolean done = new AtomicBoolean();
      AtomicInteger transfers = new AtomicInteger();
      CompletableFuture<Void> moving =
          CompletableFuture.runAsync(() -> move(writer, seed, done, transfers));
      int workers = 0;
      for (int i = 0; i < QUERIES; i++) {
        reader.session().setAutoCommit(false);
        List<List<@Nullable Object>> found = reader.query(TOTALS);
        assertThat(reader.query(TOTALS)).isEqualTo(found);
        assertThat(reader.query("select sum(balance), count(note) from account").toString())
            .isEqualTo("[[" + ROWS * 100 + ".00, " + ROWS + "]]");
        workers +=
            reader.query("explain analyze " + TOTALS).toString().contains(" workers=3 ") ? 1 : 0;
        reader.session().commit();
      }
      done.set(true);
      moving.get();
      assertThat(transfers.get()).isPositive();
      assertThat(workers).isEqualTo(QUERIES);
      assertThat(reader.query(TOTALS)).isEqualTo(alone.query(TOTALS));
    }
  }

  /** Moves money between accounts, and takes checkpoints, until it is done. */
  private static void move(
      SessionClient writer, long seed, AtomicBoolean done, AtomicInteger transfers) {
    SeededRandom random = new SeededRandom(seed);
    while (!done.get() || transfers.get() == 0) {
      int from = 1 + random.nextInt(ROWS - 1);
      writer.change(
          "update account set balance = balance + case when id = "
              + from
              + " then -5 else 5 end where id in ("
              + from
              + ", "
              + ROWS
              + ")");
      transfers.incrementAndGet();
      if (random.percent(20)) {
        writer.change("checkpoint");
      }
    }
  }
}
