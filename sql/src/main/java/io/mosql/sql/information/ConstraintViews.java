package io.mosql.sql.information;

import static io.mosql.sql.information.InformationViewBuilder.integer;
import static io.mosql.sql.information.InformationViewBuilder.text;
import static io.mosql.sql.information.InformationViewBuilder.texts;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.Deferrability;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.ddl.ColumnReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The constraint views of {@code information_schema}. Every unique index is listed as a constraint,
 * however it was created; NOT NULL is not listed, it appears in {@code columns}. Immutable.
 */
final class ConstraintViews {
  private final String catalogName;

  ConstraintViews(String catalogName) {
    this.catalogName = catalogName;
  }

  private static List<IndexDef> uniqueKeys(TableDef table) {
    return IndexStatisticsView.indexes(table).stream()
        .filter(index -> index.isKey() && table.isPlain(index))
        .toList();
  }

  SystemView tableConstraints() {
    return InformationViewBuilder.view(
        "table_constraints",
        texts(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_catalog",
            "table_schema",
            "table_name",
            "constraint_type",
            "is_deferrable",
            "initially_deferred",
            "enforced"),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : uniqueKeys(table)) {
              String type = index.isPrimaryKey() ? "PRIMARY KEY" : "UNIQUE";
              out.accept(constraint(table, index.name(), type, index.deferrability()));
            }
            for (ForeignKeyDef key : table.foreignKeys()) {
              out.accept(constraint(table, key.name(), "FOREIGN KEY", key.deferrability()));
            }
            for (CheckDef check : table.checks()) {
              out.accept(constraint(table, check.name(), "CHECK", Deferrability.NOT_DEFERRABLE));
            }
          }
        });
  }

  private @Nullable Object[] constraint(
      TableDef table, String name, String type, Deferrability timing) {
    return InformationViewBuilder.row(
        catalogName,
        table.schema(),
        name,
        catalogName,
        table.schema(),
        table.name(),
        type,
        timing.isDeferrable() ? "YES" : "NO",
        timing == Deferrability.INITIALLY_DEFERRED ? "YES" : "NO",
        "YES");
  }

  SystemView keyColumnUsage() {
    List<SystemView.Column> columns = new ArrayList<>();
    columns.addAll(
        texts(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_catalog",
            "table_schema",
            "table_name",
            "column_name"));
    columns.add(integer("ordinal_position"));
    columns.add(integer("position_in_unique_constraint"));
    columns.addAll(
        texts("referenced_table_schema", "referenced_table_name", "referenced_column_name"));
    return InformationViewBuilder.view(
        "key_column_usage",
        columns,
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (IndexDef index : uniqueKeys(table)) {
              uniqueColumns(table, index, out);
            }
            for (ForeignKeyDef key : table.foreignKeys()) {
              foreignColumns(table, key, request.catalog(), out);
            }
          }
        });
  }

  private void uniqueColumns(TableDef table, IndexDef index, Consumer<@Nullable Object[]> out) {
    int position = 0;
    for (KeyColumn part : index.columns()) {
      out.accept(keyColumn(table, index.name(), part.column(), ++position, null, null, null, null));
    }
  }

  private void foreignColumns(
      TableDef table, ForeignKeyDef key, Catalog catalog, Consumer<@Nullable Object[]> out) {
    TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
    IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()));
    for (int i = 0; i < key.columns().size(); i++) {
      String referred = parent.columns().get(index.columns().get(i).column()).name();
      out.accept(
          keyColumn(
              table,
              key.name(),
              key.columns().get(i),
              i + 1,
              i + 1,
              parent.schema(),
              parent.name(),
              referred));
    }
  }

  private @Nullable Object[] keyColumn(
      TableDef table,
      String constraint,
      int column,
      int position,
      @Nullable Integer positionThere,
      @Nullable String schemaThere,
      @Nullable String tableThere,
      @Nullable String columnThere) {
    return InformationViewBuilder.row(
        catalogName,
        table.schema(),
        constraint,
        catalogName,
        table.schema(),
        table.name(),
        table.columns().get(column).name(),
        position,
        positionThere,
        schemaThere,
        tableThere,
        columnThere);
  }

  /** The columns that constraints use; for foreign keys the referenced columns. */
  SystemView constraintColumnUsage() {
    return InformationViewBuilder.view(
        "constraint_column_usage",
        texts(
            "table_catalog",
            "table_schema",
            "table_name",
            "column_name",
            "constraint_catalog",
            "constraint_schema",
            "constraint_name"),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (TableDef table : catalog.tables()) {
            for (IndexDef index : uniqueKeys(table)) {
              keyUsage(table, index, table.schema(), index.name(), out);
            }
            for (ForeignKeyDef key : table.foreignKeys()) {
              TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
              IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()));
              keyUsage(parent, index, table.schema(), key.name(), out);
            }
            for (CheckDef check : table.checks()) {
              checkUsage(table, check, out);
            }
          }
        });
  }

  private void keyUsage(
      TableDef table,
      IndexDef index,
      String schema,
      String constraint,
      Consumer<@Nullable Object[]> out) {
    for (KeyColumn part : index.columns()) {
      out.accept(usage(table, table.columns().get(part.column()), schema, constraint));
    }
  }

  private void checkUsage(TableDef table, CheckDef check, Consumer<@Nullable Object[]> out) {
    Set<String> named = ColumnReferences.in(check.sql());
    for (ColumnDef column : table.columns()) {
      if (named.contains(column.name())) {
        out.accept(usage(table, column, table.schema(), check.name()));
      }
    }
  }

  private @Nullable Object[] usage(
      TableDef table, ColumnDef column, String schema, String constraint) {
    return InformationViewBuilder.row(
        catalogName, table.schema(), table.name(), column.name(), catalogName, schema, constraint);
  }

  SystemView referentialConstraints() {
    return InformationViewBuilder.view(
        "referential_constraints",
        texts(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "unique_constraint_catalog",
            "unique_constraint_schema",
            "unique_constraint_name",
            "match_option",
            "update_rule",
            "delete_rule",
            "table_name",
            "referenced_table_name"),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (TableDef table : catalog.tables()) {
            for (ForeignKeyDef key : table.foreignKeys()) {
              TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
              IndexDef index = Objects.requireNonNull(parent.index(key.parentIndexId()));
              out.accept(
                  InformationViewBuilder.row(
                      catalogName,
                      table.schema(),
                      key.name(),
                      catalogName,
                      parent.schema(),
                      index.name(),
                      "NONE",
                      key.onUpdate().words(),
                      key.onDelete().words(),
                      table.name(),
                      parent.name()));
            }
          }
        });
  }

  SystemView checkConstraints() {
    return InformationViewBuilder.view(
        "check_constraints",
        List.of(
            text("constraint_catalog"),
            text("constraint_schema"),
            text("constraint_name"),
            text("check_clause"),
            text("table_name")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            for (CheckDef check : table.checks()) {
              out.accept(
                  InformationViewBuilder.row(
                      catalogName, table.schema(), check.name(), check.sql(), table.name()));
            }
          }
        });
  }
}
