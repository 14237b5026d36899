package io.mosql.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.clients.ClientPlan;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.ErrorCount;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.TransactionTypeResult;
import io.mosql.benchmarks.workload.WorkloadResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ScalingTablesTest {
  @Test
  void medianOfRoundsAndGrowthWithClients() {
    ScalingTables standings = new ScalingTables(List.of(1, 8), "clients");
    standings.add("ours", List.of(result(1, 100, 2), result(8, 400, 4)));
    standings.add("theirs", List.of(result(1, 50, 3), result(8, 80, 20)));
    standings.add("ours", List.of(result(1, 300, 2), result(8, 400, 4)));
    standings.add("dead", List.of());
    List<String> lines = standings.lines();
    assertThat(lines).contains("clients: 1", "clients: 8", "Throughput by clients, to the first");
    assertThat(lines)
        .anySatisfy(
            line -> assertThat(line.split(" +")).containsExactly("tps", "200", "50", "4.00"))
        .anySatisfy(
            line -> assertThat(line.split(" +")).containsExactly("tps", "400", "80", "5.00"))
        .anySatisfy(
            line ->
                assertThat(line.split(" +"))
                    .containsExactly("TPC-B", "p99", "ms", "4.000", "20.000", "5.00"))
        .anySatisfy(
            line ->
                assertThat(line.split(" +")).containsExactly("theirs", "1:", "1.00", "8:", "1.60"));
    // The load time was not measured.
    assertThat(lines).noneMatch(line -> line.contains("load") || line.contains("dead"));
  }

  static WorkloadResult result(int clients, double tps, double p99Ms) {
    return new WorkloadResult(
        new DatabaseProduct("x", "Database", "1", "driver", "jdbc:x", "serializable", "all of it"),
        new MachineInfo(2, "Linux", "JVM 17", "/d", true, "ext4", 90.5, 20.5),
        "TPC-B",
        "tps",
        new ClientPlan(clients, 1, 0, 0),
        null,
        1,
        tps,
        (long) tps,
        new TransactionTypeResult((long) tps, 0, 1, 1, 1, 1, p99Ms, p99Ms, p99Ms),
        Map.of("40001", new ErrorCount(1, "lost")),
        0,
        null,
        List.of(),
        List.of());
  }
}
