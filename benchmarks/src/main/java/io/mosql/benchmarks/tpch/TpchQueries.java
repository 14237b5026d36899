package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.database.SqlResources;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The 22 queries, with the validation parameters of the specification. */
final class TpchQueries {
  /** Placeholder of the parameter of query 11, which depends on the scale. */
  private static final String FRACTION = ":fraction";

  static final SqlResources SCRIPTS = new SqlResources(TpchQueries.class);

  private TpchQueries() {}

  /** Queries in the order of the specification. */
  static List<String> at(double scale) {
    String fraction =
        new BigDecimal("0.0001")
            .divide(BigDecimal.valueOf(scale), MathContext.DECIMAL64)
            .toPlainString();
    return SCRIPTS.statements("queries.sql").stream()
        .map(query -> query.replace(FRACTION, fraction))
        .toList();
  }
}
