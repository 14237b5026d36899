package io.mosql.sql.session.command;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.LikeMatcher;
import io.mosql.sql.information.CreateStatementText;
import io.mosql.sql.information.ShowTableRows;
import io.mosql.sql.parser.ast.session.Show;
import io.mosql.sql.parser.ast.session.ShowObjects;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.result.CommandResultRows;
import io.mosql.sql.session.view.AccountViews;
import io.mosql.sql.session.view.SessionViews;
import io.mosql.storage.transaction.TransactionReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Runs SHOW and DESCRIBE. They show the schema objects on which the account has some privilege, as
 * the transaction sees them; the whole catalog then counts as read.
 */
final class ShowRunner {
  private final CommandContext session;
  private final ShowObjects show;

  private ShowRunner(CommandContext session, ShowObjects show) {
    this.session = session;
    this.show = show;
  }

  static List<ColumnInfo> columns(Show show) {
    return switch (what(show)) {
      case "all" -> texts("name", "setting");
      case "processlist" -> SessionViews.columns();
      default -> texts(what(show));
    };
  }

  static List<ColumnInfo> columns(ShowObjects show) {
    return switch (show.kind()) {
      case TABLES ->
          show.full()
              ? texts("schema_name", "table_name", "table_type")
              : texts("schema_name", "table_name");
      case COLUMNS -> cut(ShowTableRows.columnHeadings(), show.full());
      case INDEX -> ShowTableRows.indexHeadings();
      case CREATE_TABLE -> texts("Table", "Create Table");
      case CREATE_VIEW -> texts("View", "Create View");
      case CREATE_SEQUENCE -> texts("Sequence", "Create Sequence");
      case DATABASES -> texts("Database");
      case SCHEMAS -> texts("schema_name");
      case STATUS, VARIABLES -> texts("Variable_name", "Value");
    };
  }

  private static List<ColumnInfo> cut(List<ColumnInfo> headings, boolean full) {
    return full ? headings : headings.subList(0, headings.size() - 1);
  }

  private static List<ColumnInfo> texts(String... labels) {
    return List.of(labels).stream().map(CommandRunner::text).toList();
  }

  private static String what(Show show) {
    return String.join(".", show.what().names).toLowerCase(Locale.ROOT);
  }

  static StatementResult run(CommandContext session, Prepared.Command command, Show show) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    String what = what(show);
    if (what.equals("processlist")) {
      rows.addAll(
          SessionViews.rows(
              session.database().clock(),
              session.services().monitor().sessions(),
              session.rights().privileges()));
    } else {
      if (what.equals("all")) {
        SessionSettings.all(session).forEach((name, value) -> rows.add(new Object[] {name, value}));
      } else {
        rows.add(new Object[] {SessionSettings.value(session, what)});
      }
    }
    return new CommandResultRows(command.columns(), rows);
  }

  static StatementResult run(CommandContext session, Prepared.Command command, ShowObjects show) {
    return new CommandResultRows(command.columns(), new ShowRunner(session, show).rows());
  }

  private List<@Nullable Object[]> rows() {
    return switch (show.kind()) {
      case TABLES, COLUMNS, INDEX, CREATE_TABLE, CREATE_VIEW, CREATE_SEQUENCE, SCHEMAS ->
          session
              .plans()
              .runQuery(
                  () -> {
                    Catalog catalog = session.transaction().catalog();
                    return rows(session.rights().visible(catalog), session.transaction().current());
                  });
      case DATABASES ->
          named(AccountViews.databaseNames(session.database(), session.rights().privileges()));
      case STATUS -> {
        session.rights().requireAdministrator("SHOW STATUS");
        yield settings(session.services().metrics().get());
      }
      case VARIABLES -> settings(SessionSettings.all(session));
    };
  }

  private List<@Nullable Object[]> settings(Map<String, ?> values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    values.forEach((name, value) -> rows.add(new Object[] {name, value.toString()}));
    return like(rows, 0);
  }

  private List<@Nullable Object[]> rows(Catalog catalog, TransactionReader transaction) {
    return switch (show.kind()) {
      case TABLES -> tables(catalog);
      case SCHEMAS -> named(catalog.schemas());
      case COLUMNS ->
          like(columns(catalog), 0).stream()
              .map(row -> show.full() ? row : Arrays.copyOf(row, row.length - 1))
              .toList();
      case INDEX ->
          ShowTableRows.indexes(
              table(catalog), catalog, tree -> transaction.estimates().count(tree, null, null));
      case CREATE_TABLE -> {
        TableDef table = table(catalog);
        yield List.of(
            new @Nullable Object[][] {{table.name(), CreateStatementText.of(table, catalog)}});
      }
      case CREATE_VIEW -> {
        ViewDef view = view(catalog);
        yield List.of(
            new @Nullable Object[][] {{view.name(), CreateStatementText.of(view, catalog)}});
      }
      case CREATE_SEQUENCE -> {
        SequenceDef sequence = sequence(catalog);
        yield List.of(
            new @Nullable Object[][] {
              {sequence.name(), CreateStatementText.of(sequence, catalog)}
            });
      }
      default ->
          throw new InvariantViolation("this kind of SHOW reads the catalog, found " + show.kind());
    };
  }

  private List<@Nullable Object[]> named(List<String> names) {
    return like(names.stream().map(name -> new @Nullable Object[] {name}).toList(), 0);
  }

  /** The rows with a name that matches the LIKE pattern. */
  private List<@Nullable Object[]> like(List<@Nullable Object[]> rows, int name) {
    String pattern = show.like();
    return pattern == null
        ? rows
        : rows.stream().filter(row -> LikeMatcher.isLike((String) row[name], pattern)).toList();
  }

  private List<@Nullable Object[]> tables(Catalog catalog) {
    SqlIdentifier of = show.of();
    String schema = of == null ? null : of.getSimple();
    if (schema != null && !catalog.hasSchema(schema)) {
      throw SqlErrorMessage.UNDEFINED_SCHEMA.error(schema);
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    catalog.tables().forEach(t -> add(rows, t.schema(), t.name(), "TABLE"));
    catalog.views().forEach(v -> add(rows, v.schema(), v.name(), "VIEW"));
    if (schema != null) {
      rows.removeIf(row -> !schema.equals(row[0]));
      for (SystemView view : catalog.systemViews()) {
        if (view.schema().equals(schema)) {
          add(rows, schema, view.name(), "SYSTEM VIEW");
        }
      }
    }
    rows.sort(
        Comparator.comparing((@Nullable Object[] row) -> (String) Objects.requireNonNull(row[0]))
            .thenComparing(row -> (String) Objects.requireNonNull(row[1])));
    return like(rows, 1);
  }

  private void add(List<@Nullable Object[]> rows, String schema, String name, String type) {
    rows.add(
        show.full()
            ? new @Nullable Object[] {schema, name, type}
            : new @Nullable Object[] {schema, name});
  }

  private List<@Nullable Object[]> columns(Catalog catalog) {
    String schema = schema();
    String name = name();
    TableDef table = catalog.table(schema, name);
    if (table != null) {
      return ShowTableRows.columns(table, catalog);
    }
    ViewDef view = catalog.view(schema, name);
    if (view != null) {
      return ShowTableRows.columns(view, catalog);
    }
    SystemView system = catalog.systemView(schema, name);
    if (system != null) {
      return ShowTableRows.columns(system);
    }
    throw missing();
  }

  private TableDef table(Catalog catalog) {
    TableDef table = catalog.table(schema(), name());
    if (table == null) {
      throw catalog.view(schema(), name()) != null || isSystem(catalog)
          ? SqlErrorMessage.NOT_A_TABLE_BUT_VIEW.error(name())
          : missing();
    }
    return table;
  }

  private ViewDef view(Catalog catalog) {
    ViewDef view = catalog.view(schema(), name());
    if (view == null) {
      throw isSystem(catalog)
          ? SqlErrorMessage.SYSTEM_VIEW.error(name())
          : catalog.table(schema(), name()) != null
              ? SqlErrorMessage.NOT_A_VIEW.error(name())
              : missing();
    }
    return view;
  }

  private SequenceDef sequence(Catalog catalog) {
    SequenceDef sequence = catalog.sequence(schema(), name());
    if (sequence == null) {
      throw (catalog.hasRelation(schema(), name())
              ? SqlErrorMessage.NOT_A_SEQUENCE
              : SqlErrorMessage.UNDEFINED_SEQUENCE)
          .error(String.join(".", names()));
    }
    return sequence;
  }

  private boolean isSystem(Catalog catalog) {
    return catalog.systemView(schema(), name()) != null;
  }

  private List<String> names() {
    List<String> names = Objects.requireNonNull(show.of()).names;
    if (names.size() > 2) {
      throw SqlErrorMessage.IMPROPER_QUALIFIED_NAME.error(String.join(".", names));
    }
    return names;
  }

  private String schema() {
    return names().size() == 2 ? names().get(0) : session.schema();
  }

  private String name() {
    return names().get(names().size() - 1);
  }

  private MosqlException missing() {
    String name = String.join(".", names());
    return SqlErrorMessage.UNDEFINED_RELATION.error(name);
  }
}
