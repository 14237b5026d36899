package io.mosql.benchmarks.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.clients.AckedLog;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.tpcc.TpccTestDatabase;
import io.mosql.benchmarks.tpcc.check.AckedCheck;
import io.mosql.benchmarks.tpcc.check.ConsistencyCheck;
import io.mosql.benchmarks.tpcc.check.DeliveredOrders;
import io.mosql.benchmarks.tpcc.check.TransactionCounts;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Sampled(percent = 40, methods = true)
final class TpccRunTest {
  private static final TpccRun.Listener SILENT = (seconds, newOrders, total) -> {};

  @TempDir Path directory;

  @Test
  void theDatabaseHoldsWhatTerminalsCounted()
      throws SQLException, InterruptedException, IOException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(2)) {
      TransactionCounts before = TransactionCounts.read(tpcc.connection());
      Path file = directory.resolve("acked.log");
      TpccRun.Result run;
      try (AckedLog acked = new AckedLog(file)) {
        run =
            new TpccRun(tpcc.database()::open, tpcc.loaded(), 2, plan(1, 400), acked)
                .execute(SILENT);
      }
      Measurements measurements = run.measurements();
      assertThat(measurements.failures().byState()).isEmpty();
      TransactionCounts found = TransactionCounts.read(tpcc.connection()).minus(before);
      assertThat(found.orders()).isEqualTo(measurements.committed(TransactionType.NEW_ORDER));
      assertThat(found.payments()).isEqualTo(measurements.committed(TransactionType.PAYMENT));
      assertThat(found.delivered()).isEqualTo(measurements.delivered().total()).isPositive();
      assertThat(measurements.completed(TransactionType.NEW_ORDER)).isEqualTo(180);
      assertThat(measurements.completed(TransactionType.STOCK_LEVEL)).isEqualTo(16);
      assertThat(measurements.seconds().stream().mapToInt(ThroughputSeries.Second::total).sum())
          .isEqualTo(400);
      DeliveredOrders expected = new DeliveredOrders(2, 10);
      expected.addToEach(TpccTestDatabase.SMALL.delivered());
      expected.add(measurements.delivered());
      assertThat(new ConsistencyCheck(tpcc.connection()).run(expected, result -> {}))
          .allMatch(ConditionResult::holds);
      List<String> lines = AckedLog.wholeLines(file);
      assertThat(lines).hasSize((int) found.orders());
      assertThat(AckedCheck.run(tpcc.connection(), lines).missing()).isZero();
    }
  }

  @Test
  void oneNewOrderOfAHundredIsRolledBack() throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(1)) {
      RunPlan plan = new RunPlan(1, 0, 2000, 0, true, new TransactionMix(1, 0, 0, 0, 0), 0, 3);
      TransactionCounts before = TransactionCounts.read(tpcc.connection());
      Measurements measurements =
          new TpccRun(tpcc.database()::open, tpcc.loaded(), 1, plan, null)
              .execute(SILENT)
              .measurements();
      long rolledBack = measurements.rolledBack(TransactionType.NEW_ORDER);
      assertThat(rolledBack).isBetween(5L, 40L);
      assertThat(TransactionCounts.read(tpcc.connection()).minus(before).orders())
          .isEqualTo(2000 - rolledBack);
    }
  }

  @Test
  void deliveryGoesOnWhenNothingWaits() throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(1)) {
      RunPlan plan = new RunPlan(1, 0, 12, 0, true, new TransactionMix(0, 0, 0, 1, 0), 0, 3);
      Measurements measurements =
          new TpccRun(tpcc.database()::open, tpcc.loaded(), 1, plan, null)
              .execute(SILENT)
              .measurements();
      assertThat(measurements.failures().byState()).isEmpty();
      assertThat(measurements.delivered().total()).isEqualTo(90);
      DeliveredOrders all = new DeliveredOrders(1, 10);
      all.addToEach(30);
      assertThat(new ConsistencyCheck(tpcc.connection()).run(all, result -> {}))
          .allMatch(ConditionResult::holds);
    }
  }

  @Test
  void errorsAreCountedByTheirStateAndEndAHopelessTerminal()
      throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(1)) {
      tpcc.execute("ALTER TABLE history ADD CHECK (h_amount < 20)");
      RunPlan plan = new RunPlan(1, 0, 500, 0, true, new TransactionMix(0, 1, 0, 0, 0), 0, 3);
      TpccRun.Result run =
          new TpccRun(tpcc.database()::open, tpcc.loaded(), 1, plan, null).execute(SILENT);
      assertThat(run.terminalsGaveUp()).isEqualTo(1);
      assertThat(run.measurements().failures().byState()).containsOnlyKeys("23513");
      assertThat(run.measurements().failures().count()).isBetween(100L, 499L);
    }
  }

  @Test
  void moreWarehousesThanLoadedAreRefused() throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(1)) {
      assertThatThrownBy(
              () -> new TpccRun(tpcc.database()::open, tpcc.loaded(), 2, plan(1, 1), null))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static RunPlan plan(int terminals, int transactions) {
    return new RunPlan(terminals, 0, transactions, 0, true, TransactionMix.STANDARD, 0, 9);
  }
}
