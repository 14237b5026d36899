package io.mosql.benchmarks.plans;

import io.mosql.benchmarks.database.SqlResources;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Query whose time depends on its plan.
 *
 * @param ordered whether the order of its rows is fixed
 */
record PlanQuery(String name, String sql, boolean ordered) {
  static final SqlResources SCRIPTS = new SqlResources(PlanQuery.class);

  private static final String HEAD = "-- ";

  /** ORDER BY outside of all parentheses. */
  private static final Pattern ORDERED = Pattern.compile("ORDER BY[^)]*$");

  private static final String LIST = ":list";
  private static final int LIST_LENGTH = 1_500;

  /** Step between the values of the list. */
  private static final int LIST_STEP = 131;

  /** All queries, in the order of the script. */
  static List<PlanQuery> all() {
    List<PlanQuery> queries = new ArrayList<>();
    String name = "";
    List<String> text = new ArrayList<>();
    for (String line : SCRIPTS.lines("queries.sql")) {
      if (line.startsWith(HEAD)) {
        name = line.substring(HEAD.length());
      } else if (line.endsWith(";")) {
        text.add(line.substring(0, line.length() - 1));
        queries.add(of(name, String.join("\n", text)));
        text.clear();
      } else {
        text.add(line);
      }
    }
    return queries;
  }

  private static PlanQuery of(String name, String sql) {
    return new PlanQuery(name, sql.replace(LIST, list()), ORDERED.matcher(sql).find());
  }

  private static String list() {
    return IntStream.rangeClosed(1, LIST_LENGTH)
        .mapToObj(i -> String.valueOf(LIST_STEP * i))
        .collect(Collectors.joining(", "));
  }
}
