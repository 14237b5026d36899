package io.mosql.sql.information;

import static io.mosql.sql.information.InformationViewBuilder.integer;
import static io.mosql.sql.information.InformationViewBuilder.number;
import static io.mosql.sql.information.InformationViewBuilder.text;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnStatistics;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** View {@code information_schema.statistics}, MySQL's list of indexes. Pure. */
final class IndexStatisticsView {
  private IndexStatisticsView() {}

  static SystemView view(String catalogName) {
    return InformationViewBuilder.view(
        "statistics",
        List.of(
            text("table_catalog"),
            text("table_schema"),
            text("table_name"),
            integer("non_unique"),
            text("index_schema"),
            text("index_name"),
            integer("seq_in_index"),
            text("column_name"),
            text("collation"),
            number("cardinality"),
            text("nullable"),
            text("index_type"),
            text("index_comment")),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (TableDef table : catalog.tables()) {
            for (IndexDef index : indexes(table)) {
              int position = 0;
              for (KeyColumn part : index.declared()) {
                ColumnDef column = table.columns().get(part.column());
                out.accept(
                    InformationViewBuilder.row(
                        catalogName,
                        table.schema(),
                        table.name(),
                        index.isKey() ? 0 : 1,
                        table.schema(),
                        index.name(),
                        ++position,
                        table.keyName(part.column()),
                        direction(index, part),
                        cardinality(table, index, position, catalog, request::rowCount),
                        column.nullable() ? "YES" : "",
                        method(index),
                        catalog.comment(CommentTarget.index(table.id(), index.name()))));
              }
            }
          }
        });
  }

  /** D for descending, A for ascending; null where there is no order. */
  static @Nullable String direction(IndexDef index, KeyColumn part) {
    return index.inverted() ? null : part.descending() ? "D" : "A";
  }

  /** The access method of the index. */
  static String method(IndexDef index) {
    return index.inverted() ? "GIN" : "BTREE";
  }

  /** The declared primary key and the indexes that queries may use. */
  static List<IndexDef> indexes(TableDef table) {
    return table.declaredIndexes().stream().filter(index -> !index.writeOnly()).toList();
  }

  /**
   * The number of distinct values of the first columns of an index, as far as it is known: from the
   * number of rows where the index is unique, from ANALYZE for a single column.
   *
   * @param rowCount rows in a tree
   */
  static @Nullable Long cardinality(
      TableDef table, IndexDef index, int columns, Catalog catalog, LongUnaryOperator rowCount) {
    if (index.isKey() && columns == index.columns().size()) {
      return rowCount.applyAsLong(index.id());
    }
    RelationStatistics figures = catalog.statistics(table.id());
    if (columns > 1 || figures == null) {
      return null;
    }
    ColumnStatistics known = figures.column(table.columns().get(index.columns().get(0).column()));
    return known == null ? null : Math.round(known.distinct());
  }
}
