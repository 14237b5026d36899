package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * Runs GRANT, REVOKE and OWNER TO on tables, sequences and schemas: they change catalog rows in the
 * session's transaction, as schema statements do. One object for each execution.
 */
public final class GrantStatements {
  private final Transaction transaction;
  private final Catalog catalog;
  private final String currentSchema;
  private final AccountPrivileges grantor;
  private final AccountService accountService;

  /**
   * @param catalog catalog of the transaction; all of it counts as read
   */
  public GrantStatements(
      Transaction transaction,
      Catalog catalog,
      String currentSchema,
      AccountPrivileges grantor,
      AccountService accountService) {
    this.transaction = transaction;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.grantor = grantor;
    this.accountService = accountService;
  }

  /** Whether the node is a statement that {@link #run} takes. */
  public static boolean handles(SqlNode node) {
    return (node instanceof GrantPrivileges || node instanceof AlterOwner)
        && !NodeCommandFactory.isNodeStatement(node);
  }

  /** An object with an owner and privileges. */
  private record GrantTarget(long id, String kind, String name) {}

  /**
   * Runs one statement.
   *
   * @throws MosqlException 42501, 42704, 42P01, 3F000, 42809, 0LP01
   */
  public void run(SqlNode node) {
    if (node instanceof GrantPrivileges grant) {
      run(grant);
    } else {
      run((AlterOwner) node);
    }
  }

  private void run(GrantPrivileges statement) {
    PrivilegeChange change = PrivilegeChange.of(statement);
    List<Long> accounts = new ArrayList<>();
    for (SqlIdentifier name : statement.accounts()) {
      boolean isPublic = name.getSimple().equals(PrivilegeChange.PUBLIC);
      if (isPublic && statement.withOption()) {
        throw SqlErrorMessage.GRANT_OPTION_TO_PUBLIC.error();
      }
      accounts.add(isPublic ? (Long) AccountPrivileges.PUBLIC : account(name));
    }
    for (GrantTarget target : targets(statement.objects())) {
      if (!grantor.hasAllPrivileges()) {
        new PrivilegeChecker(grantor, catalog)
            .requireGrantable(change.privileges(), target.id, target.kind, target.name);
      }
      accounts.forEach(account -> change(target.id, account, change));
    }
  }

  private void change(long object, long account, PrivilegeChange change) {
    Grant before =
        catalog.grants(object).stream()
            .filter(grant -> grant.grantee() == account)
            .findFirst()
            .orElse(new Grant(object, account, 0, 0));
    int privileges = change.privileges(before.privileges());
    byte[] key = CatalogCodec.grantKey(object, account);
    if (privileges != 0) {
      Grant after = new Grant(object, account, privileges, change.grantable(before.grantable()));
      transaction.put(SystemTrees.CATALOG, key, CatalogCodec.encode(after));
    } else if (before.privileges() != 0) {
      transaction.remove(SystemTrees.CATALOG, key);
    }
  }

  private void run(AlterOwner statement) {
    List<GrantTarget> targets = new ArrayList<>();
    try {
      targets.add(target(statement.kind(), statement.name()));
    } catch (MosqlException e) {
      boolean missing =
          e.state() == SqlState.UNDEFINED_TABLE || e.state() == SqlState.UNDEFINED_SCHEMA;
      if (!statement.ifExists() || !missing) {
        throw e;
      }
      return;
    }
    GrantTarget target = targets.get(0);
    long owner = account(statement.owner());
    if (!grantor.hasAllPrivileges()) {
      new PrivilegeChecker(grantor, catalog).requireOwner(target.id, target.kind, target.name);
      if (!grantor.identities().contains(owner)) {
        throw PrivilegeChecker.denied("membership", "role", statement.owner().getSimple());
      }
    }
    transaction.put(
        SystemTrees.CATALOG, CatalogCodec.ownerKey(target.id), CatalogCodec.encodeOwner(owner));
  }

  private long account(SqlIdentifier name) {
    Long id = accountService.accountId(name.getSimple());
    if (id == null) {
      throw SqlErrorMessage.UNDEFINED_ROLE.error(name.getSimple());
    }
    return id;
  }

  private List<GrantTarget> targets(GrantPrivileges.Objects objects) {
    List<GrantTarget> targets = new ArrayList<>();
    for (SqlIdentifier name : objects.names()) {
      if (!objects.allInSchema()) {
        targets.add(target(objects.kind(), name));
        continue;
      }
      String schema = target(GrantPrivileges.ObjectKind.SCHEMA, name).name;
      if (objects.kind() == GrantPrivileges.ObjectKind.TABLE) {
        catalog.tables().stream()
            .filter(table -> table.schema().equals(schema))
            .forEach(table -> targets.add(of(table)));
        catalog.views().stream()
            .filter(view -> view.schema().equals(schema))
            .forEach(view -> targets.add(of(view)));
      } else {
        catalog.sequences().stream()
            .filter(s -> s.schema().equals(schema) && s.ownerTable() == 0)
            .forEach(sequence -> targets.add(of(sequence)));
      }
    }
    return targets;
  }

  private static GrantTarget of(TableDef table) {
    return new GrantTarget(table.id(), "table", table.qualifiedName());
  }

  private static GrantTarget of(ViewDef view) {
    return new GrantTarget(view.id(), "view", view.qualifiedName());
  }

  private static GrantTarget of(SequenceDef sequence) {
    return new GrantTarget(sequence.id(), "sequence", sequence.schema() + "." + sequence.name());
  }

  private GrantTarget target(GrantPrivileges.ObjectKind kind, SqlIdentifier identifier) {
    List<String> names = identifier.names;
    String name = names.get(names.size() - 1);
    if (kind == GrantPrivileges.ObjectKind.SCHEMA) {
      long id = names.size() > 1 ? 0 : catalog.schemaId(name);
      if (id == 0) {
        throw catalog.hasSchema(name)
            ? SqlErrorMessage.SYSTEM_SCHEMA.error(name)
            : SqlErrorMessage.UNDEFINED_SCHEMA.error(name);
      }
      return new GrantTarget(id, "schema", name);
    }
    String schema = names.size() == 2 ? names.get(0) : currentSchema;
    if (kind == GrantPrivileges.ObjectKind.TABLE) {
      TableDef table = names.size() > 2 ? null : catalog.table(schema, name);
      if (table != null) {
        return of(table);
      }
      ViewDef view = names.size() > 2 ? null : catalog.view(schema, name);
      if (view != null) {
        return of(view);
      }
      if (catalog.systemView(schema, name) != null) {
        throw SqlErrorMessage.SYSTEM_VIEW.error(name);
      }
      throw SqlErrorMessage.UNDEFINED_TABLE.error(identifier);
    }
    SequenceDef sequence = names.size() > 2 ? null : catalog.sequence(schema, name);
    if (sequence == null) {
      throw SqlErrorMessage.UNDEFINED_SEQUENCE.error(identifier);
    }
    return of(sequence);
  }
}
