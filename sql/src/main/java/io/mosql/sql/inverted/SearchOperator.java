package io.mosql.sql.inverted;

import io.mosql.sql.catalog.OperatorClass;
import org.jspecify.annotations.Nullable;

/** The operators between a document and a value that inverted indexes support. */
public enum SearchOperator {
  CONTAINS("JSONB_CONTAINS", "@>"),
  HAS_KEY("JSONB_EXISTS", "?"),
  HAS_ANY("JSONB_EXISTS_ANY", "?|"),
  HAS_ALL("JSONB_EXISTS_ALL", "?&"),
  PATH_EXISTS("JSONB_PATH_EXISTS_OPR", "@?"),
  PATH_MATCH("JSONB_PATH_MATCH_OPR", "@@");

  private final String function;
  private final String sign;

  SearchOperator(String function, String sign) {
    this.function = function;
    this.sign = sign;
  }

  /** The operator that a function implements, or null. */
  public static @Nullable SearchOperator of(String function) {
    for (SearchOperator each : values()) {
      if (each.function.equals(function)) {
        return each;
      }
    }
    return null;
  }

  /** The operator as written in statements. */
  public String sign() {
    return sign;
  }

  /** Whether an index of the operator class supports the operator. */
  public boolean isServedBy(OperatorClass kind) {
    return kind == OperatorClass.JSONB_OPS || this != HAS_KEY && this != HAS_ANY && this != HAS_ALL;
  }
}
