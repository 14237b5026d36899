package io.mosql.sql.session.command;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.DeferrableKey;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.parser.ast.session.SetConstraints;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;

/** Runs SET CONSTRAINTS. */
final class ConstraintsRunner {
  private ConstraintsRunner() {}

  /**
   * @throws io.mosql.core.error.MosqlException 42704 for a constraint that does not exist, 42809
   *     for one that cannot be deferred, 23503 and 23505 when one that is not deferred any more is
   *     violated
   */
  static void run(CommandContext session, SetConstraints statement) {
    if (!session.transaction().sharesStatements()) {
      session.addNotice(
          new Session.Notice(
              SqlState.NO_ACTIVE_TRANSACTION.code(),
              "SET CONSTRAINTS can only be used in transaction blocks"));
      return;
    }
    session
        .statements()
        .run(
            () -> {
              Set<DeferredConstraints.Key> keys = new LinkedHashSet<>();
              for (SqlIdentifier name : statement.names()) {
                keys.addAll(named(name, session));
              }
              session.transaction().setConstraints(keys, statement.deferred());
              return keys.size();
            });
  }

  /** The deferrable keys of that name in a schema: names are unique in their tables only. */
  private static Set<DeferredConstraints.Key> named(
      SqlIdentifier identifier, CommandContext session) {
    int last = identifier.names.size() - 1;
    String name = identifier.names.get(last);
    String schema = last == 0 ? session.schema() : identifier.names.get(last - 1);
    Catalog catalog = session.transaction().catalogToPlan();
    Set<DeferredConstraints.Key> found = new LinkedHashSet<>();
    boolean known = false;
    for (TableDef table : catalog.tables()) {
      if (table.schema().equals(schema)) {
        known |=
            table.primary().name().equals(name)
                || table.checks().stream().anyMatch(check -> check.name().equals(name));
        for (IndexDef index : table.indexes()) {
          if (index.isKey() && index.name().equals(name)) {
            known = true;
            DeferrableKey key = index.deferrable();
            if (key != null) {
              found.add(new DeferredConstraints.Key(table.id(), key.id()));
            }
          }
        }
        for (ForeignKeyDef key : table.foreignKeys()) {
          if (key.name().equals(name)) {
            known = true;
            if (key.deferrability().isDeferrable()) {
              found.add(new DeferredConstraints.Key(table.id(), key.id()));
            }
          }
        }
      }
    }
    if (found.isEmpty()) {
      throw (known
              ? SqlErrorMessage.CONSTRAINT_NOT_DEFERRABLE
              : SqlErrorMessage.UNDEFINED_CONSTRAINT_NAME)
          .error(name);
    }
    return found;
  }
}
