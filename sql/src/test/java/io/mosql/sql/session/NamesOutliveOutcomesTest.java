package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.TransactionToken;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.version.OutcomeWindow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the outcome reported for a lost answer stays correct, however many commits follow. */
final class NamesOutliveOutcomesTest {
  private static final OutcomeWindow SMALL = new OutcomeWindow(16, 64, 4);

  private final TestDatabase one =
      new TestDatabase(
          StoreOptions.DEFAULT.withOutcomes(SMALL),
          IndexBuildOptions.of(TemporaryFiles.inMemory()));
  private final TestDatabase other = one.another();
  private int commits;

  @BeforeEach
  void create() {
    one.run("create table t (id int primary key); create table u (id int primary key)");
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
  }

  private void others(int count) {
    for (int i = 0; i < count; i++) {
      other.execute("insert into u values (?)", commits++);
    }
  }

  private CommitOutcome fate(TransactionToken token) {
    return other.session().commitOutcome(token);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 17, 30, 50, 63, 64, 65, 70, 100, 300})
  void whatWasAskedForDoesNotCommit(int between) {
    TransactionToken token = one.session().token();
    one.run("begin; insert into t values (1)");
    assertThat(fate(token)).isEqualTo(CommitOutcome.ABORTED);
    others(between);
    assertThat(one.state("commit")).isEqualTo("40001");
    assertThat(one.value("select count(*) from t")).isEqualTo(0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 17, 30, 33, 50, 64, 65, 70, 100, 300})
  void aSessionThatWasIdleCommits(int between) {
    TransactionToken token = one.session().token();
    others(between);
    assertThat(one.state("insert into t values (1)")).isEqualTo("ok");
    assertThat(fate(token)).isIn(CommitOutcome.COMMITTED, CommitOutcome.UNKNOWN);
    assertThat(fate(token) == CommitOutcome.COMMITTED).isEqualTo(between <= SMALL.positions());
  }

  @Test
  void aSessionThatOnlyReadsForLongCommits() {
    for (int i = 0; i < 300; i++) {
      TransactionToken token = one.session().token();
      others(1);
      if (i % 7 == 6) {
        assertThat(one.state("insert into t values (?)", i)).isEqualTo("ok");
        assertThat(fate(token)).isNotEqualTo(CommitOutcome.ABORTED);
      } else {
        one.value("select count(*) from t");
      }
    }
    for (int i = 0; i < 300; i++) {
      one.session().token();
      one.value("select count(*) from t");
      others(1);
    }
    TransactionToken token = one.session().token();
    assertThat(one.state("insert into t values (1000)")).isEqualTo("ok");
    assertThat(fate(token)).isNotEqualTo(CommitOutcome.ABORTED);
  }
}
