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
  private final AccountPrivileges standing;
  private final AccountService authority;

  /**
   * @param catalog catalog of the transaction; all of it counts as read
   */
  public GrantStatements(
      Transaction transaction,
      Catalog catalog,
      String currentSchema,
      AccountPrivileges standing,
      AccountService authority) {
    this.transaction = transaction;
    this.catalog = catalog;
    this.currentSchema = currentSchema;
    this.standing = standing;
    this.authority = authority;
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
      boolean everybody = name.getSimple().equals(PrivilegeChange.PUBLIC);
      if (everybody && statement.withOption()) {
        throw new MosqlException(
            SqlState.INVALID_GRANT_OPERATION, "grant options cannot be given to everybody");
      }
      accounts.add(everybody ? (Long) AccountPrivileges.PUBLIC : account(name));
    }
    for (GrantTarget thing : targets(statement.objects())) {
      if (!standing.hasAllPrivileges()) {
        new PrivilegeChecker(standing, catalog)
            .requireGrantable(change.privileges(), thing.id, thing.kind, thing.name);
      }
      accounts.forEach(account -> change(thing.id, account, change));
    }
  }

  private void change(long object, long account, PrivilegeChange change) {
    Grant before =
        catalog.grants(object).stream()
            .filter(grant -> grant.grantee() == account)
            .findFirst()
            .orElse(new Grant(object, account, 0, 0));
    int rights = change.privileges(before.privileges());
    byte[] key = CatalogCodec.grantKey(object, account);
    if (rights != 0) {
      Grant after = new Grant(object, account, rights, change.grantable(before.grantable()));
      transaction.put(SystemTrees.CATALOG, key, CatalogCodec.encode(after));
    } else if (before.privileges() != 0) {
      transaction.remove(SystemTrees.CATALOG, key);
    }
  }

  private void run(AlterOwner statement) {
    List<GrantTarget> things = new ArrayList<>();
    try {
      things.add(thing(statement.kind(), statement.name()));
    } catch (MosqlException e) {
      boolean missing =
          e.state() == SqlState.UNDEFINED_TABLE || e.state() == SqlState.UNDEFINED_SCHEMA;
      if (!statement.ifExists() || !missing) {
        throw e;
      }
      return;
    }
    GrantTarget thing = things.get(0);
    long owner = account(statement.owner());
    if (!standing.hasAllPrivileges()) {
      new PrivilegeChecker(standing, catalog).requireOwner(thing.id, thing.kind, thing.name);
      if (!standing.identities().contains(owner)) {
        throw PrivilegeChecker.denied("membership", "role", statement.owner().getSimple());
      }
    }
    transaction.put(
        SystemTrees.CATALOG, CatalogCodec.ownerKey(thing.id), CatalogCodec.encodeOwner(owner));
  }

  private long account(SqlIdentifier name) {
    Long id = authority.accountId(name.getSimple());
    if (id == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_OBJECT, "role \"" + name.getSimple() + "\" does not exist");
    }
    return id;
  }

  private List<GrantTarget> targets(GrantPrivileges.Objects objects) {
    List<GrantTarget> things = new ArrayList<>();
    for (SqlIdentifier name : objects.names()) {
      if (!objects.allInSchema()) {
        things.add(thing(objects.kind(), name));
        continue;
      }
      String schema = thing(GrantPrivileges.ObjectKind.SCHEMA, name).name;
      if (objects.kind() == GrantPrivileges.ObjectKind.TABLE) {
        catalog.tables().stream()
            .filter(table -> table.schema().equals(schema))
            .forEach(table -> things.add(of(table)));
        catalog.views().stream()
            .filter(view -> view.schema().equals(schema))
            .forEach(view -> things.add(of(view)));
      } else {
        catalog.sequences().stream()
            .filter(s -> s.schema().equals(schema) && s.ownerTable() == 0)
            .forEach(sequence -> things.add(of(sequence)));
      }
    }
    return things;
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

  private GrantTarget thing(GrantPrivileges.ObjectKind kind, SqlIdentifier identifier) {
    List<String> names = identifier.names;
    String name = names.get(names.size() - 1);
    if (kind == GrantPrivileges.ObjectKind.SCHEMA) {
      long id = names.size() > 1 ? 0 : catalog.schemaId(name);
      if (id == 0) {
        throw catalog.hasSchema(name)
            ? new MosqlException(
                SqlState.WRONG_OBJECT_TYPE, "schema \"" + name + "\" belongs to the system")
            : new MosqlException(
                SqlState.UNDEFINED_SCHEMA, "schema \"" + name + "\" does not exist");
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
        throw new MosqlException(SqlState.WRONG_OBJECT_TYPE, "\"" + name + "\" is a system view");
      }
      throw new MosqlException(
          SqlState.UNDEFINED_TABLE, "table \"" + identifier + "\" does not exist");
    }
    SequenceDef sequence = names.size() > 2 ? null : catalog.sequence(schema, name);
    if (sequence == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_TABLE, "sequence \"" + identifier + "\" does not exist");
    }
    return of(sequence);
  }
}
