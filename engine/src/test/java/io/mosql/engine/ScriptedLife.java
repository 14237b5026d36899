package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A short fixed life of a database: tables, indexes and columns are created and dropped, rows are
 * written, and it is checkpointed, closed and opened. The expected state after each step is
 * computed on a database in memory. A life may be interrupted anywhere, and continues from there.
 */
final class ScriptedLife {
  /** Statements of one transaction, or of none when there is just one; none at all: reopen. */
  private record Step(List<String> statements) {
    static Step of(String... statements) {
      return new Step(List.of(statements));
    }

    boolean reopens() {
      return statements.isEmpty();
    }

    boolean isCheckpoint() {
      return statements.equals(List.of("checkpoint"));
    }
  }

  private static final Step REOPEN = Step.of();
  private static final Step CHECKPOINT = Step.of("checkpoint");

  private static final List<Step> STEPS =
      List.of(
          Step.of("create table t (id int primary key, a int not null, b text)"),
          Step.of(
              "create table child (id int primary key, t int references t (id))",
              "create sequence s"),
          Step.of(rows(0, 12)),
          CHECKPOINT,
          Step.of("create unique index t_a on t (a desc)"),
          Step.of("update t set a = a + 1000, b = concat(b, '!') where id < 7"),
          Step.of(
              "delete from t where id in (2, 3, 9)",
              "insert into t values (50, 50, 'in the same transaction')",
              "insert into child values (1, 1), (2, null)"),
          CHECKPOINT,
          Step.of("update t set b = '" + "large ".repeat(800) + "' where id = 4"),
          REOPEN,
          Step.of("alter table t add column c decimal(8,2) default 2.5"),
          Step.of("update t set c = c + 0.25 where id > 5"),
          Step.of(rows(20, 30)),
          CHECKPOINT,
          Step.of("delete from t where id between 20 and 24"),
          Step.of(
              "create table u (x varchar(20) primary key)", "insert into u values ('x'), ('y')"),
          Step.of("drop index t_a"),
          Step.of("delete from child"),
          Step.of("truncate table u"),
          REOPEN,
          Step.of("drop table child"),
          CHECKPOINT,
          CHECKPOINT,
          Step.of("update t set a = 0 - a"),
          Step.of("create index t_b on t (c, a)"),
          REOPEN,
          Step.of("insert into u values ('at the end')"));

  private static final List<String> QUERIES =
      List.of(
          "select table_name, index_name from mosql.indexes order by table_name, index_name",
          "select * from t order by id",
          "select a, id from t where a > -100000 order by a desc",
          "select * from child order by id",
          "select * from u order by x");

  private static final Set<SqlState> ABSENT =
      Set.of(SqlState.UNDEFINED_TABLE, SqlState.UNDEFINED_COLUMN);

  /** The expected states by the number of steps. */
  private final List<String> states;

  private final RandomSource random;
  private final SmallDatabases opener;
  private int done;

  /** Whether the step after {@code done} may have taken effect. */
  private boolean unknown;

  /**
   * @param states of {@link #states}, which all lives share
   */
  ScriptedLife(List<String> states, SmallDatabases opener, long seed) {
    this.states = states;
    this.opener = opener;
    this.random = new SeededRandom(seed);
  }

  private static String rows(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "(" + i + ", " + i * 3 + ", 'row number " + i + "')")
        .collect(Collectors.joining(", ", "insert into t (id, a, b) values ", ""));
  }

  /** The expected states after no step, the first, the second ... */
  static List<String> states() {
    List<String> states = new ArrayList<>();
    try (OpenDatabase database =
        OpenDatabase.inMemory("reference", OpenDatabase.Ports.system(), () -> {})) {
      states.add(contents(database));
      for (Step step : STEPS) {
        if (!step.reopens() && !step.isCheckpoint()) {
          perform(database, step);
        }
        states.add(contents(database));
      }
    }
    return states;
  }

  /**
   * Opens the database and continues until enough steps are done or a fault ends this life.
   *
   * @param steps steps that are enough
   * @param faultless whether there can be no fault
   * @return the open database, to be closed; null when it could not be opened
   */
  @Nullable OpenDatabase live(StorageDirectory files, int steps, boolean faultless) {
    int end = (int) Math.min(STEPS.size(), (long) done + steps);
    OpenDatabase database = open(files, faultless);
    while (database != null && done < end) {
      if (STEPS.get(done).reopens()) {
        close(database, faultless);
        done++;
        database = open(files, faultless);
      } else if (goOn(database, faultless)) {
        done++;
      } else {
        return database;
      }
    }
    return database;
  }

  private @Nullable OpenDatabase open(StorageDirectory files, boolean faultless) {
    OpenDatabase database = null;
    try {
      database = opener.open(files, random.nextLong());
      check(database);
      return database;
    } catch (MosqlException e) {
      assertThat(faultless).as("without a fault: %s", e).isFalse();
      assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL, SqlState.CONNECTION_FAILED);
      if (database != null) {
        close(database, false);
      }
      return null;
    }
  }

  /** Closes a database whose files may fail or be gone. */
  static void close(OpenDatabase database, boolean faultless) {
    try {
      database.close();
    } catch (MosqlException e) {
      assertThat(faultless).as("without a fault: %s", e).isFalse();
      assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL);
    }
  }

  private void check(OpenDatabase database) {
    String seen = contents(database);
    boolean next = unknown && seen.equals(states.get(done + 1));
    if (!next) {
      assertThat(seen).as("after step %d of %d", done, STEPS.size()).isEqualTo(states.get(done));
    }
    done += next ? 1 : 0;
    unknown = false;
  }

  /** Executes a step, with a retry after a full disk; false when the database has stopped. */
  private boolean goOn(OpenDatabase database, boolean faultless) {
    Step step = STEPS.get(done);
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        perform(database, step);
        return true;
      } catch (MosqlException e) {
        if (faultless || !Bank.FAILURES.contains(e.state())) {
          throw new AssertionError((faultless ? "without a fault " : "by a fault ") + step, e);
        }
        unknown = e.state() == SqlState.COMMIT_OUTCOME_UNKNOWN;
        if (e.state() != SqlState.DISK_FULL) {
          return false;
        }
        check(database);
      }
    }
    return false;
  }

  private static void perform(OpenDatabase database, Step step) {
    try (SessionClient client = new SessionClient(database)) {
      boolean transaction = step.statements.size() > 1;
      client.session().setAutoCommit(!transaction);
      step.statements.forEach(client::change);
      if (transaction) {
        client.session().commit();
      }
    }
  }

  private static String contents(OpenDatabase database) {
    StringBuilder text = new StringBuilder();
    try (SessionClient client = new SessionClient(database)) {
      for (String query : QUERIES) {
        text.append(query).append('\n');
        try {
          client.query(query).forEach(row -> text.append("  ").append(row).append('\n'));
        } catch (MosqlException e) {
          if (!ABSENT.contains(e.state())) {
            throw e;
          }
          text.append("  ").append(e.state()).append('\n');
        }
      }
    }
    return text.toString();
  }
}
