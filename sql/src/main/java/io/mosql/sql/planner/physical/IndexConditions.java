package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.KeyCondition;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.cost.SelectivityEstimator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Derives the condition on the columns of one ordered index from the terms of its table. On each
 * column in turn, all terms that concern it are combined; where they leave single values only, the
 * columns behind are conditioned, too, if that costs less than to read more rows.
 */
final class IndexConditions {
  /** Maximum number of spans that a product of lists may have. */
  private static final int MAX_PRODUCT = 10_000;

  /**
   * Weight of a row that the narrower spans leave out: it would not only be read, but certified,
   * too.
   */
  private static final double NEEDLESS = 2;

  /** Assumed fraction of rows with a fixed beginning of a text. */
  private static final double PREFIX = 0.1;

  private static final double NOT_EQUAL = 0.9;
  private static final double NULL = 0.1;

  /** Assumed probability that a condition without columns is true. */
  private static final double OPEN = 0.1;

  private final CardinalityEstimator estimates;
  private final SelectivityEstimator selectivity;
  private final RexBuilder rex;
  private final TableDef table;
  private final IndexDef index;
  private final int[] columns;
  private final double perRow;

  /**
   * Creates the derivation for an index.
   *
   * @param perRow cost of reading a row by the index
   */
  IndexConditions(PlanContext context, TableDef table, IndexDef index, double perRow) {
    this.estimates = context.estimates();
    this.selectivity = estimates.selectivity(table);
    this.rex = context.rex();
    this.table = table;
    this.index = index;
    this.columns = columns(table, index);
    this.perRow = perRow;
  }

  /** Returns the columns of the keys, up to the first one that is repeated. */
  private static int[] columns(TableDef table, IndexDef index) {
    List<KeyColumn> keys = table.entryColumns(index);
    BitSet known = new BitSet();
    int[] columns = new int[keys.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = keys.get(i).column();
      if (known.get(columns[i])) {
        return Arrays.copyOf(columns, i);
      }
      known.set(columns[i]);
    }
    return columns;
  }

  /**
   * What an index does for the conjuncts.
   *
   * @param consumed conjuncts that all rows within the bounds meet
   * @param tested conjuncts that the bounds use and that are rechecked on the rows
   * @param gates conjuncts without columns that the bounds use
   * @param meanings the bounds on columns as conditions, for estimates
   * @param rows estimated number of rows within the bounds
   * @param single whether there is at most one
   */
  record Derived(
      KeyBounds bounds,
      BitSet consumed,
      BitSet tested,
      BitSet gates,
      List<RexNode> meanings,
      double rows,
      boolean single) {}

  /** Conditions from some column on, with what they were made from. */
  private record Part(
      KeyCondition condition, List<RexNode> meanings, BitSet consumed, BitSet tested) {}

  /** A condition of one term. */
  private record Single(KeyCondition condition, RexNode meaning, boolean isExact) {}

  Derived derive(List<TablePredicates.@Nullable Term> terms) {
    BitSet consumed = new BitSet();
    BitSet tested = new BitSet();
    List<RexNode> meanings = new ArrayList<>();
    List<RexNode> prefix = new ArrayList<>();
    KeyCondition next = null;
    Part part = part(terms, 0, false);
    if (part != null) {
      consumed.or(part.consumed);
      tested.or(part.tested);
      meanings.addAll(part.meanings);
      next = part.condition;
      while (next != null && isEquality(head(next))) {
        prefix.add(head(next).values().get(0));
        next = next instanceof KeyCondition.Then then ? then.tail() : null;
      }
    }
    boolean unique = index.primary() || index.unique();
    boolean points =
        unique
            && prefix.size() + (next == null ? 0 : next.pointColumns()) == columns.length
            && (next == null || !next.selectsNull());
    double spans = next == null ? 1 : next.spans();
    double rows = points ? spans : rows(prefix, next, meanings);
    boolean single = points && spans <= 1;
    List<KeyCondition> behind = new ArrayList<>();
    if (next != null) {
      behind.add(next);
    }
    BitSet gates = addGates(terms, behind, consumed, tested);
    KeyCondition all =
        behind.isEmpty() ? null : behind.size() == 1 ? behind.get(0) : new KeyCondition.And(behind);
    return new Derived(
        prefix.isEmpty() && all == null ? KeyBounds.ALL : new KeyBounds(prefix, all),
        consumed,
        tested,
        gates,
        meanings,
        Math.min(rows, estimates.entries(table, index)),
        single);
  }

  /** Adds the terms without columns, and returns their numbers. */
  private static BitSet addGates(
      List<TablePredicates.@Nullable Term> terms,
      List<KeyCondition> conditions,
      BitSet consumed,
      BitSet tested) {
    BitSet gates = new BitSet();
    for (int i = 0; i < terms.size(); i++) {
      if (terms.get(i) instanceof TablePredicates.Gate gate) {
        conditions.add(new KeyCondition.When(gate.condition()));
        (gate.isExact() ? consumed : tested).set(i);
        gates.set(i);
      }
    }
    return gates;
  }

  private static KeyCondition head(KeyCondition condition) {
    return condition instanceof KeyCondition.Then then ? then.head() : condition;
  }

  private static boolean isEquality(KeyCondition condition) {
    return condition instanceof KeyCondition.Comparison comparison
        && comparison.kind() == SqlKind.EQUALS;
  }

  /**
   * Returns the conjunction of what the terms say about the columns from one on; null for nothing.
   *
   * @param gates whether terms without columns are used
   */
  private @Nullable Part part(
      List<? extends TablePredicates.@Nullable Term> terms, int offset, boolean gates) {
    return part(terms, offset, gates, new BitSet());
  }

  private @Nullable Part part(
      List<? extends TablePredicates.@Nullable Term> terms,
      int offset,
      boolean gates,
      BitSet done) {
    if (offset == columns.length) {
      return null;
    }
    List<KeyCondition> conditions = new ArrayList<>();
    List<RexNode> meanings = new ArrayList<>();
    BitSet consumed = new BitSet();
    BitSet tested = new BitSet();
    for (int i = 0; i < terms.size(); i++) {
      TablePredicates.Term term = terms.get(i);
      Single single = term == null || done.get(i) ? null : single(term, offset, gates);
      if (single != null) {
        conditions.add(single.condition);
        meanings.add(single.meaning);
        (single.isExact ? consumed : tested).set(i);
      }
    }
    if (conditions.isEmpty()) {
      return null;
    }
    KeyCondition head =
        conditions.size() == 1 ? conditions.get(0) : new KeyCondition.And(conditions);
    Part part = new Part(head, meanings, consumed, tested);
    int behind = offset + head.pointColumns();
    if (behind == offset) {
      return part;
    }
    BitSet decided = (BitSet) done.clone();
    decided.or(consumed);
    Part tail = part(terms, behind, false, decided);
    if (tail == null || !isCheaper(part, tail, offset)) {
      return part;
    }
    meanings.addAll(tail.meanings);
    consumed.or(tail.consumed);
    tested.or(tail.tested);
    tested.andNot(consumed);
    return new Part(
        new KeyCondition.Then(head, tail.condition), List.copyOf(meanings), consumed, tested);
  }

  /** Whether it is cheaper to read the spans of the tail within those of the head. */
  private boolean isCheaper(Part head, Part tail, int offset) {
    double spans = head.condition.spans();
    double product = spans * tail.condition.spans();
    if (product <= spans || product > MAX_PRODUCT) {
      return product <= spans;
    }
    BitSet equal = with(new BitSet(), 0, offset);
    double wide = rows(head.condition, offset, equal);
    double narrow = rows(new KeyCondition.Then(head.condition, tail.condition), offset, equal);
    return (product - spans) * CostModel.SEEK <= (wide - narrow) * perRow * NEEDLESS;
  }

  private @Nullable Single single(TablePredicates.Term term, int offset, boolean gates) {
    if (term instanceof TablePredicates.Test test) {
      return test.column() == columns[offset]
          ? new Single(test.condition(), test.meaning(), test.isExact())
          : null;
    } else if (term instanceof TablePredicates.Gate gate) {
      return gates
          ? new Single(new KeyCondition.When(gate.condition()), gate.condition(), gate.isExact())
          : null;
    } else if (term instanceof TablePredicates.All all) {
      return single(all, offset, gates);
    } else if (term instanceof TablePredicates.Any any) {
      return any(any, offset);
    }
    for (TablePredicates.Term form : ((TablePredicates.Forms) term).terms()) {
      Single found = single(form, offset, gates);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Single single(TablePredicates.All all, int offset, boolean gates) {
    Part part = part(all.terms(), offset, gates);
    if (part == null) {
      return null;
    }
    RexNode node = all.node();
    boolean exact = node != null && part.consumed.cardinality() == all.terms().size();
    return new Single(
        part.condition,
        exact ? Objects.requireNonNull(node) : RexUtil.composeConjunction(rex, part.meanings),
        exact);
  }

  private @Nullable Single any(TablePredicates.Any any, int offset) {
    List<KeyCondition> branches = new ArrayList<>();
    List<RexNode> meanings = new ArrayList<>();
    boolean exact = true;
    for (TablePredicates.Term branch : any.terms()) {
      Single single = single(branch, offset, true);
      if (single == null) {
        return null;
      }
      branches.add(single.condition);
      meanings.add(single.meaning);
      exact &= single.isExact;
    }
    if (branches.stream().allMatch(KeyCondition.When.class::isInstance)) {
      return null;
    }
    return new Single(
        new KeyCondition.Or(branches),
        exact ? any.node() : RexUtil.composeDisjunction(rex, meanings),
        exact);
  }

  private double rows(List<RexNode> prefix, @Nullable KeyCondition next, List<RexNode> meanings) {
    int bound = prefix.size() + (next == null ? 0 : next.columns());
    if (bound == 0) {
      return estimates.rows(table);
    }
    BitSet equal = with(new BitSet(), 0, prefix.size());
    if (selectivity.hasStatistics() && noneIsVirtual(bound)) {
      double rows = estimates.rows(table) * selectivity.of(meanings);
      return hasPrimaryKey(equal) ? Math.max(1, rows) : rows;
    }
    return next == null ? equalRows(equal) : rows(next, prefix.size(), equal);
  }

  /** Whether ANALYZE has statistics for the first columns; it has none for expressions. */
  private boolean noneIsVirtual(int count) {
    for (int i = 0; i < count; i++) {
      if (table.columns().get(columns[i]).virtual()) {
        return false;
      }
    }
    return true;
  }

  /** Estimates the number of rows without statistics. */
  private double rows(KeyCondition condition, int offset, BitSet equal) {
    double all = equalRows(equal);
    if (condition instanceof KeyCondition.Comparison comparison) {
      return switch (comparison.kind()) {
        case EQUALS -> equalRows(with(equal, offset, 1));
        case NOT_EQUALS -> all * NOT_EQUAL;
        default -> all * CardinalityEstimator.RANGE;
      };
    } else if (condition instanceof KeyCondition.In in) {
      return in.values().size() * equalRows(with(equal, offset, 1));
    } else if (condition instanceof KeyCondition.IsNull isNull) {
      return isNull.negated() ? all : all * NULL;
    } else if (condition instanceof KeyCondition.Prefix) {
      return all * PREFIX;
    } else if (condition instanceof KeyCondition.When) {
      return all * OPEN;
    } else if (condition instanceof KeyCondition.And and) {
      return and(and, offset, equal, all);
    } else if (condition instanceof KeyCondition.Or or) {
      double sum = 0;
      for (KeyCondition part : or.parts()) {
        sum += rows(part, offset, equal);
      }
      return Math.min(all, sum);
    }
    KeyCondition.Then then = (KeyCondition.Then) condition;
    int points = then.head().pointColumns();
    double behind =
        then.head().spans() * rows(then.tail(), offset + points, with(equal, offset, points));
    return Math.min(behind, rows(then.head(), offset, equal));
  }

  /** Several bounds of the same side count once; a list of values contains all bounds. */
  private double and(KeyCondition.And and, int offset, BitSet equal, double all) {
    double least = all;
    double lower = 1;
    double upper = 1;
    double others = 1;
    for (KeyCondition part : and.parts()) {
      double rows = rows(part, offset, equal);
      if (part.pointColumns() > 0) {
        least = Math.min(least, rows);
      } else if (part instanceof KeyCondition.Comparison comparison
          && comparison.kind() != SqlKind.NOT_EQUALS) {
        boolean below =
            comparison.kind() == SqlKind.LESS_THAN
                || comparison.kind() == SqlKind.LESS_THAN_OR_EQUAL;
        lower = below ? lower : CardinalityEstimator.RANGE;
        upper = below ? CardinalityEstimator.RANGE : upper;
      } else {
        others *= all == 0 ? 1 : rows / all;
      }
    }
    return Math.min(least, all * lower * upper * others);
  }

  private BitSet with(BitSet equal, int offset, int count) {
    BitSet more = (BitSet) equal.clone();
    for (int i = 0; i < count; i++) {
      more.set(columns[offset + i]);
    }
    return more;
  }

  private double equalRows(BitSet equal) {
    if (hasPrimaryKey(equal)) {
      return 1;
    }
    return equal.isEmpty() ? estimates.rows(table) : estimates.equalRows(table, equal);
  }

  /** Whether the columns identify a row; an index is then no better than the primary key. */
  private boolean hasPrimaryKey(BitSet equal) {
    return table.primary().columns().stream().allMatch(key -> equal.get(key.column()));
  }
}
