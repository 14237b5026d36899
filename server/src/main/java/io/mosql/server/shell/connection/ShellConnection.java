package io.mosql.server.shell.connection;

import io.mosql.server.shell.input.LeadingKeywords;
import io.mosql.server.shell.input.ShellException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JDBC connection of the shell, which may be replaced. Confined to one thread.
 *
 * <p>It prompts for a password when the database requires one and none was given.
 */
public final class ShellConnection implements AutoCloseable {
  private final TransactionTracker transaction = new TransactionTracker();
  private @Nullable Function<String, @Nullable String> passwords;
  private ConnectionTarget target;
  private @Nullable Connection connection;
  private boolean lost;

  /**
   * @param target database for the first connection
   */
  public ShellConnection(ConnectionTarget target) {
    this.target = target;
  }

  /** Sets the password prompt; null for none. */
  public void passwords(@Nullable Function<String, @Nullable String> asked) {
    passwords = asked;
  }

  public ConnectionTarget target() {
    return target;
  }

  public TransactionTracker transaction() {
    return transaction;
  }

  /**
   * Returns the open connection.
   *
   * @throws ShellException when no connection is open
   */
  public Connection connection() throws ShellException {
    Connection open = connection;
    if (open == null || lost) {
      throw new ShellException("not connected; use \\c to reconnect");
    }
    return open;
  }

  public boolean isLost() {
    return lost || connection == null;
  }

  /** Opens a new connection and closes the previous one, which remains open if this fails. */
  public void open(ConnectionTarget wanted) throws SQLException {
    Connection opened;
    ConnectionTarget used = wanted;
    try {
      opened = DriverManager.getConnection(wanted.url(), wanted.properties());
    } catch (SQLException e) {
      String password =
          wanted.password() == null && wantsPassword(e) ? askPassword(wanted.user()) : null;
      if (password == null) {
        throw e;
      }
      used = wanted.withPassword(password);
      opened = DriverManager.getConnection(used.url(), used.properties());
    }
    Connection before = connection;
    connection = opened;
    target = used;
    lost = false;
    transaction.reset(opened.getAutoCommit());
    if (before != null) {
      before.close();
    }
  }

  private static boolean wantsPassword(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("28");
  }

  /** Prompts for a password; returns null when there is no answer. */
  public @Nullable String askPassword(@Nullable String user) {
    if (passwords == null) {
      return null;
    }
    return passwords.apply(user == null ? "Password: " : "Password of " + user + ": ");
  }

  /** Records an executed statement, to track the transaction and the state of the connection. */
  public void statementExecuted(String sql, @Nullable SQLException failure) {
    transaction.statementExecuted(sql, failure != null);
    if (failure != null) {
      lost = isBroken(failure);
    } else if (connection != null && LeadingKeywords.first(sql, 1).contains("SET")) {
      try {
        transaction.autoCommit(connection.getAutoCommit());
      } catch (SQLException e) {
        lost = isBroken(e);
      }
    }
    if (lost) {
      transaction.reset(true);
    }
  }

  private boolean isBroken(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    boolean suspect = state.startsWith("08") || state.startsWith("57P0");
    try {
      return connection == null || connection.isClosed() || suspect && !connection.isValid(1);
    } catch (SQLException second) {
      return true;
    }
  }

  /** Name of the database for the prompt. */
  public String name() {
    try {
      Connection open = connection;
      if (open == null || lost) {
        return "(not connected)";
      }
      String catalog = open.getCatalog();
      if (catalog != null && !catalog.isBlank()) {
        return catalog.toLowerCase(Locale.ROOT);
      }
      return open.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    } catch (SQLException e) {
      return "mosql";
    }
  }

  @Override
  public void close() throws SQLException {
    Connection open = connection;
    connection = null;
    if (open != null) {
      open.close();
    }
  }
}
