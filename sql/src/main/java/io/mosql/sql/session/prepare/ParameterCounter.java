package io.mosql.sql.session.prepare;

import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Counts the parameters of a parsed statement. */
public final class ParameterCounter extends SqlBasicVisitor<@Nullable Void> {
  private int count;

  private ParameterCounter() {}

  public static int count(SqlNode statement) {
    ParameterCounter parameters = new ParameterCounter();
    statement.accept(parameters);
    return parameters.count;
  }

  @Override
  public @Nullable Void visit(SqlDynamicParam parameter) {
    count = Math.max(count, parameter.getIndex() + 1);
    return null;
  }
}
