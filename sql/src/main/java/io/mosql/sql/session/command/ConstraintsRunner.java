package io.mosql.sql.session.command;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.parser.ast.session.SetConstraints;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;

/** Runs SET CONSTRAINTS. */
final class ConstraintsRunner {
  private ConstraintsRunner() {}

  /**
   * @throws io.mosql.core.error.MosqlException 42704 for a constraint that does not exist, 42809
   *     for one that cannot be deferred, 23503 when one that is not deferred any more is violated
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
              Map<DeferredConstraints.Key, ForeignKeyDef> keys = new LinkedHashMap<>();
              for (SqlIdentifier name : statement.names()) {
                keys.putAll(named(name, session));
              }
              session.transaction().setConstraints(keys, statement.deferred());
              return keys.size();
            });
  }

  /** The foreign keys of that name in a schema: names are unique in their tables only. */
  private static Map<DeferredConstraints.Key, ForeignKeyDef> named(
      SqlIdentifier identifier, CommandContext session) {
    int last = identifier.names.size() - 1;
    String name = identifier.names.get(last);
    String schema = last == 0 ? session.schema() : identifier.names.get(last - 1);
    Catalog catalog = session.transaction().catalogToPlan();
    Map<DeferredConstraints.Key, ForeignKeyDef> found = new LinkedHashMap<>();
    boolean known = false;
    for (TableDef table : catalog.tables()) {
      if (table.schema().equals(schema)) {
        known |=
            table.primary().name().equals(name)
                || table.indexes().stream().anyMatch(i -> i.unique() && i.name().equals(name))
                || table.checks().stream().anyMatch(check -> check.name().equals(name));
        for (ForeignKeyDef key : table.foreignKeys()) {
          if (key.name().equals(name)) {
            known = true;
            if (key.deferrability().isDeferrable()) {
              found.put(new DeferredConstraints.Key(table.id(), key.id()), key);
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
