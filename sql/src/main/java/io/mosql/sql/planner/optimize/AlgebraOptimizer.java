package io.mosql.sql.planner.optimize;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCostImpl;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Rewrites of a query in relational algebra that need no estimates: narrower outer joins, no unused
 * joins, no DISTINCT of distinct rows. Sub-queries are rewritten on their own. A query that has
 * none of these costs one walk.
 */
public final class AlgebraOptimizer {
  private final Tables tables;
  private final Interrupts cancellation;

  /** The tables that may be left out. */
  public enum Tables {
    /** Those that the result does not depend on. */
    UNUSED,
    /**
     * None, because the statement locks rows or has changed some: each table is read as written.
     */
    NONE
  }

  private AlgebraOptimizer(Tables tables, Interrupts cancellation) {
    this.tables = tables;
    this.cancellation = cancellation;
  }

  /** Returns an equivalent relation of the same type; scans of tables remain the same objects. */
  public static RelNode optimize(RelNode rel, Tables tables, Interrupts cancellation) {
    return new AlgebraOptimizer(tables, cancellation).optimized(rel, true, true);
  }

  private RelNode optimized(RelNode rel, boolean values, boolean duplicates) {
    Finder finder = new Finder();
    RelNode result = rel.accept(finder);
    if (tables == Tables.NONE) {
      return finder.outerJoin ? apply(OptimizerProgram.LOCKING_OUTER_JOINS, result) : result;
    }
    boolean reference = finder.refersToScanned();
    if (finder.outerJoin || reference && finder.crossJoin) {
      result = apply(OptimizerProgram.OUTER_JOINS, result);
    }
    return finder.outerJoin || reference || finder.distinct
        ? new UnusedJoins(rel.getCluster().getRexBuilder()).remove(result, values, duplicates)
        : result;
  }

  /** Looks for what can be rewritten, and rewrites sub-queries. */
  private final class Finder extends RelHomogeneousShuttle {
    private boolean outerJoin;
    private boolean crossJoin;
    private boolean distinct;
    private final List<TableDef> scanned = new ArrayList<>();

    @Override
    public RelNode visit(RelNode node) {
      if (node instanceof SharedQuery reference && !reference.isShared()) {
        // conditions on the only reference to a query of WITH move into it
        return visit(reference.getInput());
      }
      if (node instanceof Join join) {
        outerJoin |= join.getJoinType().isOuterJoin();
        crossJoin |= join.getCondition().isAlwaysTrue();
      } else if (node instanceof Correlate lateral) {
        outerJoin |= lateral.getJoinType().isOuterJoin();
      } else if (node instanceof Aggregate aggregate) {
        distinct |= aggregate.getAggCallList().isEmpty();
      } else if (node instanceof MosqlTableScan scan) {
        scanned.add(scan.tableDef());
        return node;
      }
      return super.visit(node).accept(subQueries);
    }

    /** Whether a scanned table refers to another one. */
    boolean refersToScanned() {
      for (TableDef table : scanned) {
        for (ForeignKeyDef foreignKey : table.foreignKeys()) {
          if (scanned.stream().anyMatch(other -> other.id() == foreignKey.parentId())) {
            return true;
          }
        }
      }
      return false;
    }
  }

  private final RexShuttle subQueries =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
          RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
          boolean duplicates =
              switch (query.getKind()) {
                case EXISTS, IN, SOME -> false;
                default -> true;
              };
          RelNode rel = optimized(visited.rel, query.getKind() != SqlKind.EXISTS, duplicates);
          return rel == visited.rel ? visited : visited.clone(rel);
        }
      };

  private RelNode apply(HepProgram program, RelNode rel) {
    HepPlanner planner =
        new HepPlanner(program, null, true, null, RelOptCostImpl.FACTORY) {
          @Override
          public void checkCancel() {
            cancellation.step();
          }
        };
    planner.setRoot(rel);
    return planner.findBestExp();
  }
}
