package io.mosql.sql.privilege;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that changes accounts, databases or nodes, with all objects by name. Immutable. */
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
  record ChangeRoleMembers(boolean revoke, List<String> roles, List<String> members)
      implements NodeCommand {}

  /**
   * CREATE DATABASE.
   *
   * @param owner null for whoever asks
   * @param nodes that are to have it; empty for all
   */
  record CreateDatabase(
      String name, boolean ifNotExists, @Nullable String owner, List<String> nodes)
      implements NodeCommand {}

  record DropDatabase(String name, boolean ifExists) implements NodeCommand {}

  /** ALTER DATABASE .. OWNER TO. */
  record SetDatabaseOwner(String name, boolean ifExists, String owner) implements NodeCommand {}

  /** GRANT or REVOKE .. ON DATABASE. */
  record ChangeDatabasePrivileges(
      List<String> databases, PrivilegeChange change, List<String> accounts)
      implements NodeCommand {}

  /** ALTER CLUSTER. */
  sealed interface ClusterCommand extends NodeCommand {}

  /**
   * ADD NODE.
   *
   * @param address where other nodes reach it, host:port
   * @param clients where clients reach it; null when that is told later
   * @param format newest version of the formats that it reads; null when that is not told
   */
  record AddNode(
      String node,
      String address,
      @Nullable String clients,
      boolean listener,
      @Nullable Long format)
      implements ClusterCommand {}

  /** REMOVE NODE. */
  record RemoveNode(String node) implements ClusterCommand {}

  /** ALTER NODE .. AS VOTER or LISTENER. */
  record SetNodeRole(String node, boolean listener) implements ClusterCommand {}

  /**
   * TRANSFER.
   *
   * @param database null for all that the node has
   */
  record TransferLeadership(@Nullable String database, String node) implements ClusterCommand {}
}
