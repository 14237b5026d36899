package io.mosql.sql.session;

import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Counts the parameters of a parsed statement. */
final class DynamicParameters extends SqlBasicVisitor<@Nullable Void> {
  private int count;

  private DynamicParameters() {}

  static int count(SqlNode statement) {
    DynamicParameters parameters = new DynamicParameters();
    statement.accept(parameters);
    return parameters.count;
  }

  @Override
  public @Nullable Void visit(SqlDynamicParam parameter) {
    count = Math.max(count, parameter.getIndex() + 1);
    return null;
  }
}
