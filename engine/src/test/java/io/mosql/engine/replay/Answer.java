package io.mosql.engine.replay;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a statement.
 *
 * @param rows of a query, in their order; of a change one row with its update counts
 * @param error SQLSTATE and message; null when it succeeded. A batch may have both
 */
record Answer(List<List<String>> rows, @Nullable String error) {
  private static final int SHOWN = 12;

  boolean failed() {
    return error != null;
  }

  /** The SQLSTATE; empty when it succeeded. */
  String sqlState() {
    return error == null ? "" : error.substring(0, 5);
  }

  /** Rows that were changed, as a count or by RETURNING, or that were read. */
  boolean hasEffect(Step step) {
    return step.kind() == Step.Kind.QUERY
        ? !rows.isEmpty()
        : rows.stream().flatMap(List::stream).anyMatch(count -> !count.equals("0"));
  }

  /** First column of all rows. */
  List<String> ids() {
    return rows.stream().map(row -> row.get(0)).toList();
  }

  boolean isSame(Answer other, boolean ordered) {
    if (!sqlState().equals(other.sqlState())) {
      return false;
    }
    return ordered ? rows.equals(other.rows) : sorted().equals(other.sorted());
  }

  private List<String> sorted() {
    return rows.stream().map(String::valueOf).sorted().toList();
  }

  @Override
  public String toString() {
    return (error == null ? "" : error + " ")
        + rows.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(" "))
        + (rows.size() > SHOWN ? " .. " + rows.size() + " rows" : "");
  }
}
