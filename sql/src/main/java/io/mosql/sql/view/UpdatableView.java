package io.mosql.sql.view;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.parser.MosqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * A view whose rows are rows of one table, so that it can be updated like that table: it selects
 * from the table or from another such view, with at most a WHERE clause. Immutable except for the
 * syntax trees, which are created anew by each {@link #of}.
 *
 * @param inner the view that it selects from; null for the table itself
 * @param from the FROM item as written
 * @param items its select items without {@code *}
 * @param condition its WHERE clause, or null
 * @param columns indexes of the table's columns, parallel to the columns of the view; -1 for an
 *     expression
 */
public record UpdatableView(
    ViewDef view,
    TableDef table,
    @Nullable UpdatableView inner,
    SqlNode from,
    List<SqlNode> items,
    @Nullable SqlNode condition,
    List<Integer> columns) {
  private static final Set<String> AGGREGATES =
      Set.of(
          ("ANY_VALUE ARRAY_AGG AVG BIT_AND BIT_OR BIT_XOR BOOL_AND BOOL_OR CORR COUNT COVAR_POP"
                  + " COVAR_SAMP EVERY GROUP_CONCAT GROUPING JSON_AGG JSON_ARRAYAGG JSON_OBJECT_AGG"
                  + " JSON_OBJECTAGG JSONB_AGG JSONB_OBJECT_AGG LISTAGG MAX MIN MODE"
                  + " PERCENTILE_CONT PERCENTILE_DISC SOME STD STDDEV STDDEV_POP STDDEV_SAMP"
                  + " STRING_AGG SUM VAR_POP VAR_SAMP VARIANCE REGR_AVGX REGR_AVGY REGR_COUNT"
                  + " REGR_INTERCEPT REGR_R2 REGR_SLOPE REGR_SXX REGR_SXY REGR_SYY")
              .split(" "));

  public UpdatableView {
    items = List.copyOf(items);
    columns = List.copyOf(columns);
  }

  /** Signals that a view is not updatable. */
  public static final class NotUpdatable extends Exception {
    private static final long serialVersionUID = 1L;

    NotUpdatable(String reason) {
      super(reason);
    }

    /** The reason, as a sentence without full stop. */
    public String reason() {
      return Objects.requireNonNull(getMessage());
    }
  }

  /** Returns the view if it is updatable, else null. */
  public static @Nullable UpdatableView find(ViewDef view, Catalog catalog) {
    try {
      return of(view, catalog);
    } catch (NotUpdatable e) {
      return null;
    }
  }

  /**
   * Resolves a view.
   *
   * @throws NotUpdatable when the view is not updatable
   */
  public static UpdatableView of(ViewDef view, Catalog catalog) throws NotUpdatable {
    SqlNode query = MosqlParser.parse(view.sql());
    if (query instanceof SqlOrderBy ordered) {
      if (ordered.fetch != null || ordered.offset != null) {
        throw containing("LIMIT or OFFSET");
      }
      query = ordered.query;
    }
    if (query instanceof SqlWith) {
      throw containing("WITH");
    }
    if (query.getKind() == SqlKind.UNION
        || query.getKind() == SqlKind.INTERSECT
        || query.getKind() == SqlKind.EXCEPT) {
      throw containing("UNION, INTERSECT, or EXCEPT");
    }
    if (query.getKind() == SqlKind.EXPLICIT_TABLE) {
      query = MosqlParser.parse("SELECT * FROM " + MosqlParser.toSql(((SqlCall) query).operand(0)));
    }
    if (!(query instanceof SqlSelect select) || select.getFrom() == null) {
      throw ofSeveral();
    }
    requirePlain(select);
    SqlNode from = select.getFrom();
    SqlNode relation = from.getKind() == SqlKind.AS ? ((SqlCall) from).operand(0) : from;
    boolean renamed = from.getKind() == SqlKind.AS && ((SqlCall) from).operandCount() > 2;
    if (!(relation instanceof SqlIdentifier name) || renamed || view.sources().isEmpty()) {
      throw ofSeveral();
    }
    ViewDef.Source source =
        view.sources().stream()
            .filter(s -> List.of(s.schema(), s.name()).equals(name.names))
            .findFirst()
            .orElseThrow(UpdatableView::ofSeveral);
    TableDef table = catalog.table(source.object());
    ViewDef below = catalog.view(source.object());
    UpdatableView inner = null;
    if (table == null) {
      if (below == null) {
        throw ofSeveral();
      }
      inner = of(below, catalog);
      table = inner.table;
    }
    List<SqlNode> items = items(select, source);
    List<Integer> columns = new ArrayList<>();
    for (SqlNode item : items) {
      columns.add(column(item, source, table, inner));
    }
    return new UpdatableView(view, table, inner, from, items, select.getWhere(), columns);
  }

  private static void requirePlain(SqlSelect select) throws NotUpdatable {
    if (select.isDistinct()) {
      throw containing("DISTINCT");
    }
    if (select.getGroup() != null) {
      throw containing("GROUP BY");
    }
    if (select.getHaving() != null) {
      throw containing("HAVING");
    }
    if (select.getQualify() != null) {
      throw containing("QUALIFY");
    }
    Calls calls = new Calls();
    select.getSelectList().accept(calls);
    if (calls.windows) {
      throw new NotUpdatable("views that return window functions are not updatable");
    }
    if (calls.aggregates) {
      throw new NotUpdatable("views that return aggregate functions are not updatable");
    }
  }

  private static List<SqlNode> items(SqlSelect select, ViewDef.Source source) {
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier id && id.isStar()) {
        for (ViewDef.Part part : source.columns()) {
          items.add(new SqlIdentifier(part.name(), id.getParserPosition()));
        }
      } else {
        items.add(item);
      }
    }
    return items;
  }

  /** The index of the table's column that an item refers to, or -1. */
  private static int column(
      SqlNode item, ViewDef.Source source, TableDef table, @Nullable UpdatableView inner) {
    SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    if (!(value instanceof SqlIdentifier id)) {
      return -1;
    }
    String name = id.names.get(id.names.size() - 1);
    for (ViewDef.Part part : source.columns()) {
      if (part.name().equals(name)) {
        return inner == null ? table.columnAt(part.ordinal()) : inner.column(name);
      }
    }
    return -1;
  }

  /** The index of the table's column that a column of the view refers to, or -1. */
  private int column(String name) {
    int column = index(name);
    return column < 0 ? -1 : columns.get(column);
  }

  /** The index of a column of the view; -1 when there is none of this name. */
  public int index(String name) {
    for (int i = 0; i < view.columns().size(); i++) {
      if (view.columns().get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether some column of the view can be assigned a value. */
  public boolean hasUpdatableColumns() {
    return columns.stream().anyMatch(column -> column >= 0);
  }

  private static NotUpdatable containing(String what) {
    return new NotUpdatable("views containing " + what + " are not updatable");
  }

  private static NotUpdatable ofSeveral() {
    return new NotUpdatable(
        "views that do not select from a single table or view are not updatable");
  }

  /** Finds aggregate and window functions, except those of sub-queries. */
  private static final class Calls extends SqlBasicVisitor<@Nullable Void> {
    private boolean aggregates;
    private boolean windows;

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return null;
      }
      windows |= call.getKind() == SqlKind.OVER;
      aggregates |=
          call.getOperator().isAggregator()
              || AGGREGATES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
      return super.visit(call);
    }
  }
}
