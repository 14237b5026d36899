package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER or DROP of USER or ROLE, and SET PASSWORD. The canonical text hides the password:
 * it is meant for display, and two statements that differ only in the password are equal.
 */
public final class AccountStatement extends Statement {
  /** The action of the statement. */
  public enum Action {
    CREATE,
    ALTER,
    DROP,
    SET_PASSWORD
  }

  /**
   * The options of the account; null for an option that is not given.
   *
   * @param password the new password; empty to remove it
   */
  public record Options(
      @Nullable String password, @Nullable Boolean login, @Nullable Boolean admin) {
    public static final Options NONE = new Options(null, null, null);

    /** Returns the options without the password. */
    @Override
    public String toString() {
      return "Options[login=" + login + ", admin=" + admin + "]";
    }
  }

  private final Action action;
  private final boolean role;
  private final boolean conditional;
  private final List<SqlIdentifier> names;
  private final Options options;

  public AccountStatement(
      SqlParserPos pos,
      Action action,
      boolean role,
      boolean conditional,
      List<SqlIdentifier> names,
      Options options) {
    super(pos, SqlKind.OTHER_DDL);
    this.action = action;
    this.role = role;
    this.conditional = conditional;
    this.names = List.copyOf(names);
    this.options = options;
  }

  public Action action() {
    return action;
  }

  /** Whether the statement says ROLE rather than USER. */
  public boolean role() {
    return role;
  }

  /** Whether IF EXISTS or IF NOT EXISTS is given. */
  public boolean conditional() {
    return conditional;
  }

  /**
   * Returns the names of the accounts: several for DROP, none for SET PASSWORD of the session's own
   * account, else one.
   */
  public List<SqlIdentifier> names() {
    return names;
  }

  public Options options() {
    return options;
  }

  @Override
  public void write(StatementWriter out) {
    if (action == Action.SET_PASSWORD) {
      out.words("SET PASSWORD").quoted("***");
      return;
    }
    out.words(action + (role ? " ROLE" : " USER"))
        .wordsIf(conditional, action == Action.CREATE ? "IF NOT EXISTS" : "IF EXISTS")
        .nodes(names);
    String password = options.password();
    if (password != null) {
      if (password.isEmpty()) {
        out.words("PASSWORD NULL");
      } else {
        out.words("PASSWORD").quoted("***");
      }
    }
    if (options.login() != null) {
      out.words(options.login() ? "LOGIN" : "NOLOGIN");
    }
    if (options.admin() != null) {
      out.words(options.admin() ? "ADMIN" : "NOADMIN");
    }
  }
}
