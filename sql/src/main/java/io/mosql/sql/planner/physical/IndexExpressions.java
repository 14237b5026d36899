package io.mosql.sql.planner.physical;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The expressions of indexes and the conditions of partial indexes, in the same form as in queries.
 * The planner matches them with conditions and replaces them by virtual columns. One per statement.
 */
public final class IndexExpressions {
  /** The value for no column. */
  static final int NONE = -1;

  private final TableExpressionPlanner expressions;
  private final Map<Long, Map<Integer, RexNode>> known = new HashMap<>();

  public IndexExpressions(TableExpressionPlanner expressions) {
    this.expressions = expressions;
  }

  /** Returns the table column, possibly virtual, that an expression over its row is; or NONE. */
  public int column(RexNode expression, TableDef table) {
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

  /**
   * Returns the field of the virtual column, of any of the sources, that an expression is; or NONE.
   */
  int field(RexNode expression, List<LogicalPlan.Source> sources) {
    for (LogicalPlan.Source source : sources) {
      if (source.type().projectsRight()
          && source.input() instanceof LogicalPlan.Scan scan
          && !of(scan.table()).isEmpty()
          && Rexes.fields(expression).stream()
              .allMatch(field -> field >= source.offset() && field < source.end())) {
        int column = column(JoinOrderSearch.toSource(expression, source), scan.table());
        if (column != NONE) {
          return source.offset() + column;
        }
      }
    }
    return NONE;
  }

  /** Returns the conjuncts of a partial index's predicate. */
  public List<RexNode> conjuncts(TableDef table, IndexDef index) {
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

  /** Whether two expressions are structurally equal, ignoring nullability. */
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
