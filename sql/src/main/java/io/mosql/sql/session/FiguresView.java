package io.mosql.sql.session;

import static io.mosql.sql.session.SystemViews.number;
import static io.mosql.sql.session.SystemViews.row;
import static io.mosql.sql.session.SystemViews.text;
import static io.mosql.sql.session.SystemViews.view;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnFigures;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.TableFigures;
import io.mosql.sql.rights.Access;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * View {@code mosql.statistics}: what ANALYZE found out, a row for each column. It tells values of
 * rows, and so only of tables that may be read.
 */
final class FiguresView {
  private FiguresView() {}

  static SystemView statistics() {
    return view(
        "statistics",
        List.of(
            text("schema_name"),
            text("table_name"),
            text("column_name"),
            new SystemView.Column("analyzed_at", SqlType.TIMESTAMP),
            number("row_count"),
            number("sampled_rows"),
            new SystemView.Column("null_share", SqlType.DOUBLE),
            number("distinct_values"),
            text("minimum"),
            text("maximum"),
            text("common_values"),
            text("histogram")),
        (request, out) -> {
          Catalog catalog = request.catalog();
          for (TableDef table : catalog.tables()) {
            TableFigures figures = catalog.figures(table.id());
            if (figures != null && mayRead(table, request.standing(), catalog)) {
              add(table, figures, out);
            }
          }
        });
  }

  private static boolean mayRead(TableDef table, Standing standing, Catalog catalog) {
    if (standing.mayDoEverything()) {
      return true;
    }
    try {
      new Access(standing, catalog).requireTable(table, Right.SELECT);
      return true;
    } catch (MosqlException e) {
      if (e.state() != SqlState.PRIVILEGE) {
        throw e;
      }
      return false;
    }
  }

  private static void add(TableDef table, TableFigures figures, Consumer<@Nullable Object[]> out) {
    for (ColumnDef column : table.columns()) {
      ColumnFigures known = figures.column(column);
      if (known != null) {
        List<byte[]> bounds = known.bounds();
        out.accept(
            row(
                table.schema(),
                table.name(),
                column.name(),
                figures.wallMicros(),
                figures.rows(),
                figures.sampled(),
                known.nullShare(),
                Math.round(known.distinct()),
                end(known, false, column.type()),
                end(known, true, column.type()),
                known.common().isEmpty()
                    ? null
                    : shown(
                        known.common().stream().map(ColumnFigures.Common::value).toList(),
                        column.type()),
                bounds.isEmpty() ? null : shown(bounds, column.type())));
      }
    }
  }

  /** The least or greatest value that was seen. */
  private static @Nullable String end(ColumnFigures figures, boolean greatest, SqlType type) {
    byte[] end = null;
    List<byte[]> bounds = figures.bounds();
    if (!bounds.isEmpty()) {
      end = bounds.get(greatest ? bounds.size() - 1 : 0);
    }
    for (ColumnFigures.Common common : figures.common()) {
      if (end == null || java.util.Arrays.compareUnsigned(common.value(), end) > 0 == greatest) {
        end = common.value();
      }
    }
    return end == null ? null : shown(end, type);
  }

  private static String shown(List<byte[]> values, SqlType type) {
    return values.stream()
        .map(value -> shown(value, type))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String shown(byte[] encoded, SqlType type) {
    Object value = new KeyReader(encoded).column(type, false);
    return String.valueOf(Coercion.cast(value, type, SqlType.TEXT));
  }
}
