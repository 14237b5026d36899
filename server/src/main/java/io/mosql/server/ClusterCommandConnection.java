package io.mosql.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Connection options of the commands that change a cluster. */
final class ClusterCommandConnection {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql://127.0.0.1:7433/mosql",
      description =
          "URL of the cluster, jdbc:mosql://host:port,host:port/mosql (default:"
              + " ${DEFAULT-VALUE})")
  private String url;

  @Mixin private AdministratorOption administrator;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterCommandConnection() {}

  /** Executes a statement. */
  void run(String sql) throws SQLException {
    try (Connection connection = administrator.open(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whether a query returns at least one row. */
  boolean finds(String sql) throws SQLException {
    try (Connection connection = administrator.open(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
