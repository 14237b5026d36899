package io.mosql.sql.planner.cost;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.inverted.SearchOperator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the number of rows that meet a condition. Plans outlive the row counts they were made
 * from and are often made while tables are still empty. Tables that were never analyzed are
 * therefore assumed to have at least {@link #MIN_ROWS} rows, and keys weigh more than row counts.
 * Statistics of ANALYZE are used as they are, because a table is analyzed again after many changes.
 */
public final class CardinalityEstimator {
  /** Minimum number of rows assumed for a table. */
  static final double MIN_ROWS = 1000;

  public static final double EQUAL = 0.1;
  public static final double RANGE = 0.3;

  /** A non-unique index is assumed to have rows^SPREAD distinct entries. */
  private static final double SPREAD = 0.75;

  /** Without statistics, rows^GROUPED groups are assumed. */
  private static final double GROUPED = 0.8;

  private static final double LIKELY = 0.9;
  private static final double LIKE = 0.2;
  private static final double OTHER = 0.5;

  /** Assumed fraction of documents that meet a condition which an inverted index can serve. */
  private static final double MATCHING = 0.01;

  private final TableStatistics statistics;
  private final Catalog catalog;

  public CardinalityEstimator(TableStatistics statistics, Catalog catalog) {
    this.statistics = statistics;
    this.catalog = catalog;
  }

  public double rows(TableDef table) {
    double count = statistics.rowCount(table);
    return figures(table) != null ? Math.max(1, count) : Math.max(MIN_ROWS, count);
  }

  /**
   * Returns the statistics of a table; null when there are none, or when the table was empty when
   * it was analyzed.
   */
  private @Nullable RelationStatistics figures(TableDef table) {
    RelationStatistics known = catalog.statistics(table.id());
    return known == null || known.rows() == 0 ? null : known;
  }

  /** Returns the selectivity estimator of the table. */
  public SelectivityEstimator selectivity(TableDef table) {
    return new SelectivityEstimator(table, figures(table));
  }

  /**
   * Estimates the number of distinct combinations of fields in a plan's rows; at most the estimated
   * number of rows, which may be less than one.
   */
  public double groups(PlanNode input, List<Integer> fields) {
    if (fields.isEmpty()) {
      return 1;
    }
    double groups = 1;
    Map<TableDef, BitSet> columns = new LinkedHashMap<>();
    List<ColumnOrigins.@Nullable Origin> origins = new ArrayList<>();
    for (int field : fields) {
      ColumnOrigins.Origin origin = ColumnOrigins.of(input, field);
      origins.add(origin);
      if (origin != null) {
        columns.computeIfAbsent(origin.table(), unused -> new BitSet()).set(origin.column());
      }
    }
    for (Map.Entry<TableDef, BitSet> entry : columns.entrySet()) {
      if (hasKey(entry.getKey(), entry.getValue())) {
        groups = Math.max(groups, rows(entry.getKey()));
      }
    }
    if (groups > 1) {
      // rows of other tables tend to depend on the key, too
      return Math.min(groups, input.rows());
    }
    for (ColumnOrigins.@Nullable Origin origin : origins) {
      ColumnSelectivity column =
          origin == null ? null : selectivity(origin.table()).estimates(origin.column());
      if (column == null) {
        return input.rows() < 1 ? input.rows() : Math.pow(input.rows(), GROUPED);
      }
      groups *= column.distinct() + (column.nullFraction() > 0 ? 1 : 0);
    }
    return Math.min(Math.max(1, groups), input.rows());
  }

  /** Whether different rows of the table differ in the columns. */
  private static boolean hasKey(TableDef table, BitSet columns) {
    return isKey(table, table.primary(), columns)
        || table.readableIndexes().stream().anyMatch(index -> isKey(table, index, columns));
  }

  private static boolean isKey(TableDef table, IndexDef index, BitSet columns) {
    return (index.primary() || index.unique())
        && !index.partial()
        && index.columns().stream()
            .allMatch(
                key ->
                    columns.get(key.column())
                        && (index.primary() || !table.columns().get(key.column()).nullable()));
  }

  /**
   * Estimates the number of entries of an index; a partial index has fewer entries than the table
   * has rows.
   */
  public double entries(TableDef table, IndexDef index) {
    if (!index.partial()) {
      return rows(table);
    }
    double known =
        statistics.rowCount(table) < MIN_ROWS ? TableStatistics.UNKNOWN : statistics.entries(index);
    return known < 0 ? rows(table) * RANGE : Math.max(1, known);
  }

  /** Estimates the number of rows in which each of the columns equals some value. */
  public double equalRows(TableDef table, BitSet columns) {
    double rows = rows(table);
    double least = rows * Math.pow(EQUAL, columns.cardinality());
    least = Math.min(least, prefixRows(table, table.primary(), columns, rows));
    for (IndexDef index : table.readableIndexes()) {
      if (index.partial() || index.inverted()) {
        continue;
      }
      least = Math.min(least, prefixRows(table, index, columns, rows));
    }
    return least;
  }

  /** Estimates the fraction of rows in which each of the columns equals some value. */
  public double equalFraction(TableDef table, BitSet columns) {
    SelectivityEstimator selectivity = selectivity(table);
    return selectivity.hasStatistics()
        ? selectivity.averageEqualFraction(columns)
        : Math.min(1, equalRows(table, columns) / rows(table));
  }

  private double prefixRows(TableDef table, IndexDef index, BitSet columns, double rows) {
    int prefix = prefixLength(index, columns);
    int size = index.columns().size();
    if (prefix == 0) {
      return rows;
    }
    double matching;
    if (prefix == size && (index.primary() || index.unique())) {
      matching = 1;
    } else {
      double distinct = distinct(table, index, prefix);
      double share = (double) prefix / size;
      boolean unique = index.primary() || index.unique();
      // the first columns of keys tend to have few values
      double exponent = unique ? 1 - share * share : 1 - SPREAD * share;
      matching = distinct > 0 ? rows / distinct : Math.pow(rows, exponent);
    }
    return matching * Math.pow(EQUAL, columns.cardinality() - prefix);
  }

  static int prefixLength(IndexDef index, BitSet columns) {
    int prefix = 0;
    for (KeyColumn column : index.columns()) {
      if (!columns.get(column.column())) {
        break;
      }
      prefix++;
    }
    return prefix;
  }

  /**
   * Returns the known number of distinct prefixes, from statistics or from the table that a foreign
   * key references.
   */
  private double distinct(TableDef table, IndexDef index, int prefix) {
    double distinct = statistics.distinct(table, index, prefix);
    if (distinct > 0 || statistics.rowCount(table) < MIN_ROWS) {
      return distinct;
    }
    BitSet columns = new BitSet();
    for (KeyColumn column : index.columns().subList(0, prefix)) {
      columns.set(column.column());
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      if (key.columns().size() == prefix && key.columns().stream().allMatch(columns::get)) {
        TableDef parent = catalog.table(key.parentId());
        if (parent != null) {
          return Math.max(1, (double) statistics.rowCount(parent));
        }
      }
    }
    return distinct;
  }

  /** Estimates the fraction of rows that meet the condition. */
  public static double selectivity(RexNode condition) {
    return switch (condition.getKind()) {
      case EQUALS, IS_NULL, IS_NOT_DISTINCT_FROM -> EQUAL;
      case GREATER_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL -> RANGE;
      case NOT_EQUALS, IS_NOT_NULL, IS_DISTINCT_FROM -> LIKELY;
      case LIKE -> LIKE;
      case NOT -> 1 - selectivity(((RexCall) condition).getOperands().get(0));
      case AND -> {
        double share = 1;
        for (RexNode operand : ((RexCall) condition).getOperands()) {
          share *= selectivity(operand);
        }
        yield share;
      }
      case OR -> {
        double share = 0;
        for (RexNode operand : ((RexCall) condition).getOperands()) {
          share += selectivity(operand);
        }
        yield Math.min(OTHER, share);
      }
      case LITERAL -> condition.isAlwaysTrue() ? 1 : 0.01;
      default -> isSearch(condition) ? MATCHING : OTHER;
    };
  }

  static boolean isSearch(RexNode condition) {
    return condition instanceof RexCall call
        && (SearchOperator.of(call.getOperator().getName()) != null
            || call.getOperator().getName().equals("JSONB_CONTAINED"));
  }
}
