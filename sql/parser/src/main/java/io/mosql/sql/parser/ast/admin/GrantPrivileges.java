package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** GRANT privileges ON objects TO accounts, or REVOKE privileges ON objects FROM accounts. */
public final class GrantPrivileges extends Statement {
  /** The kind of object that the privileges apply to. */
  public enum ObjectKind {
    TABLE,
    SEQUENCE,
    SCHEMA,
    DATABASE
  }

  /**
   * The objects that the privileges apply to.
   *
   * @param allInSchema whether the names are schemas: the privileges apply to all their tables (or
   *     sequences)
   */
  public record Objects(ObjectKind kind, boolean allInSchema, List<SqlIdentifier> names) {
    public Objects {
      names = List.copyOf(names);
    }
  }

  private final boolean revoke;
  private final boolean optionOnly;
  private final List<String> privileges;
  private final Objects objects;
  private final List<SqlIdentifier> accounts;
  private final boolean withOption;

  public GrantPrivileges(
      SqlParserPos pos,
      boolean revoke,
      boolean optionOnly,
      List<String> privileges,
      Objects objects,
      List<SqlIdentifier> accounts,
      boolean withOption) {
    super(pos, SqlKind.OTHER_DDL);
    this.revoke = revoke;
    this.optionOnly = optionOnly;
    this.privileges = List.copyOf(privileges);
    this.objects = objects;
    this.accounts = List.copyOf(accounts);
    this.withOption = withOption;
  }

  public boolean revoke() {
    return revoke;
  }

  /** Whether REVOKE GRANT OPTION FOR is given: the privileges themselves remain. */
  public boolean optionOnly() {
    return optionOnly;
  }

  /** Returns the privileges in upper case; empty for ALL. */
  public List<String> privileges() {
    return privileges;
  }

  public Objects objects() {
    return objects;
  }

  /** Returns the accounts; the name {@code public} means all accounts. */
  public List<SqlIdentifier> accounts() {
    return accounts;
  }

  /** Whether WITH GRANT OPTION is given. */
  public boolean withOption() {
    return withOption;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(revoke ? "REVOKE" : "GRANT").wordsIf(optionOnly, "GRANT OPTION FOR");
    out.words(privileges.isEmpty() ? "ALL" : String.join(", ", privileges)).words("ON");
    out.words(
        objects.allInSchema() ? "ALL " + objects.kind() + "S IN SCHEMA" : objects.kind().name());
    out.nodes(objects.names()).words(revoke ? "FROM" : "TO").nodes(accounts);
    out.wordsIf(withOption, "WITH GRANT OPTION");
  }
}
