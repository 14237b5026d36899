package io.mosql.sql.information;

import static io.mosql.sql.information.InformationViewBuilder.integer;
import static io.mosql.sql.information.InformationViewBuilder.text;
import static io.mosql.sql.information.InformationViewBuilder.yesNo;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.view.UpdatableView;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** View {@code information_schema.columns}. One object for each query; not thread-safe. */
final class ColumnsView {
  private static final List<SystemView.Column> COLUMNS =
      List.of(
          text("table_catalog"),
          text("table_schema"),
          text("table_name"),
          text("column_name"),
          integer("ordinal_position"),
          text("column_default"),
          text("is_nullable"),
          text("data_type"),
          integer("character_maximum_length"),
          integer("character_octet_length"),
          integer("numeric_precision"),
          integer("numeric_precision_radix"),
          integer("numeric_scale"),
          integer("datetime_precision"),
          text("interval_type"),
          integer("interval_precision"),
          text("character_set_catalog"),
          text("character_set_schema"),
          text("character_set_name"),
          text("collation_catalog"),
          text("collation_schema"),
          text("collation_name"),
          text("domain_catalog"),
          text("domain_schema"),
          text("domain_name"),
          text("udt_catalog"),
          text("udt_schema"),
          text("udt_name"),
          text("scope_catalog"),
          text("scope_schema"),
          text("scope_name"),
          integer("maximum_cardinality"),
          text("dtd_identifier"),
          text("is_self_referencing"),
          text("is_identity"),
          text("identity_generation"),
          text("identity_start"),
          text("identity_increment"),
          text("identity_maximum"),
          text("identity_minimum"),
          text("identity_cycle"),
          text("is_generated"),
          text("generation_expression"),
          text("is_updatable"),
          text("column_type"),
          text("column_key"),
          text("extra"),
          text("column_comment"));

  private final String catalogName;
  private final Catalog catalog;
  private final Consumer<@Nullable Object[]> out;

  private ColumnsView(String catalogName, Catalog catalog, Consumer<@Nullable Object[]> out) {
    this.catalogName = catalogName;
    this.catalog = catalog;
    this.out = out;
  }

  static SystemView view(String catalogName) {
    return InformationViewBuilder.view(
        "columns",
        COLUMNS,
        (request, out) -> new ColumnsView(catalogName, request.catalog(), out).write());
  }

  private void write() {
    for (TableDef table : catalog.tables()) {
      int position = 0;
      for (int i = 0; i < table.columns().size(); i++) {
        if (!table.columns().get(i).hidden()) {
          ofTable(table, i, ++position);
        }
      }
    }
    for (ViewDef view : catalog.views()) {
      int position = 0;
      UpdatableView updatable = UpdatableView.find(view, catalog);
      for (ViewDef.Column column : view.columns()) {
        ofView(
            view.schema(),
            view.name(),
            column.name(),
            ++position,
            column.type(),
            column.nullable(),
            updatable != null && updatable.columns().get(position - 1) >= 0,
            catalog.comment(CommentTarget.column(view.id(), position - 1)));
      }
    }
    for (SystemView view : catalog.systemViews()) {
      int position = 0;
      for (SystemView.Column column : view.columns()) {
        ofView(
            view.schema(),
            view.name(),
            column.name(),
            ++position,
            column.type(),
            true,
            false,
            null);
      }
    }
  }

  private void ofTable(TableDef table, int index, int position) {
    ColumnDef column = table.columns().get(index);
    SequenceDef sequence = column.autoIncrement() ? catalog.sequence(column.sequenceId()) : null;
    TypeDescription type =
        table.isJson(column) ? TypeDescription.JSON : TypeDescription.of(column.type());
    out.accept(
        InformationViewBuilder.row(
            catalogName,
            table.schema(),
            table.name(),
            column.name(),
            position,
            column.defaultSql(),
            yesNo(column.nullable()),
            type.name(),
            type.characters(),
            type.octets(),
            type.precision(),
            type.radix(),
            type.scale(),
            type.fraction(),
            null,
            null,
            null,
            null,
            null,
            column.type().isPlain() ? null : catalogName,
            column.type().isPlain() ? null : "pg_catalog",
            column.type().isPlain() ? null : column.type().collation().sqlName(),
            null,
            null,
            null,
            catalogName,
            "pg_catalog",
            type.udt(),
            null,
            null,
            null,
            null,
            Integer.toString(position),
            "NO",
            yesNo(sequence != null),
            sequence == null ? null : column.always() ? "ALWAYS" : "BY DEFAULT",
            sequence == null ? null : Long.toString(sequence.start()),
            sequence == null ? null : Long.toString(sequence.increment()),
            sequence == null ? null : Long.toString(sequence.maximum()),
            sequence == null ? null : Long.toString(sequence.minimum()),
            yesNo(sequence != null && sequence.cycle()),
            column.generated() ? "ALWAYS" : "NEVER",
            column.generatedSql(),
            "YES",
            TypeDescription.listed(column.type()),
            key(table, index),
            extra(column),
            catalog.comment(CommentTarget.column(table.id(), column.ordinal()))));
  }

  private void ofView(
      String schema,
      String view,
      String name,
      int position,
      SqlType columnType,
      boolean nullable,
      boolean updatable,
      @Nullable String comment) {
    TypeDescription type = TypeDescription.of(columnType);
    out.accept(
        InformationViewBuilder.row(
            catalogName,
            schema,
            view,
            name,
            position,
            null,
            yesNo(nullable),
            type.name(),
            type.characters(),
            type.octets(),
            type.precision(),
            type.radix(),
            type.scale(),
            type.fraction(),
            null,
            null,
            null,
            null,
            null,
            columnType.isPlain() ? null : catalogName,
            columnType.isPlain() ? null : "pg_catalog",
            columnType.isPlain() ? null : columnType.collation().sqlName(),
            null,
            null,
            null,
            catalogName,
            "pg_catalog",
            type.udt(),
            null,
            null,
            null,
            null,
            Integer.toString(position),
            "NO",
            "NO",
            null,
            null,
            null,
            null,
            null,
            "NO",
            "NEVER",
            null,
            yesNo(updatable),
            TypeDescription.listed(columnType),
            "",
            "",
            comment));
  }

  /**
   * The keys that contain a column, in MySQL's notation: {@code PRI} for the primary key, {@code
   * UNI} for a unique key of its own, {@code MUL} for the first column of another index.
   */
  static String key(TableDef table, int column) {
    IndexDef primary = table.primaryKey();
    if (primary != null && primary.columns().stream().anyMatch(c -> c.column() == column)) {
      return "PRI";
    }
    String key = "";
    for (IndexDef index : table.readableIndexes()) {
      if (index.columns().get(0).column() == column) {
        if (index.isKey() && index.columns().size() == 1 && !index.partial()) {
          return "UNI";
        }
        key = "MUL";
      }
    }
    return key;
  }

  /** How the values of a column are generated, in MySQL's notation. */
  static String extra(ColumnDef column) {
    return column.autoIncrement() ? "auto_increment" : column.generated() ? "STORED GENERATED" : "";
  }
}
