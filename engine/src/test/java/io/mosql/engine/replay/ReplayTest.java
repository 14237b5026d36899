package io.mosql.engine.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions of many sessions are equivalent to a serial execution. */
@Timeout(300)
final class ReplayTest {
  @ParameterizedTest
  @CsvSource({"memory, 8000", "disk, 3600", "crash, 3600"})
  void isAsInTheOrderOfCommits(String kind, int transactions)
      throws SQLException, IOException, InterruptedException {
    Totals totals = new Totals();
    EmbeddedReplays.play(
        kind,
        Long.getLong("replay.seed", 1),
        Integer.getInteger("replay.transactions", Rotation.size(transactions / 60, transactions)),
        totals);
    System.out.println("replay in " + kind + ": " + totals);
    assertThat(totals.get("committed")).isGreaterThan(totals.get("transactions") / 5);
    assertThat(totals.get("answers compared")).isGreaterThan(totals.get("transactions"));
  }
}
