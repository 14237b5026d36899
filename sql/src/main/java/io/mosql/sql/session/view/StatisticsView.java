package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.number;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnStatistics;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.privilege.PrivilegeChecker;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * View {@code mosql.statistics}: the statistics that ANALYZE collected, one row per column. It
 * reveals values of rows, and therefore shows only tables that the account may read.
 */
final class StatisticsView {
  private StatisticsView() {}

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
            RelationStatistics figures = catalog.statistics(table.id());
            if (figures != null && mayRead(table, request.privileges(), catalog)) {
              add(table, figures, out);
            }
          }
        });
  }

  private static boolean mayRead(TableDef table, AccountPrivileges privileges, Catalog catalog) {
    if (privileges.hasAllPrivileges()) {
      return true;
    }
    try {
      new PrivilegeChecker(privileges, catalog).requireTable(table, Privilege.SELECT);
      return true;
    } catch (MosqlException e) {
      if (e.state() != SqlState.PRIVILEGE) {
        throw e;
      }
      return false;
    }
  }

  private static void add(
      TableDef table, RelationStatistics figures, Consumer<@Nullable Object[]> out) {
    for (ColumnDef column : table.columns()) {
      ColumnStatistics known = figures.column(column);
      if (known != null) {
        List<byte[]> bounds = known.bounds();
        out.accept(
            row(
                table.schema(),
                table.name(),
                column.name(),
                figures.wallMicros(),
                figures.rows(),
                figures.sampledRows(),
                known.nullShare(),
                Math.round(known.distinct()),
                end(known, false, column.type()),
                end(known, true, column.type()),
                known.common().isEmpty()
                    ? null
                    : shown(
                        known.common().stream().map(ColumnStatistics.Common::value).toList(),
                        column.type()),
                bounds.isEmpty() ? null : shown(bounds, column.type())));
      }
    }
  }

  /** The least or greatest sampled value. */
  private static @Nullable String end(ColumnStatistics figures, boolean greatest, SqlType type) {
    byte[] end = null;
    List<byte[]> bounds = figures.bounds();
    if (!bounds.isEmpty()) {
      end = bounds.get(greatest ? bounds.size() - 1 : 0);
    }
    for (ColumnStatistics.Common common : figures.common()) {
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
