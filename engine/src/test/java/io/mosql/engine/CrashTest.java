package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills processes that work on a database; what they acknowledged is there, and all of it fits. */
final class CrashTest {
  private static final int ROUNDS = 4;
  private static final long SEED = Long.getLong("mosql.test.seed", 42);

  @TempDir Path directory = Path.of("");

  @Test
  void keepsWhatAKilledProcessAcknowledged() throws IOException, SQLException {
    String url = "jdbc:mosql:file:" + directory.resolve("bank");
    create(url);
    Random random = new Random(SEED);
    TreeSet<Integer> acknowledged = new TreeSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      int before = acknowledged.size();
      killAfter(url, 1 + random.nextInt(600), acknowledged);
      assertThat(acknowledged.size()).as("seed %d, round %d", SEED, round).isGreaterThan(before);
      check(url, acknowledged);
    }
  }

  private static void create(String url) throws SQLException {
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

  private static void killAfter(String url, int commits, TreeSet<Integer> acknowledged)
      throws IOException {
    try (ChildJvm child = new ChildJvm(CrashingProcess.class, url)) {
      int lines = 0;
      String line = child.readLine();
      while (line != null) {
        if (!line.matches("[0-9]+")) {
          throw new AssertionError(line);
        }
        acknowledged.add(Integer.valueOf(line));
        if (++lines == commits) {
          child.kill();
        }
        line = child.readLine();
      }
    }
  }

  private static void check(String url, TreeSet<Integer> acknowledged) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      TreeSet<Integer> present = new TreeSet<>();
      try (ResultSet rows = statement.executeQuery("select id from entry order by id")) {
        while (rows.next()) {
          present.add(rows.getInt(1));
        }
      }
      assertThat(present).containsAll(acknowledged);
      // Each worker had at most one transaction on its way for each kill.
      assertThat(present.size() - acknowledged.size()).isLessThanOrEqualTo(CrashingProcess.WORKERS);
      acknowledged.addAll(present);
      assertThat(number(statement, "select sum(balance) from account"))
          .isEqualTo(1000L * CrashingProcess.ACCOUNTS);
      assertThat(number(statement, "select count(*) from entry where ref <= 0"))
          .isEqualTo(present.size());
      try (PreparedStatement byRef =
          connection.prepareStatement("select id from entry where ref = ?")) {
        for (int id : present) {
          byRef.setInt(1, -id);
          try (ResultSet row = byRef.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isEqualTo(id);
          }
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
