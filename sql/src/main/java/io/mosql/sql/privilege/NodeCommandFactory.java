package io.mosql.sql.privilege;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.AccountStatement;
import io.mosql.sql.parser.ast.admin.AlterCluster;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.DatabaseStatement;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.admin.GrantRoles;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Creates node commands from statements. */
public final class NodeCommandFactory {
  private NodeCommandFactory() {}

  /**
   * Whether the statement concerns accounts, databases or nodes, and is therefore a transaction of
   * its own.
   */
  public static boolean isNodeStatement(SqlNode node) {
    return node instanceof AccountStatement
        || node instanceof DatabaseStatement
        || node instanceof AlterCluster
        || node instanceof GrantRoles
        || node instanceof GrantPrivileges grant
            && grant.objects().kind() == GrantPrivileges.ObjectKind.DATABASE
        || node instanceof AlterOwner owner && owner.kind() == GrantPrivileges.ObjectKind.DATABASE;
  }

  /** The command of a statement for which {@link #isNodeStatement} is true. */
  public static NodeCommand of(SqlNode node) {
    if (node instanceof AccountStatement account) {
      return of(account);
    }
    if (node instanceof DatabaseStatement database) {
      String name = name(database.name());
      SqlIdentifier owner = database.owner();
      return database.drop()
          ? new NodeCommand.DropDatabase(name, database.conditional())
          : new NodeCommand.CreateDatabase(
              name, database.conditional(), owner == null ? null : name(owner), database.nodes());
    }
    if (node instanceof AlterCluster cluster) {
      return of(cluster.change());
    }
    if (node instanceof GrantRoles grant) {
      return new NodeCommand.ChangeRoleMembers(
          grant.revoke(), names(grant.roles()), names(grant.members()));
    }
    if (node instanceof GrantPrivileges grant) {
      return new NodeCommand.ChangeDatabasePrivileges(
          names(grant.objects().names()), PrivilegeChange.of(grant), names(grant.accounts()));
    }
    AlterOwner change = (AlterOwner) node;
    return new NodeCommand.SetDatabaseOwner(
        name(change.name()), change.ifExists(), name(change.owner()));
  }

  private static NodeCommand of(AlterCluster.Change change) {
    if (change instanceof AlterCluster.AddNode add) {
      return new NodeCommand.AddNode(
          add.node(), add.address(), add.clients(), add.listener(), add.format());
    }
    if (change instanceof AlterCluster.RemoveNode remove) {
      return new NodeCommand.RemoveNode(remove.node());
    }
    if (change instanceof AlterCluster.SetRole role) {
      return new NodeCommand.SetNodeRole(role.node(), role.listener());
    }
    AlterCluster.TransferLeadership transfer = (AlterCluster.TransferLeadership) change;
    SqlIdentifier database = transfer.database();
    return new NodeCommand.TransferLeadership(
        database == null ? null : name(database), transfer.node());
  }

  private static NodeCommand of(AccountStatement statement) {
    @Nullable String password = statement.options().password();
    return switch (statement.action()) {
      case CREATE ->
          new NodeCommand.CreateAccount(
              name(statement.names().get(0)),
              statement.role(),
              statement.conditional(),
              password == null || password.isEmpty() ? null : password,
              statement.options().login(),
              statement.options().admin());
      case ALTER ->
          new NodeCommand.AlterAccount(
              name(statement.names().get(0)),
              statement.conditional(),
              password,
              statement.options().login(),
              statement.options().admin());
      case DROP -> new NodeCommand.DropAccounts(names(statement.names()), statement.conditional());
      case SET_PASSWORD -> new NodeCommand.AlterAccount(null, false, password, null, null);
    };
  }

  private static List<String> names(List<SqlIdentifier> identifiers) {
    return identifiers.stream().map(NodeCommandFactory::name).toList();
  }

  private static String name(SqlIdentifier identifier) {
    if (!identifier.isSimple()) {
      throw SqlErrorMessage.IMPROPER_QUALIFIED_NAME.error(String.join(".", identifier.names));
    }
    return identifier.getSimple();
  }
}
