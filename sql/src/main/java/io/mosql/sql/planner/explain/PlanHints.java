package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.function.library.SqlQuoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Hints of what may make a plan slow, and what to do about it. Stateless. */
final class PlanHints {
  /** Factor between estimated and actual rows from which an estimate is called wrong. */
  static final double MISESTIMATED = 10;

  /** Number of rows below which nothing is worth a hint. */
  private static final double FEW = 1_000;

  /** Rows read for each row returned, from which an index is worth a look. */
  private static final double SELECTIVE = 20;

  private static final double MANY_PAIRS = 1e6;

  private PlanHints() {}

  /** Returns the hints for one operator. */
  static List<String> of(PlanNode node, @Nullable OperatorMetrics measured) {
    List<String> hints = new ArrayList<>();
    if (node instanceof PlanNode.TableScan scan) {
      addScanHints(scan, measured, hints);
    }
    if (node instanceof PlanNode.Join join && join.leftKeys().isEmpty()) {
      double pairs = join.left().rows() * join.right().rows();
      if (pairs >= MANY_PAIRS) {
        hints.add(
            "Compares each row of one side with each of the other: "
                + count(pairs)
                + " pairs are estimated. A join condition with = avoids that.");
      }
    }
    if (measured != null && measured.spilledBytes() > 0) {
      hints.add(
          "Wrote "
              + count(measured.spilledBytes())
              + " bytes to files: a larger memory_limit keeps the rows in memory.");
    }
    return hints;
  }

  private static void addScanHints(
      PlanNode.TableScan scan, @Nullable OperatorMetrics measured, List<String> hints) {
    String table =
        SqlQuoting.identifier(scan.table().schema())
            + "."
            + SqlQuoting.identifier(scan.table().name());
    if (measured != null && measured.loops() > 0) {
      double actual = (double) measured.rows() / measured.loops();
      // A scan that a LIMIT or a semi-join stops returns less for another reason.
      boolean toItsEnd =
          actual > scan.rows() || 2.0 * measured.steps() / measured.loops() >= scan.visitedRows();
      if (toItsEnd
          && factor(scan.rows(), actual) >= MISESTIMATED
          && Math.max(scan.rows(), actual) >= FEW) {
        hints.add(
            "Returns "
                + count(actual)
                + " rows of "
                + table
                + " where "
                + count(scan.rows())
                + " were estimated: ANALYZE "
                + table
                + " may help.");
      }
    }
    boolean ran = measured != null && measured.loops() > 0;
    double read = ran && measured != null ? measured.steps() : scan.visitedRows();
    double returned = ran && measured != null ? measured.rows() : scan.rows();
    if (scan.filter() != null && read >= FEW && read >= SELECTIVE * Math.max(1, returned)) {
      hints.add(
          "Reads "
              + count(read)
              + " rows of "
              + table
              + " to return "
              + count(returned)
              + ": EXPLAIN (ADVISE) looks for an index.");
    }
  }

  /** Returns how many times one number of rows is the other; at least 1. */
  static double factor(double estimated, double actual) {
    double more = Math.max(1, Math.max(estimated, actual));
    double fewer = Math.max(1, Math.min(estimated, actual));
    return more / fewer;
  }

  /** Formats a number with commas. */
  static String count(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }
}
