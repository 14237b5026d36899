package io.mosql.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import picocli.CommandLine.Option;

/** Option for the administrator that a command connects as. */
final class AdministratorOption {
  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      defaultValue = "admin",
      description =
          "administrator (default: ${DEFAULT-VALUE}); the password is taken from the environment"
              + " variable MOSQL_PASSWORD")
  private String user;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  AdministratorOption() {}

  Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    String password = System.getenv("MOSQL_PASSWORD");
    if (password != null) {
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(url, properties);
  }
}
