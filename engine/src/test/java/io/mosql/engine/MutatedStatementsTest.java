package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Damaged statements get an SQLException with a state that is no internal error. */
final class MutatedStatementsTest {
  private static final int SEEDS = 6;

  @Test
  void whateverIsSentHasAnAnswer() throws IOException, SQLException {
    int done = 0;
    int refused = 0;
    int unread = 0;
    for (long seed : Rotation.seeds(2, SEEDS)) {
      // scripts are far apart in their folder
      long first = 7 * (seed - 1);
      MutatedStatements statements = new MutatedStatements(first);
      assertThat(statements.play(1)).as("seed %d", first).isEmpty();
      done += statements.done();
      refused += statements.refused();
      unread += statements.unread();
    }
    int all = done + refused + unread;
    assertThat(all).as("mutants").isGreaterThan(Rotation.size(50, 150));
    // the share differs from script to script: a sample of two seeds has some, all seeds have many
    int some = Rotation.size(0, all / 30);
    assertThat(done).as("mutants that mean something").isGreaterThan(some);
    assertThat(refused).as("mutants that can be read").isGreaterThan(some);
  }
}
