package io.mosql.sql.planner.cost;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnStatistics;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.CollationRules;
import io.mosql.sql.planner.expression.Rexes;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the fraction of a table's rows that meet conditions: from the statistics of ANALYZE,
 * else by defaults for the form of the condition.
 */
public final class SelectivityEstimator {
  private static final long MILLIS_PER_DAY = 86_400_000;

  private static final double LEAST = 1e-9;

  /**
   * Fraction of the values with the fixed prefix of a LIKE pattern that match the whole pattern.
   */
  private static final double BEHIND_PREFIX = 0.5;

  /** Fraction of texts that contain some word. */
  private static final double WITHIN = 0.05;

  private static final int SHORT_PATTERN = 4;

  private static final double DEPENDENT = 0.5;

  private final TableDef table;
  private final @Nullable RelationStatistics figures;

  SelectivityEstimator(TableDef table, @Nullable RelationStatistics figures) {
    this.table = table;
    this.figures = figures;
  }

  /** Whether the table has statistics. */
  public boolean hasStatistics() {
    return figures != null;
  }

  /** A column compared with a constant. */
  private record Comparison(int column, SqlKind kind, byte[] value) {}

  /**
   * Estimates the fraction of rows that meet all conditions.
   *
   * @param conjuncts conditions over the table's columns
   */
  public double of(List<RexNode> conjuncts) {
    double share = 1;
    Map<Integer, List<Comparison>> ranges = new TreeMap<>();
    Set<Integer> keys = new TreeSet<>();
    for (RexNode conjunct : conjuncts) {
      Comparison range = range(conjunct);
      int key = range == null ? keyColumn(conjunct) : -1;
      if (range != null) {
        ranges.computeIfAbsent(range.column, unused -> new ArrayList<>()).add(range);
      } else if (key >= 0) {
        keys.add(key);
      } else {
        share *=
            figures != null && isCorrelatedOr(conjunct)
                ? correlatedOr(conjunct, conjuncts)
                : of(conjunct);
      }
    }
    for (Map.Entry<Integer, List<Comparison>> entry : ranges.entrySet()) {
      share *= between(estimates(entry.getKey()), entry.getValue());
    }
    return Math.max(LEAST, Math.min(1, share * averageEqualFraction(keys)));
  }

  /** Whether the condition is an OR in which each branch has a condition on an outer row alone. */
  private static boolean isCorrelatedOr(RexNode condition) {
    return condition.getKind() == SqlKind.OR
        && ((RexCall) condition)
            .getOperands().stream()
                .allMatch(
                    branch ->
                        Rexes.conjunctions(branch).stream()
                            .anyMatch(SelectivityEstimator::isOuter));
  }

  private static boolean isOuter(RexNode condition) {
    return Rexes.fields(condition).isEmpty() && !condition.isAlwaysTrue();
  }

  /**
   * Estimates the fraction of rows that meet an OR for one outer row. The outer row meets the OR's
   * restriction on it ({@code OrRestrictionExtractor}), so it is assumed to select one branch. If
   * the corresponding restriction of this table is among the conjuncts, only the choice of the
   * branch remains to be estimated.
   */
  private double correlatedOr(RexNode or, List<RexNode> conjuncts) {
    List<RexNode> branches = ((RexCall) or).getOperands();
    double share = 0;
    for (RexNode branch : branches) {
      List<RexNode> own = new ArrayList<>(Rexes.conjunctions(branch));
      own.removeIf(SelectivityEstimator::isOuter);
      share += of(own);
    }
    boolean derived =
        conjuncts.stream()
            .anyMatch(
                other ->
                    other.getKind() == SqlKind.OR
                        && !isCorrelatedOr(other)
                        && Rexes.fields(other).equals(Rexes.fields(or)));
    return (derived ? 1 : Math.min(1, share)) / branches.size();
  }

  /** Estimates the fraction of rows in which the columns equal values not known now. */
  double averageEqualFraction(BitSet columns) {
    double share = 1;
    Set<Integer> known = new TreeSet<>();
    for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
      if (estimates(i) == null) {
        share *= CardinalityEstimator.EQUAL;
      } else {
        known.add(i);
      }
    }
    return share * averageEqualFraction(known);
  }

  /** Estimates the fraction of rows in which columns equal values not known at planning time. */
  private double averageEqualFraction(Set<Integer> columns) {
    Set<Integer> rest = new TreeSet<>(columns);
    RelationStatistics.Combination most = null;
    for (RelationStatistics.Combination combination :
        figures == null ? List.<RelationStatistics.Combination>of() : figures.combinations()) {
      boolean larger = most == null || combination.ordinals().size() > most.ordinals().size();
      if (larger && columns.containsAll(indexes(combination))) {
        most = combination;
      }
    }
    double share = 1;
    if (most != null) {
      share = 1 / Math.max(1, most.distinct());
      rest.removeAll(indexes(most));
    }
    // Columns that are used together in joins tend to be correlated.
    double exponent = most == null ? 1 : DEPENDENT;
    List<Double> shares = new ArrayList<>();
    rest.forEach(
        column -> shares.add(Objects.requireNonNull(estimates(column)).averageEqualFraction()));
    Collections.sort(shares);
    for (double one : shares) {
      share *= Math.pow(one, exponent);
      exponent *= DEPENDENT;
    }
    return share;
  }

  /** Returns the indexes of the columns; -1 for a column that was dropped. */
  private List<Integer> indexes(RelationStatistics.Combination combination) {
    List<Integer> indexes = new ArrayList<>();
    for (int ordinal : combination.ordinals()) {
      int index = table.columns().size() - 1;
      while (index >= 0 && table.columns().get(index).ordinal() != ordinal) {
        index--;
      }
      indexes.add(index);
    }
    return indexes;
  }

  private static double between(@Nullable ColumnSelectivity column, List<Comparison> comparisons) {
    if (column == null || !column.hasValues()) {
      return Math.pow(CardinalityEstimator.RANGE, comparisons.size());
    }
    double low = 0;
    double high = 1 - column.nullFraction();
    for (Comparison comparison : comparisons) {
      double below = column.belowFraction(comparison.value);
      double upTo = below + column.equalFraction(comparison.value);
      switch (comparison.kind) {
        case GREATER_THAN -> low = Math.max(low, upTo);
        case GREATER_THAN_OR_EQUAL -> low = Math.max(low, below);
        case LESS_THAN -> high = Math.min(high, below);
        default -> high = Math.min(high, upTo);
      }
    }
    return Math.max(LEAST, high - low);
  }

  private double of(RexNode condition) {
    if (figures == null) {
      return CardinalityEstimator.selectivity(condition);
    }
    return switch (condition.getKind()) {
      case EQUALS, NOT_EQUALS -> equality((RexCall) condition);
      case IS_NULL, IS_NOT_NULL -> nullity((RexCall) condition);
      case LIKE -> like((RexCall) condition);
      case NOT -> 1 - of(Rexes.conjunctions(((RexCall) condition).getOperands().get(0)));
      case AND -> of(((RexCall) condition).getOperands());
      case OR -> {
        double share = 0;
        for (RexNode operand : ((RexCall) condition).getOperands()) {
          share += of(Rexes.conjunctions(operand));
        }
        yield Math.min(1, share);
      }
      case INPUT_REF -> {
        ColumnSelectivity column = column(condition);
        byte[] yes = column == null ? null : column.encoded(true);
        yield column == null || yes == null
            ? CardinalityEstimator.selectivity(condition)
            : column.equalFraction(yes);
      }
      default -> CardinalityEstimator.selectivity(condition);
    };
  }

  private double equality(RexCall call) {
    Comparison comparison = comparison(call);
    ColumnSelectivity column = comparison == null ? null : estimates(comparison.column);
    if (comparison == null || column == null) {
      return CardinalityEstimator.selectivity(call);
    }
    double equal = column.equalFraction(comparison.value);
    return call.getKind() == SqlKind.EQUALS
        ? equal
        : Math.max(LEAST, 1 - column.nullFraction() - equal);
  }

  private double nullity(RexCall call) {
    ColumnSelectivity column = column(call.getOperands().get(0));
    if (column == null) {
      return CardinalityEstimator.selectivity(call);
    }
    return call.getKind() == SqlKind.IS_NULL ? column.nullFraction() : 1 - column.nullFraction();
  }

  private double like(RexCall call) {
    ColumnSelectivity column = column(call.getOperands().get(0));
    String pattern =
        call.getOperands().get(1) instanceof RexLiteral literal
                && RexLiteralValues.value(literal) instanceof String text
            ? text
            : null;
    if (column == null || !column.hasValues() || pattern == null || call.getOperands().size() > 2) {
      return CardinalityEstimator.selectivity(call);
    }
    int end = 0;
    while (end < pattern.length() && "%_\\".indexOf(pattern.charAt(end)) < 0) {
      end++;
    }
    String prefix = pattern.substring(0, end);
    byte[] from = column.encoded(prefix);
    if (prefix.isEmpty() || from == null) {
      return pattern.length() > SHORT_PATTERN ? WITHIN : CardinalityEstimator.selectivity(call);
    }
    if (end == pattern.length()) {
      return column.equalFraction(from);
    }
    byte[] to = column.encoded(prefix + Character.MAX_VALUE);
    double share = to == null ? 1 : column.belowFraction(to) - column.belowFraction(from);
    boolean more = !pattern.substring(end).equals("%");
    return Math.max(LEAST, share * (more ? BEHIND_PREFIX : 1));
  }

  /**
   * Returns the column that the condition equates with a value not known at planning time, or -1.
   */
  private int keyColumn(RexNode condition) {
    if (condition.getKind() != SqlKind.EQUALS || comparison(condition) != null) {
      return -1;
    }
    List<RexNode> operands = ((RexCall) condition).getOperands();
    for (int i = 0; i < 2; i++) {
      ColumnSelectivity column = column(operands.get(i));
      if (column != null && Rexes.fields(operands.get(1 - i)).isEmpty()) {
        return index(operands.get(i));
      }
    }
    return -1;
  }

  private @Nullable Comparison range(RexNode condition) {
    return switch (condition.getKind()) {
      case GREATER_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL ->
          comparison(condition);
      default -> null;
    };
  }

  /** Returns the comparison of a column that has statistics with a constant, or null. */
  private @Nullable Comparison comparison(RexNode condition) {
    if (figures == null || !(condition instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    Comparison comparison = comparison(left, call.getKind(), right);
    return comparison != null ? comparison : comparison(right, call.getKind().reverse(), left);
  }

  private @Nullable Comparison comparison(RexNode side, SqlKind kind, RexNode constant) {
    ColumnSelectivity column = column(side);
    if (column == null) {
      return null;
    }
    Object value = value(constant);
    byte[] encoded = value == null ? null : column.encoded(value);
    return encoded == null ? null : new Comparison(index(side), kind, encoded);
  }

  /**
   * Returns the value of a literal, or of a literal date plus or minus an interval; null for other
   * expressions.
   */
  private static @Nullable Object value(RexNode constant) {
    if (constant instanceof RexLiteral literal) {
      return SqlTypeUtil.isInterval(literal.getType()) ? null : RexLiteralValues.value(literal);
    }
    boolean sum = constant.getKind() == SqlKind.PLUS || constant.getKind() == SqlKind.MINUS;
    if (!sum
        || constant.getType().getSqlTypeName() != SqlTypeName.DATE
        || !(((RexCall) constant).getOperands().get(0) instanceof RexLiteral date)
        || !(((RexCall) constant).getOperands().get(1) instanceof RexLiteral interval)
        || !SqlTypeUtil.isInterval(interval.getType())
        || !(RexLiteralValues.value(date) instanceof Integer days)) {
      return null;
    }
    BigDecimal amount = interval.getValueAs(BigDecimal.class);
    if (amount == null) {
      return null;
    }
    long signed = constant.getKind() == SqlKind.PLUS ? amount.longValue() : -amount.longValue();
    boolean months =
        interval.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
    try {
      LocalDate from = LocalDate.ofEpochDay(days);
      LocalDate to = months ? from.plusMonths(signed) : from.plusDays(signed / MILLIS_PER_DAY);
      return Math.toIntExact(to.toEpochDay());
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  /**
   * Returns the index of the column that the expression is, ignoring a cast or collation; or -1.
   */
  private int index(RexNode node) {
    RexInputRef keyed = CollationRules.column(node, table);
    if (keyed != null) {
      return keyed.getIndex();
    }
    RexNode inner = node.getKind() == SqlKind.CAST ? ((RexCall) node).getOperands().get(0) : node;
    return inner instanceof RexInputRef ref ? ref.getIndex() : -1;
  }

  private @Nullable ColumnSelectivity column(RexNode node) {
    int index = index(node);
    return index < 0 ? null : estimates(index);
  }

  @Nullable ColumnSelectivity estimates(int index) {
    if (figures == null) {
      return null;
    }
    ColumnDef column = table.columns().get(index);
    ColumnStatistics known = figures.column(column);
    SqlType type = column.type();
    return known == null ? null : new ColumnSelectivity(known, type);
  }
}
