package io.mosql.sql.planner.optimize;

import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.ComparisonCastRemover;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * What keys tell about the rows of a relation. Only keys that hold at every moment count: not those
 * of deferrable constraints and of indexes that are being built. Pure.
 */
final class UniqueKeys {
  private UniqueKeys() {}

  /**
   * Whether no two rows have equal values in the fields.
   *
   * @param nullsAreEqual whether NULLs are equal values, as in DISTINCT, rather than different
   *     ones, as in a join
   */
  static boolean areUnique(RelNode rel, BitSet fields, boolean nullsAreEqual) {
    if (rel instanceof MosqlTableScan scan) {
      return isKey(scan.tableDef(), fields, nullsAreEqual);
    } else if (rel instanceof Project project) {
      return areUnique(project.getInput(), inputs(project, fields), nullsAreEqual);
    } else if (rel instanceof Filter filter) {
      BitSet known = (BitSet) fields.clone();
      addEqualFields(
          Rexes.conjunctions(filter.getCondition()),
          0,
          filter.getRowType().getFieldCount(),
          filter.getCluster().getRexBuilder(),
          known);
      return areUnique(filter.getInput(), known, nullsAreEqual);
    } else if (rel instanceof SharedQuery reference) {
      return areUnique(reference.getInput(), fields, nullsAreEqual);
    } else if (rel instanceof Sort sort) {
      return isAtMostOne(sort) || areUnique(sort.getInput(), fields, nullsAreEqual);
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate.getGroupType() == Aggregate.Group.SIMPLE
          && fields.nextClearBit(0) >= aggregate.getGroupCount();
    } else if (rel instanceof Join join) {
      return isUnique(join, fields, nullsAreEqual);
    } else if (rel instanceof SetOp setOp) {
      return (!setOp.all || !(setOp instanceof Union))
          && (setOp.all
              ? areUnique(setOp.getInput(0), fields, nullsAreEqual)
              : fields.cardinality() == setOp.getRowType().getFieldCount());
    }
    return rel instanceof Values values && values.getTuples().size() <= 1;
  }

  private static boolean isKey(TableDef table, BitSet fields, boolean nullsAreEqual) {
    if (isKey(table.primary(), table, fields, nullsAreEqual)) {
      return true;
    }
    for (IndexDef index : table.readableIndexes()) {
      if (isKey(index, table, fields, nullsAreEqual)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKey(
      IndexDef index, TableDef table, BitSet fields, boolean nullsAreEqual) {
    return index.unique()
        && !index.partial()
        && index.columns().stream()
            .allMatch(
                key -> {
                  ColumnDef column = table.columns().get(key.column());
                  return fields.get(key.column()) && !(nullsAreEqual && column.nullable());
                });
  }

  /** Returns the fields of the input that fields of a projection are. */
  private static BitSet inputs(Project project, BitSet fields) {
    BitSet inputs = new BitSet();
    for (int i = fields.nextSetBit(0); i >= 0; i = fields.nextSetBit(i + 1)) {
      if (project.getProjects().get(i) instanceof RexInputRef ref) {
        inputs.set(ref.getIndex());
      }
    }
    return inputs;
  }

  private static boolean isAtMostOne(Sort sort) {
    BigDecimal rows =
        sort.fetch instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    return rows != null && rows.compareTo(BigDecimal.ONE) <= 0;
  }

  private static boolean isUnique(Join join, BitSet fields, boolean nullsAreEqual) {
    int width = join.getLeft().getRowType().getFieldCount();
    boolean left = areUnique(join.getLeft(), fields.get(0, width), nullsAreEqual);
    if (!join.getJoinType().projectsRight()) {
      return left;
    }
    boolean right =
        areUnique(
            join.getRight(), fields.get(width, join.getRowType().getFieldCount()), nullsAreEqual);
    // a row that is extended by NULLs occurs once, but is equal to a row of NULLs
    return switch (join.getJoinType()) {
      case INNER ->
          left && right
              || left && matchesAtMostOnce(join, false)
              || right && matchesAtMostOnce(join, true);
      case LEFT -> left && (right || matchesAtMostOnce(join, false));
      case RIGHT -> right && (left || matchesAtMostOnce(join, true));
      default -> false;
    };
  }

  /** Whether each row of one side of a join meets the condition with at most one of the other. */
  static boolean matchesAtMostOnce(Join join, boolean otherIsLeft) {
    int width = join.getLeft().getRowType().getFieldCount();
    int end = width + join.getRight().getRowType().getFieldCount();
    BitSet equal = new BitSet();
    addEqualFields(
        Rexes.conjunctions(join.getCondition()),
        otherIsLeft ? 0 : width,
        otherIsLeft ? width : end,
        join.getCluster().getRexBuilder(),
        equal);
    return areUnique(otherIsLeft ? join.getLeft() : join.getRight(), equal, false);
  }

  /**
   * Adds the fields of a range that the conditions compare for equality with values that depend on
   * no field of the range.
   */
  private static void addEqualFields(
      List<RexNode> conjuncts, int from, int to, RexBuilder rex, BitSet equal) {
    for (RexNode conjunct : conjuncts) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && ComparisonCastRemover.withoutCasts(conjunct, rex) instanceof RexCall call) {
        addEqualField(call.getOperands().get(0), call.getOperands().get(1), from, to, equal);
        addEqualField(call.getOperands().get(1), call.getOperands().get(0), from, to, equal);
      }
    }
  }

  private static void addEqualField(RexNode node, RexNode value, int from, int to, BitSet equal) {
    RexNode text = CollationRules.collatedText(node);
    if ((text == null ? node : text) instanceof RexInputRef ref
        && ref.getIndex() >= from
        && ref.getIndex() < to
        && Expressions.isPlain(value)
        && Rexes.fields(value).get(from, to).isEmpty()) {
      equal.set(ref.getIndex() - from);
    }
  }
}
