package io.mosql.sql.ddl;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Finds the columns that stored expressions refer to. Pure. */
public final class ColumnReferences {
  private ColumnReferences() {}

  /** The names of columns in an expression, each once. */
  public static Set<String> in(String sql) {
    Set<String> names = new HashSet<>();
    MosqlParser.parseExpression(sql)
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlIdentifier id) {
                names.add(NameResolver.last(id));
                return null;
              }
            });
    return names;
  }

  /** Whether the expression names the column. */
  static boolean mentions(String sql, String column) {
    return in(sql).contains(column);
  }

  /** The columns of the table that the expression names. */
  static ColumnSet in(String sql, TableDef table) {
    Set<String> names = in(sql);
    return ColumnSet.of(
        IntStream.range(0, table.columns().size())
            .filter(c -> names.contains(table.columns().get(c).name()))
            .toArray());
  }

  /** The expression with unqualified column names, since the table may be renamed. */
  static SqlNode unqualified(SqlNode expression) {
    SqlNode changed =
        expression.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                return id.isSimple() || id.isStar()
                    ? id
                    : new SqlIdentifier(NameResolver.last(id), id.getParserPosition());
              }
            });
    return changed == null ? expression : changed;
  }

  /** The expression after a renaming of the column. */
  static String renamed(String sql, String from, String to) {
    if (!mentions(sql, from)) {
      return sql;
    }
    SqlNode expression = MosqlParser.parseExpression(sql);
    SqlNode changed =
        expression.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                if (!NameResolver.last(id).equals(from)) {
                  return id;
                }
                List<String> names = new ArrayList<>(id.names);
                names.set(names.size() - 1, to);
                return new SqlIdentifier(names, id.getParserPosition());
              }
            });
    return MosqlParser.toSql(changed == null ? expression : changed);
  }
}
