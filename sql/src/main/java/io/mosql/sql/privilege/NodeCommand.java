package io.mosql.sql.privilege;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that changes accounts, databases or nodes, with all objects by name. Immutable. */
public sealed interface NodeCommand {
  /**
   * CREATE USER or ROLE.
   *
   * @param login null for the default: a user may log in, a role may not
   */
  record CreateAccount(
      String name,
      boolean role,
      boolean ifNotExists,
      @Nullable String password,
      @Nullable Boolean login,
      @Nullable Boolean admin)
      implements NodeCommand {
    /** Omits the password. */
    @Override
    public String toString() {
      return "CreateAccount[name=" + name + "]";
    }
  }

  /**
   * ALTER USER or ROLE; null for unchanged properties.
   *
   * @param name null for one's own account
   * @param password empty to remove it
   */
  record AlterAccount(
      @Nullable String name,
      boolean ifExists,
      @Nullable String password,
      @Nullable Boolean login,
      @Nullable Boolean admin)
      implements NodeCommand {
    /** Omits the password. */
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
   * @param owner null for the account that runs the statement
   * @param nodes nodes for its replicas; empty for all
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
   * @param address address for other nodes, host:port
   * @param clients address for clients; null when it is reported later
   * @param format newest version of the formats that it reads; null when it is not given
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
   * @param database null for all databases of the node
   */
  record TransferLeadership(@Nullable String database, String node) implements ClusterCommand {}
}
