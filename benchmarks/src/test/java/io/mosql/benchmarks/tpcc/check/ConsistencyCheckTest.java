package io.mosql.benchmarks.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.tpcc.TpccTestDatabase;
import io.mosql.testkit.Sampled;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Sampled(percent = 30, methods = true)
final class ConsistencyCheckTest {
  private TpccTestDatabase tpcc;

  @BeforeEach
  void load() throws SQLException, InterruptedException {
    tpcc = TpccTestDatabase.load(2);
  }

  @AfterEach
  void close() throws SQLException {
    tpcc.close();
  }

  @Test
  void allHoldAfterALoad() {
    assertThat(check(loadedDelivered())).hasSize(12).allMatch(ConditionResult::holds);
  }

  /** Damage to the data, and the conditions that must detect it. */
  record Damage(String sql, List<Integer> broken) {}

  static Stream<Damage> damages() {
    return Stream.of(
        new Damage("UPDATE warehouse SET w_ytd = w_ytd + 0.01 WHERE w_id = 2", List.of(1, 8)),
        new Damage("UPDATE district SET d_ytd = d_ytd - 1 WHERE d_id = 3", List.of(1, 9)),
        new Damage("UPDATE district SET d_next_o_id = 33 WHERE d_id = 3", List.of(2)),
        new Damage("DELETE FROM new_order WHERE no_o_id = 25 AND no_d_id = 1", List.of(3, 5, 11)),
        new Damage("DELETE FROM new_order WHERE no_o_id = 30", List.of(2, 5, 11)),
        new Damage("DELETE FROM order_line WHERE ol_o_id = 25 AND ol_number = 1", List.of(4, 6)),
        new Damage("DELETE FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 1", List.of(4, 6)),
        new Damage("UPDATE oorder SET o_carrier_id = 1 WHERE o_id = 28", List.of(5, 7, 11)),
        new Damage("UPDATE oorder SET o_carrier_id = NULL WHERE o_id = 3", List.of(5, 7, 11)),
        new Damage("UPDATE oorder SET o_ol_cnt = o_ol_cnt + 1 WHERE o_id = 3", List.of(4, 6)),
        new Damage(
            "UPDATE order_line SET ol_delivery_d = NULL WHERE ol_o_id = 3 AND ol_number = 2",
            List.of(7)),
        new Damage("UPDATE history SET h_amount = 11 WHERE h_c_id = 7", List.of(8, 9, 10)),
        new Damage("DELETE FROM history WHERE h_w_id = 1", List.of(8, 9, 10)),
        new Damage("UPDATE customer SET c_balance = 5 WHERE c_id = 7", List.of(10, 12)),
        new Damage("UPDATE customer SET c_ytd_payment = 5 WHERE c_id = 7", List.of(12)),
        new Damage(
            "UPDATE order_line SET ol_amount = 1 WHERE ol_o_id = 3 AND ol_number = 2",
            List.of(10, 12)));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void eachConditionNoticesItsDamageAndNoOther(Damage damage) throws SQLException {
    tpcc.execute(damage.sql());
    List<ConditionResult> results = check(null);
    assertThat(results.stream().filter(r -> !r.holds()).map(ConditionResult::number).toList())
        .isEqualTo(damage.broken());
    assertThat(results).filteredOn(r -> !r.holds()).allMatch(r -> r.detail() != null);
  }

  @Test
  void deliveredOrdersAreComparedWithWhatTerminalsCounted() {
    DeliveredOrders counted = loadedDelivered();
    counted.add(2, 3, 1);
    assertThat(check(counted))
        .filteredOn(result -> !result.holds())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.number()).isEqualTo(11);
              assertThat(result.detail())
                  .isEqualTo("warehouse 2, district 3: 22 delivered orders expected, 21 found");
            });
  }

  @Test
  void aConditionThatCannotBeAskedFails() throws SQLException {
    tpcc.execute("DROP TABLE history");
    assertThat(check(null).stream().filter(r -> !r.holds()).map(ConditionResult::number))
        .containsExactly(8, 9, 10);
  }

  private DeliveredOrders loadedDelivered() {
    DeliveredOrders delivered = new DeliveredOrders(2, 10);
    delivered.addToEach(TpccTestDatabase.SMALL.delivered());
    return delivered;
  }

  private List<ConditionResult> check(@org.jspecify.annotations.Nullable DeliveredOrders expected) {
    return new ConsistencyCheck(tpcc.connection()).run(expected, result -> {});
  }
}
