package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.parser.ast.BackupTo;
import io.mosql.sql.parser.ast.Copy;
import io.mosql.sql.parser.ast.Explain;
import io.mosql.sql.parser.ast.Kill;
import io.mosql.sql.parser.ast.Maintenance;
import io.mosql.sql.parser.ast.Savepoint;
import io.mosql.sql.parser.ast.SetOption;
import io.mosql.sql.parser.ast.SetSchema;
import io.mosql.sql.parser.ast.Show;
import io.mosql.sql.parser.ast.TransactionControl;
import io.mosql.sql.parser.ast.TransactionModes;
import io.mosql.sql.rights.NodeCommands;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Statements that are neither queries nor changes of rows or schema. */
final class Commands {
  private Commands() {}

  static List<ColumnInfo> columns(SqlNode node) {
    if (node instanceof Explain) {
      return List.of(text("plan"));
    }
    if (node instanceof BackupTo) {
      return BackupRunner.columns();
    }
    if (node instanceof Show show) {
      return switch (what(show)) {
        case "tables" -> List.of(text("schema_name"), text("table_name"));
        case "all" -> List.of(text("name"), text("setting"));
        case "processlist" -> SessionViews.columns();
        default -> List.of(text(what(show)));
      };
    }
    return List.of();
  }

  private static ColumnInfo text(String label) {
    return new ColumnInfo(label, SqlType.TEXT, true, false, "", "", "");
  }

  private static String what(Show show) {
    return String.join(".", show.what().names).toLowerCase(Locale.ROOT);
  }

  static StatementResult run(SqlSession session, Prepared.Command command) {
    SqlNode node = command.statement();
    if (node instanceof Explain explain) {
      return ExplainRunner.run(session, command, explain);
    }
    if (node instanceof Show show) {
      return show(session, command, what(show));
    }
    if (node instanceof BackupTo backup) {
      return BackupRunner.run(session, backup);
    }
    if (NodeCommands.isNodeStatement(node)) {
      RightsRunner.run(session, command.sql(), node);
      return StatementResult.Update.of(0);
    }
    if (node instanceof Copy copy) {
      return CopyRunner.run(session, copy);
    }
    if (node instanceof TransactionControl control) {
      control(session, control);
    } else if (node instanceof Savepoint savepoint) {
      String name = savepoint.name().getSimple();
      switch (savepoint.kind()) {
        case SET -> session.savepoint(name);
        case RELEASE -> session.release(name);
        case ROLLBACK_TO -> session.rollbackTo(name);
      }
    } else if (node instanceof SetSchema set) {
      session.setSchema(set.name().getSimple());
    } else if (node instanceof SetOption set) {
      Options.set(session, set);
    } else if (node instanceof Maintenance maintenance) {
      maintain(session, maintenance);
    } else if (node instanceof Kill kill) {
      KillRunner.run(session, kill);
    } else {
      throw new MosqlException(SqlState.FEATURE_NOT_SUPPORTED, "this statement is not supported");
    }
    return StatementResult.Update.of(0);
  }

  private static void control(SqlSession session, TransactionControl control) {
    TransactionModes.Level wanted = control.modes().level();
    Isolation level = wanted == null ? null : isolation(wanted);
    Boolean readOnly = control.modes().readOnly();
    switch (control.kind()) {
      case BEGIN -> session.transaction().begin(level, readOnly);
      case COMMIT -> session.commit();
      case ROLLBACK -> session.rollback();
      case SET_TRANSACTION -> {
        session.transaction().requireNotBegun();
        session.settings().setNext(level, readOnly);
      }
      case SET_SESSION -> session.settings().set(level, readOnly);
    }
  }

  private static Isolation isolation(TransactionModes.Level level) {
    return switch (level) {
      case READ_UNCOMMITTED, READ_COMMITTED -> Isolation.READ_COMMITTED;
      case REPEATABLE_READ -> Isolation.REPEATABLE_READ;
      case SERIALIZABLE -> Isolation.SERIALIZABLE;
    };
  }

  private static void maintain(SqlSession session, Maintenance maintenance) {
    switch (maintenance.kind()) {
      case VACUUM -> {
        // Versions go with the snapshots that hold them.
      }
      case ANALYZE -> AnalyzeRunner.run(session, maintenance);
      case CHECKPOINT -> {
        session.rights().requireAdministrator("CHECKPOINT");
        session.database().store().checkpoint();
      }
      case SHUTDOWN -> {
        session.rights().requireAdministrator("SHUTDOWN");
        session.database().shutdown();
      }
    }
  }

  private static StatementResult show(SqlSession session, Prepared.Command command, String what) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (what.equals("tables")) {
      if (session.transaction().isOpen()) {
        session.transaction().catalog(); // All of it is a result.
      }
      session
          .transaction()
          .peek(catalog -> relations(session.rights().visible(catalog)))
          .forEach(rows::add);
    } else if (what.equals("processlist")) {
      rows.addAll(SessionViews.rows(session.database(), session.rights().standing()));
    } else {
      Map<String, String> settings = Options.of(session);
      if (what.equals("all")) {
        settings.forEach((name, value) -> rows.add(new Object[] {name, value}));
      } else {
        String value = settings.get(what);
        if (value == null) {
          throw new MosqlException(
              SqlState.UNDEFINED_OBJECT, "unrecognized setting \"" + what + "\"");
        }
        rows.add(new Object[] {value});
      }
    }
    return new ListRows(command.columns(), rows);
  }

  /** Schema and name of all tables and views, in order. */
  private static List<@Nullable Object[]> relations(Catalog catalog) {
    Stream<String[]> tables =
        catalog.tables().stream().map(t -> new String[] {t.schema(), t.name()});
    Stream<String[]> views = catalog.views().stream().map(v -> new String[] {v.schema(), v.name()});
    return Stream.concat(tables, views)
        .sorted(Comparator.comparing((String[] name) -> name[0]).thenComparing(name -> name[1]))
        .map(name -> new @Nullable Object[] {name[0], name[1]})
        .toList();
  }
}
