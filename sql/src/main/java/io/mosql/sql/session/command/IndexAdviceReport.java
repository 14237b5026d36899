package io.mosql.sql.session.command;

import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.planner.advise.IndexAdvice;
import io.mosql.sql.planner.advise.IndexAdvisor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The advice of EXPLAIN (ADVISE) as lines and as JSON. Stateless. */
final class IndexAdviceReport {
  private IndexAdviceReport() {}

  /** Returns lines that are SQL: statements that create the indexes, with comments. */
  static List<String> lines(IndexAdvisor.Advice advice, String currentSchema) {
    List<String> lines = new ArrayList<>();
    for (IndexAdvice index : advice.indexes()) {
      lines.add(index.statement(currentSchema) + "; -- " + index.effect());
    }
    if (lines.isEmpty()) {
      lines.add("-- no index was found that would help");
    }
    if (!advice.all().isEmpty()) {
      lines.add("-- all of them " + advice.all());
    }
    advice.unknown().stream()
        .map(table -> "-- estimates are guesses: table " + table.name() + " was never analyzed")
        .distinct()
        .forEach(lines::add);
    return lines;
  }

  /** Returns an array with an object for each index. */
  static String json(IndexAdvisor.Advice advice, String currentSchema) {
    return advice.indexes().stream()
        .map(index -> json(index, currentSchema))
        .collect(Collectors.joining(",", "[", "\n]"));
  }

  private static String json(IndexAdvice index, String currentSchema) {
    return "\n  {\n    \"Statement\": "
        + JsonText.quote(index.statement(currentSchema))
        + ",\n    \"Schema\": "
        + JsonText.quote(index.table().schema())
        + ",\n    \"Relation Name\": "
        + JsonText.quote(index.table().name())
        + ",\n    \"Columns\": "
        + index.columnTexts().stream()
            .map(JsonText::quote)
            .collect(Collectors.joining(", ", "[", "]"))
        + estimate("Before", index.before())
        + estimate("After", index.after())
        + "\n  }";
  }

  private static String estimate(String when, IndexAdvice.Estimate estimate) {
    return String.format(
        Locale.ROOT,
        ",\n    \"Reads %s\": %.0f,\n    \"Cost %s\": %.0f",
        when,
        Math.ceil(estimate.reads()),
        when,
        estimate.cost());
  }
}
