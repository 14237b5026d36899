package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes on one database directory, one by one, each killed like kill -9: under load,
 * during a checkpoint, or before it has opened the database. After each, all acknowledged changes
 * are present and consistent.
 */
final class KilledProcesses {
  private static final int ACKNOWLEDGED_MAX = 600;

  private final String url;
  private final SeededRandom random;
  private final TreeSet<Integer> present = new TreeSet<>();

  KilledProcesses(Path directory, long seed) throws SQLException {
    this.url = "jdbc:mosql:file:" + directory;
    this.random = new SeededRandom(seed);
    create();
  }

  private void create() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table account (id int primary key, balance bigint not null)");
      statement.execute("create table entry (id int primary key, ref int not null, note text)");
      statement.execute("create unique index entry_ref on entry (ref)");
      for (int i = 0; i < CrashingProcess.ACCOUNTS; i++) {
        statement.execute("insert into account values (" + i + ", 1000)");
      }
    }
  }

  /** Runs a process, kills it, and checks the database. */
  void cycle(Totals totals) throws IOException, SQLException {
    int before = present.size();
    boolean early = random.percent(15);
    int checkpoints = killAfter(early ? 0 : 1 + random.nextInt(ACKNOWLEDGED_MAX));
    check();
    totals.add("processes killed", 1);
    totals.add("processes killed while they opened", early ? 1 : 0);
    totals.add("commits of killed processes found again", present.size() - before);
    totals.add("checkpoints finished in killed processes", checkpoints);
  }

  /** Returns the number of checkpoints that the process finished. */
  private int killAfter(int commits) throws IOException {
    int acknowledged = 0;
    int checkpoints = 0;
    try (ChildJvm child = new ChildJvm(CrashingProcess.class, url, "" + random.nextLong())) {
      for (@Nullable String line = child.readLine(); line != null; line = child.readLine()) {
        if (line.equals(CrashingProcess.CHECKPOINTED)) {
          checkpoints++;
        } else if (line.matches("[0-9]+")) {
          assertThat(present.add(Integer.valueOf(line))).as("acknowledged once: %s", line).isTrue();
          acknowledged++;
        } else if (!line.equals(CrashingProcess.STARTED)) {
          throw new AssertionError(line);
        }
        if (acknowledged >= commits) {
          child.kill();
        }
      }
    }
    return checkpoints;
  }

  private void check() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      TreeSet<Integer> found = new TreeSet<>();
      try (ResultSet rows = statement.executeQuery("select id from entry order by id")) {
        while (rows.next()) {
          found.add(rows.getInt(1));
        }
      }
      assertThat(found).containsAll(present);
      // Each worker had at most one transaction in progress.
      assertThat(found.size() - present.size()).isLessThanOrEqualTo(CrashingProcess.WORKERS);
      present.addAll(found);
      assertThat(number(statement, "select sum(balance) from account"))
          .isEqualTo(1000L * CrashingProcess.ACCOUNTS);
      assertThat(number(statement, "select count(*) from entry where ref <= 0"))
          .isEqualTo(present.size());
      checkByIndex(connection);
    }
  }

  private void checkByIndex(Connection connection) throws SQLException {
    try (PreparedStatement byRef =
        connection.prepareStatement("select id, note from entry where ref = ?")) {
      for (int id : present) {
        byRef.setInt(1, -id);
        try (ResultSet row = byRef.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getInt(1)).isEqualTo(id);
          assertThat(row.getString(2)).isEqualTo(CrashingProcess.note(id));
        }
      }
    }
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
