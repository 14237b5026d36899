package io.mosql.sql.planner;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The expressions that indexes are over and the conditions of partial ones, in the form that
 * queries have them: the planner looks for them in conditions, and takes them for the virtual
 * column then. One per statement.
 */
final class IndexExpressions {
  /** No column. */
  static final int NONE = -1;

  private final TableExpressions expressions;
  private final Map<Long, Map<Integer, RexNode>> known = new HashMap<>();

  IndexExpressions(TableExpressions expressions) {
    this.expressions = expressions;
  }

  /** The column of a table that an expression over its row is, virtual ones too; or NONE. */
  int column(RexNode expression, TableDef table) {
    if (expression instanceof RexInputRef ref) {
      return ref.getIndex();
    }
    for (Map.Entry<Integer, RexNode> virtual : of(table).entrySet()) {
      if (same(virtual.getValue(), expression)) {
        return virtual.getKey();
      }
    }
    return NONE;
  }

  /** The virtual column of one of some sources that an expression is, as a field; or NONE. */
  int field(RexNode expression, List<Logical.Source> sources) {
    for (Logical.Source source : sources) {
      if (source.type().projectsRight()
          && source.input() instanceof Logical.Scan scan
          && !of(scan.table()).isEmpty()
          && Rexes.fields(expression).stream()
              .allMatch(field -> field >= source.offset() && field < source.end())) {
        int column = column(JoinSearch.toSource(expression, source), scan.table());
        if (column != NONE) {
          return source.offset() + column;
        }
      }
    }
    return NONE;
  }

  /** The conditions of a partial index. */
  List<RexNode> conjuncts(TableDef table, IndexDef index) {
    ColumnDef filter = table.columns().get(index.extent().filter());
    return expressions.conjuncts(table, MosqlParser.parseExpression(filter.name()));
  }

  private Map<Integer, RexNode> of(TableDef table) {
    if (table.columns().stream().noneMatch(ColumnDef::virtual)) {
      return Map.of();
    }
    return known.computeIfAbsent(
        table.id(),
        id -> {
          Map<Integer, RexNode> formulas = new HashMap<>();
          for (int i = 0; i < table.columns().size(); i++) {
            ColumnDef column = table.columns().get(i);
            if (column.virtual()) {
              formulas.put(
                  i,
                  expressions
                      .over(table, List.of(MosqlParser.parseExpression(column.name())), false)
                      .get(0));
            }
          }
          return formulas;
        });
  }

  /** Whether both give the same, by their form; whether they may be NULL is nothing of it. */
  static boolean same(RexNode a, RexNode b) {
    if (a instanceof RexInputRef one && b instanceof RexInputRef other) {
      return one.getIndex() == other.getIndex();
    }
    if (a instanceof RexCall one && b instanceof RexCall other) {
      return one.getOperator().equals(other.getOperator())
          && SqlTypeUtil.equalSansNullability(one.getType(), other.getType())
          && sameAll(one.getOperands(), other.getOperands());
    }
    return a.equals(b);
  }

  private static boolean sameAll(List<RexNode> some, List<RexNode> others) {
    boolean same = some.size() == others.size();
    for (int i = 0; same && i < some.size(); i++) {
      same = same(some.get(i), others.get(i));
    }
    return same;
  }
}
