package io.mosql.sql.planner.advise;

import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.function.library.SqlQuoting;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An index that would help a statement. Immutable.
 *
 * @param before estimates of the statement as it is
 * @param after estimates of the statement with this index
 */
public record IndexAdvice(
    TableDef table, List<KeyColumn> columns, Estimate before, Estimate after) {
  /** Share of the reads from which on an index does not save reads. */
  private static final double SAME = 0.9;

  /**
   * The estimates of a plan.
   *
   * @param reads rows and index entries that its scans read
   * @param cost of the plan
   */
  public record Estimate(double reads, double cost) {}

  public IndexAdvice {
    columns = List.copyOf(columns);
  }

  /** Returns the columns as CREATE INDEX has them. */
  public List<String> columnTexts() {
    return columns.stream()
        .map(
            key ->
                SqlQuoting.identifier(table.columns().get(key.column()).name())
                    + (key.descending() ? " DESC" : ""))
        .toList();
  }

  /**
   * Returns the statement that creates the index.
   *
   * @param currentSchema in which names need no schema
   */
  public String statement(String currentSchema) {
    String name = SqlQuoting.identifier(table.name());
    return "CREATE INDEX ON "
        + (table.schema().equals(currentSchema)
            ? name
            : SqlQuoting.identifier(table.schema()) + "." + name)
        + columnTexts().stream().collect(Collectors.joining(", ", " (", ")"));
  }

  /** Returns what the index would change. */
  public String effect() {
    return effect(before, after);
  }

  static String effect(Estimate before, Estimate after) {
    return after.reads < before.reads * SAME
        ? "would turn " + count(before.reads) + " reads into " + count(after.reads)
        : "would turn a cost of " + count(before.cost) + " into " + count(after.cost);
  }

  private static String count(double number) {
    return String.format(Locale.ROOT, "%,.0f", Math.ceil(number));
  }
}
