package io.mosql.server;

import io.mosql.server.shell.ShellWarmup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * Command that executes typical first statements, so that the launcher's JVM loads the classes they
 * need and writes them to its class-data archive. Leaves no files.
 */
@Command(
    name = "warmup",
    hidden = true,
    description = "Executes sample statements to record the class-data archive of the launcher.")
final class WarmupCommand implements Callable<Integer> {
  WarmupCommand() {}

  @Override
  public Integer call() throws SQLException, IOException {
    exercise("jdbc:mosql:mem:warmup");
    Path directory = Files.createTempDirectory("mosql-warmup");
    try {
      exercise("jdbc:mosql:file:" + directory.resolve("db"));
      ShellWarmup.run("jdbc:mosql:mem:warmup", directory);
    } finally {
      delete(directory);
    }
    return 0;
  }

  private static void exercise(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("create table a (id int primary key, name varchar(20), n decimal(9,2))");
        statement.execute("create table b (id int primary key, a_id int not null, at timestamp)");
      }
      insert(connection, "insert into a (id, name, n) values (?, ?, ?)", List.of(1, "one", 1.5));
      insert(connection, "insert into b (id, a_id) values (?, ?)", List.of(7, 1));
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("update a set n = n + 1 where id = 1");
        statement.executeUpdate("delete from b where id = 8");
        connection.commit();
        read(statement, "select 1");
        read(statement, "select name, n from a where id = 1");
        read(statement, "select a.name, b.id from a join b on b.a_id = a.id order by b.id limit 5");
        read(statement, "select count(*), sum(n) from a");
        connection.commit();
      }
    }
  }

  private static void insert(Connection connection, String sql, List<?> values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      statement.executeUpdate();
    }
  }

  private static void read(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        rows.getString(1);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
