package io.mosql.benchmarks.tpch;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The 22 queries, with the parameters that the standard validates answers with. */
final class TpchQueries {
  /** The 11th has a parameter that goes with the scale. */
  private static final String FRACTION = ":fraction";

  private TpchQueries() {}

  /** In the standard's order. */
  static List<String> at(double scale) {
    String fraction =
        new BigDecimal("0.0001")
            .divide(BigDecimal.valueOf(scale), MathContext.DECIMAL64)
            .toPlainString();
    return TpchResources.statements("queries.sql").stream()
        .map(query -> query.replace(FRACTION, fraction))
        .toList();
  }
}
