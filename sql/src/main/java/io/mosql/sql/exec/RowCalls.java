package io.mosql.sql.exec;

import io.mosql.sql.function.JsonRecord;
import io.mosql.sql.function.RowFunction;
import io.mosql.sql.plan.PlanNode;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** The rows that a function returns for its arguments; none for a strict one's NULL. */
final class RowCalls implements RowStream {
  private final ExecutionContext context;
  private final @Nullable JsonRecord record;
  private final Iterator<@Nullable Object[]> rows;

  private RowCalls(
      ExecutionContext context, @Nullable JsonRecord record, Iterator<@Nullable Object[]> rows) {
    this.context = context;
    this.record = record;
    this.rows = rows;
  }

  @SuppressWarnings("unchecked") // as the function's body makes them
  static Operator compile(RowFunction function, PlanNode.Series call, Expression[] arguments) {
    JsonRecord record = function.isOfRecords() ? record(call.rowType()) : null;
    Expression list = ScalarCalls.compile(function.rows(), call.arguments(), arguments);
    return context -> {
      Object rows = list.evaluate(new Object[0], context);
      return rows == null
          ? RowStream.EMPTY
          : new RowCalls(context, record, ((List<@Nullable Object[]>) rows).iterator());
    };
  }

  private static JsonRecord record(RelDataType rowType) {
    return new JsonRecord(
        rowType.getFieldNames(),
        rowType.getFieldList().stream().map(RelDataTypeField::getType).toList());
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    if (!rows.hasNext()) {
      return null;
    }
    @Nullable Object[] row = rows.next();
    return record == null ? row : record.row(Objects.requireNonNull(row[0]));
  }
}
