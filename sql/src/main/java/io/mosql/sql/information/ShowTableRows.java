package io.mosql.sql.information;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The rows of MySQL's SHOW COLUMNS and SHOW INDEX, under MySQL's headings. Pure. */
public final class ShowTableRows {
  private ShowTableRows() {}

  /** Headings of SHOW FULL COLUMNS; the last one is omitted without FULL. */
  public static List<ColumnInfo> columnHeadings() {
    return List.of(
        heading("Field", SqlType.TEXT),
        heading("Type", SqlType.TEXT),
        heading("Null", SqlType.TEXT),
        heading("Key", SqlType.TEXT),
        heading("Default", SqlType.TEXT),
        heading("Extra", SqlType.TEXT),
        heading("Comment", SqlType.TEXT));
  }

  private static ColumnInfo heading(String label, SqlType type) {
    return new ColumnInfo(label, type, true, false, "", "", "");
  }

  public static List<@Nullable Object[]> columns(TableDef table, Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      ColumnDef column = table.columns().get(i);
      if (!column.hidden()) {
        rows.add(
            InformationViewBuilder.row(
                column.name(),
                TypeDescription.listed(column.type()),
                InformationViewBuilder.yesNo(column.nullable()),
                ColumnsView.key(table, i),
                column.defaultSql(),
                ColumnsView.extra(column),
                catalog.comment(CommentTarget.column(table.id(), column.ordinal()))));
      }
    }
    return rows;
  }

  public static List<@Nullable Object[]> columns(ViewDef view, Catalog catalog) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (ViewDef.Column column : view.columns()) {
      String comment = catalog.comment(CommentTarget.column(view.id(), rows.size()));
      rows.add(ofView(column.name(), column.type(), column.nullable(), comment));
    }
    return rows;
  }

  public static List<@Nullable Object[]> columns(SystemView view) {
    return view.columns().stream()
        .map(column -> ofView(column.name(), column.type(), true, null))
        .toList();
  }

  private static @Nullable Object[] ofView(
      String name, SqlType type, boolean nullable, @Nullable String comment) {
    return InformationViewBuilder.row(
        name,
        TypeDescription.listed(type),
        InformationViewBuilder.yesNo(nullable),
        "",
        null,
        "",
        comment);
  }

  /** Headings of SHOW INDEX. */
  public static List<ColumnInfo> indexHeadings() {
    return List.of(
        heading("Table", SqlType.TEXT),
        heading("Non_unique", SqlType.INTEGER),
        heading("Key_name", SqlType.TEXT),
        heading("Seq_in_index", SqlType.INTEGER),
        heading("Column_name", SqlType.TEXT),
        heading("Collation", SqlType.TEXT),
        heading("Cardinality", SqlType.BIGINT),
        heading("Null", SqlType.TEXT),
        heading("Index_type", SqlType.TEXT),
        heading("Index_comment", SqlType.TEXT));
  }

  /**
   * @param rowCount rows in a tree
   */
  public static List<@Nullable Object[]> indexes(
      TableDef table, Catalog catalog, LongUnaryOperator rowCount) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (IndexDef index : IndexStatisticsView.indexes(table)) {
      int position = 0;
      for (KeyColumn part : index.declared()) {
        ColumnDef column = table.columns().get(part.column());
        rows.add(
            InformationViewBuilder.row(
                table.name(),
                index.isKey() ? 0 : 1,
                index.name(),
                ++position,
                table.keyName(part.column()),
                IndexStatisticsView.direction(index, part),
                IndexStatisticsView.cardinality(table, index, position, catalog, rowCount),
                column.nullable() ? "YES" : "",
                IndexStatisticsView.method(index),
                catalog.comment(CommentTarget.index(table.id(), index.name()))));
      }
    }
    return rows;
  }
}
