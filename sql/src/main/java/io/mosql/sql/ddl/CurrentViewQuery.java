package io.mosql.sql.ddl;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.parser.MosqlParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the stored query of a view to the current names of tables and columns. In FROM, a
 * renamed table gets its old name as an alias, as in PostgreSQL; renamed columns get their old
 * names from a subquery. Pure.
 */
public final class CurrentViewQuery {
  /** Replacements by schema and name in the query: a relation with an alias. */
  private final Map<List<String>, String> changed = new HashMap<>();

  /** The columns that the query knows, of the tables whose replacement has a rowid besides them. */
  private final Map<List<String>, List<String>> beside = new HashMap<>();

  private CurrentViewQuery() {}

  public static String of(ViewDef view, Catalog catalog) {
    CurrentViewQuery present = new CurrentViewQuery();
    for (ViewDef.Source source : view.sources()) {
      String relation = present.relation(view, source, catalog);
      if (relation != null) {
        present.changed.put(List.of(source.schema(), source.name()), relation);
      }
    }
    return present.changed.isEmpty() ? view.sql() : present.rewritten(view.sql());
  }

  /** The replacement of a source; null when its names are unchanged. */
  private @Nullable String relation(ViewDef view, ViewDef.Source source, Catalog catalog) {
    TableDef table = catalog.table(source.object());
    ViewDef inner = catalog.view(source.object());
    if (source.object() == 0 || table == null && inner == null) {
      return null;
    }
    String schema = table != null ? table.schema() : Objects.requireNonNull(inner).schema();
    String name = table != null ? table.name() : Objects.requireNonNull(inner).name();
    String alias = " AS " + sql(source.name());
    List<String> present = new ArrayList<>();
    List<String> known = new ArrayList<>();
    if (table != null) {
      for (ViewDef.Part part : source.columns()) {
        table.columns().stream()
            .filter(column -> column.ordinal() == part.ordinal() && !column.hidden())
            .forEach(
                column -> {
                  present.add(column.name());
                  known.add(part.name());
                });
      }
    }
    boolean sameColumns = table == null || present.equals(known) && present.equals(visible(table));
    if (sameColumns) {
      boolean same = schema.equals(source.schema()) && name.equals(source.name());
      return same ? null : sql(schema, name) + alias;
    }
    List<String> items = new ArrayList<>();
    for (int i = 0; i < present.size(); i++) {
      String item = sql(present.get(i));
      items.add(present.get(i).equals(known.get(i)) ? item : item + " AS " + sql(known.get(i)));
    }
    if (!known.contains("rowid") && view.sql().contains("\"rowid\"")) {
      items.add("\"rowid\""); // the pseudo column, or an unused one
      beside.put(List.of(source.schema(), source.name()), known);
    }
    return "(SELECT " + String.join(", ", items) + " FROM " + sql(schema, name) + ")" + alias;
  }

  private static List<String> visible(TableDef table) {
    return table.columns().stream().filter(c -> !c.hidden()).map(ColumnDef::name).toList();
  }

  private static String sql(String... names) {
    return MosqlParser.toSql(
        new SqlIdentifier(List.of(names), org.apache.calcite.sql.parser.SqlParserPos.ZERO));
  }

  private String rewritten(String sql) {
    SqlNode query = MosqlParser.parse(sql);
    SqlNode plain = query.accept(new Plain());
    return MosqlParser.toSql(
        QueryTableNames.replaced(plain == null ? query : plain, id -> replacement(id)));
  }

  private SqlNode replacement(SqlIdentifier id) {
    String relation = changed.get(id.names);
    if (relation == null) {
      return id;
    }
    SqlNode query = MosqlParser.parse("SELECT * FROM " + relation);
    return Objects.requireNonNull(((SqlSelect) query).getFrom());
  }

  /**
   * Writes TABLE x as SELECT * FROM x, and removes the schema from names of columns. Lists the
   * columns instead of {@code *} where that would have the rowid of a replacement among them.
   */
  private final class Plain extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      SqlNode plain =
          call.getKind() == SqlKind.EXPLICIT_TABLE
              ? MosqlParser.parse("SELECT * FROM " + MosqlParser.toSql(call.operand(0)))
              : super.visit(call);
      if (plain instanceof SqlSelect select && !beside.isEmpty()) {
        new StarredColumns(beside, select).expand();
      }
      return plain instanceof SqlCall as && as.getKind() == SqlKind.AS ? named(as) : plain;
    }

    /** Adds the rowid of a replacement to the names of its columns, if these have names. */
    private SqlCall named(SqlCall as) {
      if (as.operandCount() == 2
          || !(as.operand(0) instanceof SqlIdentifier table)
          || !beside.containsKey(table.names)) {
        return as;
      }
      List<SqlNode> operands = new ArrayList<>(as.getOperandList());
      operands.add(new SqlIdentifier("rowid", as.getParserPosition()));
      return as.getOperator().createCall(as.getParserPosition(), operands);
    }

    @Override
    public SqlNode visit(SqlIdentifier id) {
      int names = id.names.size();
      return names > 2 && changed.containsKey(id.names.subList(0, 2))
          ? id.getComponent(1, names)
          : id;
    }
  }
}
