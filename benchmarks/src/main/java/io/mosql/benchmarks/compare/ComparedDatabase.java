package io.mosql.benchmarks.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Database of a comparison, given by a known name or by a JDBC URL. Servers are expected on
 * 127.0.0.1 with database, user and password {@code benchmarksql}, unless the environment overrides
 * it with {@code MOSQL_POSTGRESQL_URL}, {@code _USER} and {@code _PASSWORD}.
 */
public record ComparedDatabase(
    String name, String url, @Nullable String user, @Nullable String password) {
  private static final String SERVER_DEFAULT = "benchmarksql";
  private static final Map<String, String> URLS =
      Map.of(
          "mosql", "jdbc:mosql:file:{dir}",
          "h2", "jdbc:h2:file:{dir}/h2",
          "duckdb", "jdbc:duckdb:{dir}/duckdb",
          "postgresql", "jdbc:postgresql://127.0.0.1:5432/benchmarksql",
          // Use server-side prepared statements, as PostgreSQL's driver does by default.
          "mariadb", "jdbc:mariadb://127.0.0.1:3306/benchmarksql?useServerPrepStmts=true");

  /**
   * @param what name or URL
   * @param environment environment variables of the process
   */
  public static ComparedDatabase of(String what, Map<String, String> environment) {
    if (what.startsWith("jdbc:")) {
      String name = what.split(":", 3)[1];
      return new ComparedDatabase(name, what, null, null);
    }
    String name = what.toLowerCase(Locale.ROOT);
    String url = URLS.get(name);
    if (url == null) {
      throw new IllegalArgumentException(
          what + " is neither a JDBC URL nor one of mosql, h2, duckdb, postgresql, mariadb");
    }
    String prefix = "MOSQL_" + name.toUpperCase(Locale.ROOT) + "_";
    boolean server = !url.contains("{dir}");
    return new ComparedDatabase(
        name,
        environment.getOrDefault(prefix + "URL", url),
        environment.getOrDefault(prefix + "USER", server ? SERVER_DEFAULT : null),
        environment.getOrDefault(prefix + "PASSWORD", server ? SERVER_DEFAULT : null));
  }

  /** Returns databases with unique names, since the names are column headings. */
  public static List<ComparedDatabase> all(List<String> whats, Map<String, String> environment) {
    List<ComparedDatabase> list = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String what : whats) {
      ComparedDatabase database = of(what.strip(), environment);
      int number = seen.merge(database.name(), 1, Integer::sum);
      list.add(number == 1 ? database : database.renamed(database.name() + number));
    }
    return list;
  }

  private ComparedDatabase renamed(String newName) {
    return new ComparedDatabase(newName, url, user, password);
  }
}
