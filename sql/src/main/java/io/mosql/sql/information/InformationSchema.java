package io.mosql.sql.information;

import static io.mosql.sql.information.InformationViewBuilder.number;
import static io.mosql.sql.information.InformationViewBuilder.row;
import static io.mosql.sql.information.InformationViewBuilder.text;
import static io.mosql.sql.information.InformationViewBuilder.texts;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogWithTemporaryTables;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.ddl.CurrentViewQuery;
import io.mosql.sql.view.UpdatableView;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The views of schema {@code information_schema}, as defined by the standard, with some columns of
 * MySQL. They show the objects on which the account has some privilege, according to the catalog of
 * the request. Immutable.
 */
public final class InformationSchema {
  private final String catalogName;
  private final LongFunction<@Nullable String> accountName;

  /**
   * @param catalogName name of the database
   * @param accountName returns an account's name, null when it was dropped
   */
  public InformationSchema(String catalogName, LongFunction<@Nullable String> accountName) {
    this.catalogName = catalogName;
    this.accountName = accountName;
  }

  public List<SystemView> views() {
    ConstraintViews constraints = new ConstraintViews(catalogName);
    return List.of(
        schemata(),
        tables(),
        ColumnsView.view(catalogName),
        viewDefinitions(),
        constraints.tableConstraints(),
        constraints.keyColumnUsage(),
        constraints.constraintColumnUsage(),
        constraints.referentialConstraints(),
        constraints.checkConstraints(),
        IndexStatisticsView.view(catalogName),
        sequences());
  }

  private SystemView schemata() {
    return InformationViewBuilder.view(
        "schemata",
        texts(
            "catalog_name",
            "schema_name",
            "schema_owner",
            "default_character_set_catalog",
            "default_character_set_schema",
            "default_character_set_name",
            "sql_path"),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (String schema : catalog.schemas()) {
            long id = catalog.schemaId(schema);
            long owner = id == 0 ? 0 : catalog.owner(id);
            String name = owner == 0 ? null : accountName.apply(owner);
            out.accept(row(catalogName, schema, name, null, null, null, null));
          }
        });
  }

  private SystemView tables() {
    return InformationViewBuilder.view(
        "tables",
        List.of(
            text("table_catalog"),
            text("table_schema"),
            text("table_name"),
            text("table_type"),
            text("is_insertable_into"),
            text("is_typed"),
            text("commit_action"),
            number("table_rows"),
            text("table_comment")),
        (request, out) -> {
          for (TableDef table : request.catalog().tables()) {
            out.accept(
                row(
                    catalogName,
                    table.schema(),
                    table.name(),
                    isTemporary(table) ? "LOCAL TEMPORARY" : "BASE TABLE",
                    "YES",
                    "NO",
                    null,
                    request.rowCount(table.rowTree()),
                    request.catalog().comment(CommentTarget.whole(table.id()))));
          }
          for (ViewDef view : request.catalog().views()) {
            out.accept(
                row(
                    catalogName,
                    view.schema(),
                    view.name(),
                    "VIEW",
                    isUpdatable(view, request.catalog()),
                    "NO",
                    null,
                    null,
                    request.catalog().comment(CommentTarget.whole(view.id()))));
          }
          for (SystemView view : request.catalog().systemViews()) {
            out.accept(
                row(
                    catalogName,
                    view.schema(),
                    view.name(),
                    "SYSTEM VIEW",
                    "NO",
                    "NO",
                    null,
                    null,
                    null));
          }
        });
  }

  private SystemView viewDefinitions() {
    return InformationViewBuilder.view(
        "views",
        texts(
            "table_catalog",
            "table_schema",
            "table_name",
            "view_definition",
            "check_option",
            "is_updatable",
            "is_insertable_into"),
        (request, out) -> {
          for (ViewDef view : request.catalog().views()) {
            String query = CurrentViewQuery.of(view, request.catalog());
            String updatable = isUpdatable(view, request.catalog());
            out.accept(
                row(
                    catalogName,
                    view.schema(),
                    view.name(),
                    query,
                    view.checkOption().name(),
                    updatable,
                    updatable));
          }
        });
  }

  private static String isUpdatable(ViewDef view, Catalog catalog) {
    UpdatableView updatable = UpdatableView.find(view, catalog);
    return updatable != null && updatable.hasUpdatableColumns() ? "YES" : "NO";
  }

  /** All sequences except those for the row ids of tables without a primary key. */
  private SystemView sequences() {
    return InformationViewBuilder.view(
        "sequences",
        List.of(
            text("sequence_catalog"),
            text("sequence_schema"),
            text("sequence_name"),
            text("data_type"),
            InformationViewBuilder.integer("numeric_precision"),
            InformationViewBuilder.integer("numeric_precision_radix"),
            InformationViewBuilder.integer("numeric_scale"),
            text("start_value"),
            text("minimum_value"),
            text("maximum_value"),
            text("increment"),
            text("cycle_option")),
        (request, out) -> {
          for (SequenceDef sequence : request.catalog().sequences()) {
            if (!numbersHiddenRows(sequence, request.catalog())) {
              out.accept(
                  row(
                      catalogName,
                      sequence.schema(),
                      sequence.name(),
                      sequence.type().toString().toLowerCase(Locale.ROOT),
                      Long.SIZE
                          - Long.numberOfLeadingZeros(SequenceDef.greatest(sequence.type()))
                          + 1,
                      2,
                      0,
                      Long.toString(sequence.start()),
                      Long.toString(sequence.minimum()),
                      Long.toString(sequence.maximum()),
                      Long.toString(sequence.increment()),
                      sequence.cycle() ? "YES" : "NO"));
            }
          }
        });
  }

  private static boolean numbersHiddenRows(SequenceDef sequence, Catalog catalog) {
    TableDef owner = catalog.table(sequence.ownerTable());
    return owner != null
        && owner.columns().stream()
            .filter(ColumnDef::hidden)
            .anyMatch(column -> column.sequenceId() == sequence.id());
  }

  private static boolean isTemporary(TableDef table) {
    return table.schema().equals(CatalogWithTemporaryTables.SCHEMA);
  }
}
