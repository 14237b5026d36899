package io.mosql.sql.exec;

import io.mosql.sql.function.JsonRecord;
import io.mosql.sql.function.RowFunction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
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
  static Operator compile(RowFunction function, List<RexNode> operands, Expression[] arguments) {
    JsonRecord record = function.isOfRecords() ? record(operands) : null;
    Expression list = ScalarCalls.compile(function.rows(), operands, arguments);
    return context -> {
      Object rows = list.evaluate(new Object[0], context);
      return rows == null
          ? RowStream.EMPTY
          : new RowCalls(context, record, ((List<@Nullable Object[]>) rows).iterator());
    };
  }

  /** The columns that are told behind the first argument. */
  private static JsonRecord record(List<RexNode> operands) {
    List<String> names = new ArrayList<>();
    List<RelDataType> types = new ArrayList<>();
    for (int i = 1; i + 1 < operands.size(); i += 2) {
      names.add(Objects.requireNonNull(((RexLiteral) operands.get(i)).getValueAs(String.class)));
      types.add(operands.get(i + 1).getType());
    }
    return new JsonRecord(names, types);
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
