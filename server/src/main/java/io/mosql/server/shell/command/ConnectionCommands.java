package io.mosql.server.shell.command;

import io.mosql.server.result.InMemoryRows;
import io.mosql.server.shell.connection.ConnectionTarget;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Backslash commands for the connection. */
final class ConnectionCommands {
  private final ShellContext workspace;

  ConnectionCommands(ShellContext workspace) {
    this.workspace = workspace;
  }

  List<ShellCommand> all() {
    return List.of(
        ShellCommand.of(
            "c",
            "[URL|DATABASE] [USER]",
            "reconnect, or connect to another database",
            this::connect),
        ShellCommand.of("conninfo", "", "display the connection", this::info));
  }

  private void connect(CommandInvocation call) throws ShellException, SQLException {
    call.atMost(2);
    ConnectionTarget now = workspace.link().target();
    String wanted = call.word(0);
    ConnectionTarget target = wanted == null ? now : now.other(unquoted(wanted), call.word(1));
    workspace.link().open(target);
    workspace.metadata().clear();
    if (workspace.settings().isInteractive() && call.place().file() == null) {
      workspace.output().messages().println("Connected to " + target.shown() + ".");
    }
  }

  /** Returns a database name without quotes; it may be quoted as in SQL. */
  private static String unquoted(String name) {
    boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
  }

  private void info(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(0);
    Connection connection = workspace.link().connection();
    DatabaseMetaData meta = connection.getMetaData();
    InMemoryRows rows = InMemoryRows.of("what", "value");
    rows.add("URL", workspace.link().target().shown());
    rows.add("user", meta.getUserName());
    rows.add("database", connection.getCatalog());
    rows.add("schema", connection.getSchema());
    rows.add("product", meta.getDatabaseProductName() + " " + meta.getDatabaseProductVersion());
    rows.add("driver", meta.getDriverName() + " " + meta.getDriverVersion());
    rows.add("isolation", isolation(connection.getTransactionIsolation()));
    rows.add("read only", connection.isReadOnly() ? "yes" : "no");
    rows.add("autocommit", connection.getAutoCommit() ? "on" : "off");
    rows.add("transaction", workspace.link().transaction().isOpen() ? "open" : "none");
    DisplaySettings settings = workspace.settings();
    settings.format().write(rows, workspace.output().results(), settings.style());
  }

  private static @Nullable String isolation(int level) {
    return switch (level) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
      case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
      case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
      case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
      default -> null;
    };
  }
}
