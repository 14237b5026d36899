package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER or DROP of USER or ROLE, and SET PASSWORD. Written out, it hides the password: its
 * canonical text is for people, and two that differ in it alone are taken for equal.
 */
public final class AccountStatement extends Statement {
  /** What is done. */
  public enum Action {
    CREATE,
    ALTER,
    DROP,
    SET_PASSWORD
  }

  /**
   * What is said of the account; null where nothing is.
   *
   * @param password empty to take it away
   */
  public record Options(
      @Nullable String password, @Nullable Boolean login, @Nullable Boolean admin) {
    public static final Options NONE = new Options(null, null, null);

    /** Without the password. */
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

  /** Whether ROLE was said, not USER. */
  public boolean role() {
    return role;
  }

  /** IF EXISTS or IF NOT EXISTS. */
  public boolean conditional() {
    return conditional;
  }

  /** One, but for DROP; none for SET PASSWORD, which is about one's own account. */
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
