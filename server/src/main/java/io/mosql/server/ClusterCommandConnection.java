package io.mosql.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import picocli.CommandLine.Option;

/** Connection options of the commands that change a cluster. */
final class ClusterCommandConnection {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql://127.0.0.1:7433/mosql",
      description =
          "Nodes of the cluster, jdbc:mosql://host:port,host:port/mosql (default:"
              + " ${DEFAULT-VALUE}).")
  private String url;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      defaultValue = "admin",
      description =
          "An administrator (default: ${DEFAULT-VALUE}), whose password is in the variable"
              + " MOSQL_PASSWORD.")
  private String user;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterCommandConnection() {}

  Connection open() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    String password = System.getenv("MOSQL_PASSWORD");
    if (password != null) {
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(url, properties);
  }

  /** Executes a statement. */
  void run(String sql) throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whether a query returns at least one row. */
  boolean finds(String sql) throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next();
    }
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
