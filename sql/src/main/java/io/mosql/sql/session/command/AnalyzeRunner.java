package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.StatisticsCodec;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.table.TableSampler;
import io.mosql.sql.parser.ast.admin.MaintenanceStatement;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;

/**
 * Runs ANALYZE: writes table statistics into the catalog, as part of the transaction. The sampled
 * rows do not count as read; later planning uses the statistics. Needs SELECT on the tables that
 * are named; without names it analyzes all tables that the account may read.
 */
final class AnalyzeRunner {
  private final CommandContext session;

  private AnalyzeRunner(CommandContext session) {
    this.session = session;
  }

  static void run(CommandContext session, MaintenanceStatement statement) {
    AnalyzeRunner runner = new AnalyzeRunner(session);
    session
        .statements()
        .run(
            () -> {
              runner.analyze(statement.tables());
              return RetryingRunner.Counted.NO_ROWS;
            });
  }

  private void analyze(List<SqlIdentifier> names) {
    if (session.transaction().readOnly()) {
      throw SqlErrorMessage.READ_ONLY_TRANSACTION.error("ANALYZE");
    }
    Catalog catalog = session.transaction().catalogToPlan();
    List<TableDef> tables = new ArrayList<>();
    if (names.isEmpty()) {
      tables.addAll(session.rights().visible(catalog).tables());
      tables.removeIf(table -> !mayRead(table, catalog));
    }
    for (SqlIdentifier name : names) {
      tables.add(session.plans().recordingMisses(() -> named(name, catalog)));
    }
    Transaction transaction = session.transaction().current();
    CatalogCache.markRead(
        CatalogCache.keys(catalog, tables.stream().map(TableDef::id).toList()), transaction);
    for (TableDef table : tables) {
      RelationStatistics figures =
          TableSampler.collect(
              table,
              transaction,
              session.database().clock().wallMicros(),
              session.interruption()::check);
      transaction.put(
          SystemTrees.CATALOG, StatisticsCodec.key(table.id()), StatisticsCodec.encode(figures));
    }
    session.transaction().invalidateCatalog();
  }

  private TableDef named(SqlIdentifier name, Catalog catalog) {
    List<String> parts = name.names;
    String schema = parts.size() > 1 ? parts.get(parts.size() - 2) : session.schema();
    String simple = parts.get(parts.size() - 1);
    TableDef table = session.rights().visible(catalog).table(schema, simple);
    if (table == null) {
      throw SqlErrorMessage.UNDEFINED_TABLE.error(schema + "." + simple);
    }
    session.rights().require(List.of(read(table)), catalog);
    return table;
  }

  private boolean mayRead(TableDef table, Catalog catalog) {
    try {
      session.rights().checkAndMarkRead(List.of(read(table)), catalog);
      return true;
    } catch (MosqlException e) {
      if (e.state() != SqlState.PRIVILEGE) {
        throw e;
      }
      return false;
    }
  }

  private static RequiredPrivilege read(TableDef table) {
    return new RequiredPrivilege(table.id(), Privilege.bits(Set.of(Privilege.SELECT)));
  }
}
