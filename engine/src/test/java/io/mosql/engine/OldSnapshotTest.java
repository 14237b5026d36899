package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.SmallDatabases;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.files.FaultyDirectory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers keep their snapshots while the data is changed, written in checkpoints, moved to other
 * segments and deleted; pages are read from the disk long after their rows have changed. After the
 * readers have ended, their files are deleted.
 */
final class OldSnapshotTest {
  private static final int ROWS = 400;
  private static final int ROUNDS = 60;
  private static final String ALL = "select id, n, note from t order by id";
  private static final String BY_INDEX = "select n, id from t where n > -1000000000 order by n, id";

  /** A reader with its expected rows. */
  private static final class Reader implements AutoCloseable {
    private final SessionClient client;
    private final String query;
    private final List<List<@Nullable Object>> expected;
    private final PreparedStatementHandle statement;
    private final StatementResult.Rows rows;
    private int read;

    Reader(OpenDatabase database, String query) {
      this.client = new SessionClient(database);
      client.session().setAutoCommit(false);
      this.query = query;
      this.expected = client.query(query);
      this.statement = client.session().prepare(query, List.of());
      this.rows =
          (StatementResult.Rows)
              client.session().execute(statement, new Object[0], ExecutionOptions.DEFAULT);
    }

    /** Reads on with the cursor that was opened at the beginning; false at its end. */
    boolean readOn(int count) {
      for (int i = 0; i < count; i++) {
        if (!rows.next()) {
          assertThat(read).isEqualTo(expected.size());
          return false;
        }
        assertThat(Arrays.asList(rows.row())).isEqualTo(expected.get(read++));
      }
      return true;
    }

    /** Reads everything again by a new cursor in the same transaction. */
    void readAgain() {
      assertThat(client.query(query)).isEqualTo(expected);
    }

    @Override
    public void close() {
      rows.close();
      statement.close();
      client.session().rollback();
      client.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void readsWhatItSawAtFirst(long seed) {
    SeededRandom random = new SeededRandom(seed);
    FaultyDirectory files = new FaultyDirectory(seed);
    SmallDatabases opener = SmallDatabases.TINY.withCache(seed % 2 == 0 ? 0 : 16 << 10);
    try (OpenDatabase database = opener.open(files, seed);
        SessionClient writer = new SessionClient(database)) {
      fill(writer);
      List<Reader> readers = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        if (round % 7 == 0) {
          readers.add(new Reader(database, random.nextBoolean() ? ALL : BY_INDEX));
        }
        change(writer, random);
        if (random.percent(40)) {
          writer.change("checkpoint");
        }
        Reader reader = readers.get(random.nextInt(readers.size()));
        if (random.percent(20)) {
          reader.readAgain();
        } else if (!reader.readOn(random.nextInt(60)) && readers.size() > 3) {
          reader.close();
          readers.remove(reader);
        }
      }
      for (Reader reader : readers) {
        assertThat(reader.readOn(Integer.MAX_VALUE)).isFalse();
        reader.readAgain();
        reader.close();
      }
    }
  }

  /**
   * During and after a reader's transaction, the size of the files is bounded by the needed data.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void keepsFilesSmallUnderEndlessUpdates(int readers) {
    SeededRandom random = new SeededRandom(7);
    FaultyDirectory files = new FaultyDirectory(7);
    try (OpenDatabase database = SmallDatabases.TINY.withCache(16 << 10).open(files, 7);
        SessionClient writer = new SessionClient(database)) {
      fill(writer);
      writer.change("checkpoint");
      long filled = files.size();
      long largest = 0;
      List<Reader> open = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        open.add(new Reader(database, ALL));
      }
      for (int round = 0; round < 2 * ROUNDS; round++) {
        change(writer, random);
        writer.change("checkpoint");
        largest = Math.max(largest, files.size());
      }
      // The live data, half of it again as garbage, what a cleaning moves, and the log's segments;
      // and for a reader one more copy of everything.
      assertThat(largest).isLessThan((3 + 2L * readers) * filled);
      assertThat((Long) writer.query("select bytes_written from mosql.storage").get(0).get(0))
          .as("what would be there if nothing was deleted")
          .isGreaterThan(20 * filled);
      for (Reader reader : open) {
        assertThat(reader.readOn(Integer.MAX_VALUE)).isFalse();
        reader.close();
      }
      change(writer, random);
      writer.change("checkpoint");
      writer.change("checkpoint");
      assertThat(files.size()).isLessThan(3 * filled);
    }
  }

  private static void fill(SessionClient writer) {
    writer.change("create table t (id int primary key, n int not null, note text)");
    writer.change("create index t_n on t (n)");
    writer.session().setAutoCommit(false);
    for (int i = 0; i < ROWS; i++) {
      writer.change("insert into t values (?, ?, ?)", i, i * 3 % 101, "row number " + i);
    }
    writer.session().commit();
    writer.session().setAutoCommit(true);
  }

  /** Scattered and neighbouring rows change, go and come. */
  private static void change(SessionClient writer, SeededRandom random) {
    int from = random.nextInt(ROWS);
    switch (random.nextInt(4)) {
      case 0 -> writer.change("update t set n = n + 1000 where id between ? and ?", from, from + 9);
      case 1 -> {
        writer.change("delete from t where id between ? and ?", from, from + 5);
        for (int i = from; i <= from + 5; i++) {
          writer.change("insert into t values (?, ?, ?)", i, random.nextInt(1000), "again " + i);
        }
      }
      default -> {
        for (int i = 0; i < 5; i++) {
          writer.change(
              "update t set note = ?, n = ? where id = ?",
              "changed " + random.nextLong(),
              random.nextInt(1000),
              random.nextInt(ROWS));
        }
      }
    }
  }
}
