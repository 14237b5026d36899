package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * A JSON operator, with a precedence between comparisons and sums: {@code @>} and {@code <@},
 * {@code ?}, {@code ?|} and {@code ?&}, {@code #-}, {@code @?} and {@code @@}. The planner replaces
 * it by a function.
 */
public final class JsonOperator extends SqlBinaryOperator {
  /** Between the precedence of comparisons (30) and of sums (40). */
  private static final int PRECEDENCE = 34;

  public static final JsonOperator CONTAINS = new JsonOperator("@>", "JSONB_CONTAINS");
  public static final JsonOperator CONTAINED = new JsonOperator("<@", "JSONB_CONTAINED");
  public static final JsonOperator EXISTS = new JsonOperator("?", "JSONB_EXISTS");
  public static final JsonOperator EXISTS_ANY = new JsonOperator("?|", "JSONB_EXISTS_ANY");
  public static final JsonOperator EXISTS_ALL = new JsonOperator("?&", "JSONB_EXISTS_ALL");
  public static final JsonOperator DELETE_PATH = new JsonOperator("#-", "JSONB_DELETE_PATH");
  public static final JsonOperator PATH_EXISTS = new JsonOperator("@?", "JSONB_PATH_EXISTS_OPR");
  public static final JsonOperator PATH_MATCH = new JsonOperator("@@", "JSONB_PATH_MATCH_OPR");

  private final String function;

  private JsonOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.BOOLEAN_NULLABLE, null, null);
    this.function = function;
  }

  /** Returns the name of the function that replaces it, in upper case. */
  public String function() {
    return function;
  }
}
