package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * An operator of JSON documents or arrays, with a precedence between comparisons and sums:
 * {@code @>} and {@code <@} of both, {@code ?}, {@code ?|}, {@code ?&}, {@code #-}, {@code @?} and
 * {@code @@} of documents, {@code &&} of arrays. The planner replaces it by a function.
 */
public final class ContainmentOperator extends SqlBinaryOperator {
  /** Between the precedence of comparisons (30) and of sums (40). */
  private static final int PRECEDENCE = 34;

  public static final ContainmentOperator CONTAINS =
      new ContainmentOperator("@>", "JSONB_CONTAINS");
  public static final ContainmentOperator CONTAINED =
      new ContainmentOperator("<@", "JSONB_CONTAINED");
  public static final ContainmentOperator EXISTS = new ContainmentOperator("?", "JSONB_EXISTS");
  public static final ContainmentOperator EXISTS_ANY =
      new ContainmentOperator("?|", "JSONB_EXISTS_ANY");
  public static final ContainmentOperator EXISTS_ALL =
      new ContainmentOperator("?&", "JSONB_EXISTS_ALL");
  public static final ContainmentOperator DELETE_PATH =
      new ContainmentOperator("#-", "JSONB_DELETE_PATH");
  public static final ContainmentOperator PATH_EXISTS =
      new ContainmentOperator("@?", "JSONB_PATH_EXISTS_OPR");
  public static final ContainmentOperator OVERLAPS =
      new ContainmentOperator("&&", "ARRAY OVERLAPS");
  public static final ContainmentOperator PATH_MATCH =
      new ContainmentOperator("@@", "JSONB_PATH_MATCH_OPR");

  private final String function;

  private ContainmentOperator(String name, String function) {
    super(name, SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.BOOLEAN_NULLABLE, null, null);
    this.function = function;
  }

  /** Whether it is also, or only, an operator of arrays. */
  public boolean takesArrays() {
    return equals(CONTAINS) || equals(CONTAINED) || equals(OVERLAPS);
  }

  /** Returns the name of the function that replaces it, in upper case. */
  public String function() {
    return function;
  }
}
