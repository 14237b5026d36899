package io.mosql.sql.inverted;

import io.mosql.sql.catalog.OperatorClass;
import org.jspecify.annotations.Nullable;

/** The operators between a document or an array and a value that inverted indexes support. */
public enum SearchOperator {
  CONTAINS("JSONB_CONTAINS", "@>"),
  HAS_KEY("JSONB_EXISTS", "?"),
  HAS_ANY("JSONB_EXISTS_ANY", "?|"),
  HAS_ALL("JSONB_EXISTS_ALL", "?&"),
  PATH_EXISTS("JSONB_PATH_EXISTS_OPR", "@?"),
  PATH_MATCH("JSONB_PATH_MATCH_OPR", "@@"),
  CONTAINS_ELEMENTS("ARRAY CONTAINS", "@>"),
  OVERLAPS("ARRAY OVERLAPS", "&&");

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
    return switch (this) {
      case CONTAINS_ELEMENTS, OVERLAPS -> kind == OperatorClass.ARRAY_OPS;
      case HAS_KEY, HAS_ANY, HAS_ALL -> kind == OperatorClass.JSONB_OPS;
      case CONTAINS, PATH_EXISTS, PATH_MATCH -> kind != OperatorClass.ARRAY_OPS;
    };
  }
}
