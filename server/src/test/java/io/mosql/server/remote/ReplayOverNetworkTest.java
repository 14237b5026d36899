package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test that transactions of many clients of a server are equivalent to a serial execution. */
@Timeout(1800)
final class ReplayOverNetworkTest {
  @Test
  void isAsInTheOrderOfCommits() throws SQLException, IOException, InterruptedException {
    Totals totals = new Totals();
    ServerSubject.play(
        Long.getLong("replay.seed", 1),
        Integer.getInteger("replay.transactions", Rotation.size(300, 4_800)),
        totals);
    System.out.println("replay over the network: " + totals);
    assertThat(totals.get("committed")).isGreaterThan(totals.get("transactions") / 5);
    assertThat(totals.get("answers compared")).isGreaterThan(totals.get("transactions"));
  }
}
