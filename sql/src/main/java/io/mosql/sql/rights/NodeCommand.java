package io.mosql.sql.rights;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of accounts or databases that somebody asks for, in names. Immutable. */
public sealed interface NodeCommand {
  /**
   * CREATE USER or ROLE.
   *
   * @param login null for what is usual: a user may, a role may not
   */
  record CreateAccount(
      String name,
      boolean role,
      boolean ifNotExists,
      @Nullable String password,
      @Nullable Boolean login,
      @Nullable Boolean admin)
      implements NodeCommand {
    /** Without the password. */
    @Override
    public String toString() {
      return "CreateAccount[name=" + name + "]";
    }
  }

  /**
   * ALTER USER or ROLE; null for what stays.
   *
   * @param name null for one's own account
   * @param password empty to take it away
   */
  record AlterAccount(
      @Nullable String name,
      boolean ifExists,
      @Nullable String password,
      @Nullable Boolean login,
      @Nullable Boolean admin)
      implements NodeCommand {
    /** Without the password. */
    @Override
    public String toString() {
      return "AlterAccount[name=" + name + "]";
    }
  }

  /** DROP USER or ROLE. */
  record DropAccounts(List<String> names, boolean ifExists) implements NodeCommand {}

  /** GRANT or REVOKE of roles. */
  record ChangeMembers(boolean revoke, List<String> roles, List<String> members)
      implements NodeCommand {}

  /**
   * CREATE DATABASE.
   *
   * @param owner null for whoever asks
   */
  record CreateDatabase(String name, boolean ifNotExists, @Nullable String owner)
      implements NodeCommand {}

  record DropDatabase(String name, boolean ifExists) implements NodeCommand {}

  /** ALTER DATABASE .. OWNER TO. */
  record SetDatabaseOwner(String name, boolean ifExists, String owner) implements NodeCommand {}

  /** GRANT or REVOKE .. ON DATABASE. */
  record ChangeDatabaseRights(List<String> databases, RightsChange change, List<String> accounts)
      implements NodeCommand {}
}
