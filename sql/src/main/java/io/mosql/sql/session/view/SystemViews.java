package io.mosql.sql.session.view;

import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogWithTemporaryTables;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.Deferrability;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.ddl.CurrentViewQuery;
import io.mosql.sql.information.InformationSchema;
import io.mosql.sql.planner.expression.MosqlTypeFactory;
import io.mosql.sql.privilege.PrivilegeChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The views of schema {@code mosql}. The schema is reserved for the system; rows are produced at
 * each query.
 */
public final class SystemViews {
  static final String SCHEMA = SystemView.SCHEMA;

  private SystemViews() {}

  /** All views of the schemas {@code mosql} and {@code information_schema}. */
  public static List<SystemView> all(ViewContext context) {
    List<SystemView> all =
        new ArrayList<>(
            new InformationSchema(
                    context.database().name(), context.database().accounts()::accountName)
                .views());
    all.addAll(mosqlViews(context));
    return all;
  }

  private static List<SystemView> mosqlViews(ViewContext context) {
    return List.of(
        schemas(),
        tables(),
        SizeViews.tables(),
        SizeViews.indexes(),
        CommentsView.comments(),
        columns(),
        views(),
        indexes(),
        constraints(),
        keyColumns(),
        foreignKeys(),
        sequences(),
        FunctionViews.functions(new MosqlTypeFactory()),
        FunctionViews.columns(new MosqlTypeFactory()),
        SettingsView.of(context),
        SessionViews.sessions(context),
        privileged(SessionViews.slowStatements(context)),
        privileged(SessionViews.statements(context)),
        dual(),
        SessionViews.transactions(context),
        ProgressView.of(context),
        AccountViews.users(context),
        AccountViews.roles(context),
        AccountViews.grants(context),
        AccountViews.databases(context),
        privileged(StorageViews.log(context)),
        StatisticsView.statistics(),
        privileged(StorageViews.storage(context)),
        StorageViews.preparedTransactions(context),
        privileged(StorageViews.snapshots(context)),
        privileged(ContentionViews.locks(context)),
        privileged(ContentionViews.conflicts(context)),
        privileged(ClusterViews.of(context)),
        privileged(ClusterViews.nodes(context)));
  }

  /** Restricts a view on all accounts to administrators. */
  static SystemView privileged(SystemView view) {
    return new SystemView(
        view.schema(),
        view.name(),
        view.columns(),
        request -> {
          if (!request.privileges().administrator()) {
            throw PrivilegeChecker.denied("SELECT", "view", view.schema() + "." + view.name());
          }
          return view.rows().rows(request);
        });
  }

  static SystemView.Column text(String name) {
    return new SystemView.Column(name, SqlType.TEXT);
  }

  static SystemView.Column number(String name) {
    return new SystemView.Column(name, SqlType.BIGINT);
  }

  static SystemView.Column integer(String name) {
    return new SystemView.Column(name, SqlType.INTEGER);
  }

  static SystemView.Column flag(String name) {
    return new SystemView.Column(name, SqlType.BOOLEAN);
  }

  static SystemView view(
      String name,
      List<SystemView.Column> columns,
      BiConsumer<SystemView.Request, Consumer<@Nullable Object[]>> rows) {
    return new SystemView(
        SCHEMA,
        name,
        columns,
        request -> {
          List<@Nullable Object[]> made = new ArrayList<>();
          rows.accept(request, made::add);
          return made;
        });
  }

  static Object[] row(@Nullable Object... values) {
    return values;
  }

  /** One row, for SELECT .. FROM dual. */
  private static SystemView dual() {
    return view("dual", List.of(text("dummy")), (request, out) -> out.accept(row("X")));
  }

  private static SystemView schemas() {
    return view(
        "schemas",
        List.of(text("schema_name")),
        (request, out) -> request.catalog().schemas().forEach(schema -> out.accept(row(schema))));
  }

  private static SystemView tables() {
    return view(
        "tables",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("table_type"),
            text("remarks"),
            number("row_count")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            long rows = request.rowCount(table.rowTree());
            String remarks = request.catalog().comment(CommentTarget.whole(table.id()));
            out.accept(row(table.schema(), table.name(), kind(table), remarks, rows));
          }
          for (ViewDef view : request.catalog().views()) {
            String remarks = request.catalog().comment(CommentTarget.whole(view.id()));
            out.accept(row(view.schema(), view.name(), "VIEW", remarks, null));
          }
          for (SystemView view : request.catalog().systemViews()) {
            out.accept(row(view.schema(), view.name(), "SYSTEM VIEW", null, null));
          }
        });
  }

  private static SystemView columns() {
    return view(
        "columns",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("column_name"),
            integer("ordinal_position"),
            text("type_name"),
            integer("data_type"),
            integer("column_size"),
            integer("decimal_digits"),
            flag("is_nullable"),
            text("column_default"),
            flag("is_autoincrement"),
            text("remarks"),
            flag("is_generated"),
            text("generation_expression")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            int position = 0;
            for (ColumnDef c : table.columns()) {
              if (!c.hidden()) {
                String defaultSql = c.defaultSql();
                out.accept(
                    column(
                        table.schema(),
                        table.name(),
                        c.name(),
                        ++position,
                        c.type(),
                        table.isJson(c) ? "JSON" : JdbcTypes.name(c.type()),
                        c.nullable(),
                        defaultSql,
                        c.autoIncrement(),
                        request.catalog().comment(CommentTarget.column(table.id(), c.ordinal())),
                        c.generatedSql()));
              }
            }
          }
          for (ViewDef view : request.catalog().views()) {
            int position = 0;
            for (ViewDef.Column c : view.columns()) {
              String name = c.name();
              String remarks = request.catalog().comment(CommentTarget.column(view.id(), position));
              out.accept(
                  column(
                      view.schema(),
                      view.name(),
                      name,
                      ++position,
                      c.type(),
                      JdbcTypes.name(c.type()),
                      c.nullable(),
                      null,
                      false,
                      remarks,
                      null));
            }
          }
          for (SystemView view : request.catalog().systemViews()) {
            int position = 0;
            for (SystemView.Column c : view.columns()) {
              out.accept(
                  column(
                      view.schema(),
                      view.name(),
                      c.name(),
                      ++position,
                      c.type(),
                      JdbcTypes.name(c.type()),
                      true,
                      null,
                      false,
                      null,
                      null));
            }
          }
        });
  }

  private static Object[] column(
      String schema,
      String table,
      String name,
      int position,
      SqlType type,
      String typeName,
      boolean nullable,
      @Nullable String defaultSql,
      boolean autoIncrement,
      @Nullable String remarks,
      @Nullable String generatedSql) {
    return row(
        schema,
        table,
        name,
        position,
        typeName,
        JdbcTypes.code(type.kind()),
        JdbcTypes.precision(type),
        JdbcTypes.decimalDigits(type),
        nullable,
        defaultSql,
        autoIncrement,
        remarks,
        generatedSql != null,
        generatedSql);
  }

  private static SystemView views() {
    return view(
        "views",
        List.of(text("schema_name"), text("view_name"), text("view_definition")),
        (request, out) ->
            request
                .catalog()
                .views()
                .forEach(
                    view ->
                        out.accept(
                            row(
                                view.schema(),
                                view.name(),
                                CurrentViewQuery.of(view, request.catalog())))));
  }

  private static String columnName(TableDef table, int column) {
    return table.columns().get(column).name();
  }

  private static SystemView indexes() {
    return view(
        "indexes",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("index_name"),
            flag("is_unique"),
            flag("is_primary"),
            integer("ordinal_position"),
            text("column_name"),
            flag("is_descending"),
            flag("is_building"),
            flag("is_included"),
            text("condition"),
            text("operator_class")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : table.declaredIndexes()) {
              OperatorClass items = index.extent().items();
              int position = 0;
              for (KeyColumn c : index.columns()) {
                out.accept(
                    row(
                        table.schema(),
                        table.name(),
                        index.name(),
                        index.isKey(),
                        index.isPrimaryKey(),
                        ++position,
                        table.keyName(c.column()),
                        c.descending(),
                        index.writeOnly(),
                        position > index.declared().size(),
                        index.partial() ? columnName(table, index.extent().filter()) : null,
                        items == null ? null : items.sql()));
              }
            }
          }
        });
  }

  private static SystemView constraints() {
    return view(
        "constraints",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("constraint_name"),
            text("constraint_type"),
            text("check_clause"),
            text("deferrability")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : table.declaredIndexes()) {
              if (index.isKey() && !index.writeOnly() && table.isPlain(index)) {
                String type = index.isPrimaryKey() ? "PRIMARY KEY" : "UNIQUE";
                out.accept(constraint(table, index.name(), type, null, index.deferrability()));
              }
            }
            for (ForeignKeyDef key : table.foreignKeys()) {
              out.accept(constraint(table, key.name(), "FOREIGN KEY", null, key.deferrability()));
            }
            for (CheckDef check : table.checks()) {
              out.accept(
                  constraint(
                      table, check.name(), "CHECK", check.sql(), Deferrability.NOT_DEFERRABLE));
            }
          }
        });
  }

  private static @Nullable Object[] constraint(
      TableDef table,
      String name,
      String type,
      @Nullable String check,
      Deferrability deferrability) {
    return row(
        table.schema(), table.name(), name, type, check, deferrability.name().replace('_', ' '));
  }

  private static SystemView keyColumns() {
    return view(
        "key_columns",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("constraint_name"),
            integer("ordinal_position"),
            text("column_name")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : table.declaredIndexes()) {
              int position = 0;
              for (KeyColumn c :
                  index.isKey() && !index.writeOnly() && table.isPlain(index)
                      ? index.columns()
                      : List.<KeyColumn>of()) {
                out.accept(
                    row(
                        table.schema(),
                        table.name(),
                        index.name(),
                        ++position,
                        columnName(table, c.column())));
              }
            }
          }
        });
  }

  private static SystemView foreignKeys() {
    return view(
        "foreign_keys",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("constraint_name"),
            integer("ordinal_position"),
            text("column_name"),
            text("referenced_schema"),
            text("referenced_table"),
            text("referenced_constraint"),
            text("referenced_column"),
            text("delete_rule"),
            text("update_rule"),
            text("deferrability")),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (TableDef table : catalog.tables()) {
            for (ForeignKeyDef key : table.foreignKeys()) {
              TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
              IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()));
              for (int i = 0; i < key.columns().size(); i++) {
                out.accept(
                    row(
                        table.schema(),
                        table.name(),
                        key.name(),
                        i + 1,
                        columnName(table, key.columns().get(i)),
                        parent.schema(),
                        parent.name(),
                        index.name(),
                        columnName(parent, index.columns().get(i).column()),
                        key.onDelete().words(),
                        key.onUpdate().words(),
                        key.deferrability().name().replace('_', ' ')));
              }
            }
          }
        });
  }

  private static SystemView sequences() {
    return view(
        "sequences",
        List.of(
            text("schema_name"),
            text("sequence_name"),
            number("start_value"),
            number("increment"),
            text("owner_table")),
        (request, out) ->
            request
                .catalog()
                .sequences()
                .forEach(
                    s -> {
                      TableDef owner = request.catalog().table(s.ownerTable());
                      out.accept(
                          row(
                              s.schema(),
                              s.name(),
                              s.start(),
                              s.increment(),
                              owner == null ? null : owner.name()));
                    }));
  }

  private static String kind(TableDef table) {
    return table.schema().equals(CatalogWithTemporaryTables.SCHEMA) ? "LOCAL TEMPORARY" : "TABLE";
  }
}
