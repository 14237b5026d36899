package io.mosql.sql.exec.tablefunction;

import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ScalarFunctionCalls;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.json.JsonRecordReader;
import io.mosql.sql.function.library.DeclaredDigits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a set-returning function; none for a NULL argument of a strict function. Not
 * thread-safe.
 */
public final class TableFunctionRows implements RowStream {
  private final ExecutionContext context;
  private final @Nullable JsonRecordReader record;
  private final Iterator<@Nullable Object[]> rows;

  private TableFunctionRows(
      ExecutionContext context,
      @Nullable JsonRecordReader record,
      Iterator<@Nullable Object[]> rows) {
    this.context = context;
    this.record = record;
    this.rows = rows;
  }

  @SuppressWarnings("unchecked")
  public // as the function's body makes them
  static Operator compile(
      RowFunction function, PlanNode.FunctionScan call, Expression[] arguments) {
    JsonRecordReader record = function.isOfRecords() ? record(function, call) : null;
    Expression list = ScalarFunctionCalls.compile(function.rows(), call.arguments(), arguments);
    return context -> {
      Object rows = list.evaluate(new Object[0], context);
      return rows == null
          ? RowStream.EMPTY
          : new TableFunctionRows(context, record, ((List<@Nullable Object[]>) rows).iterator());
    };
  }

  private static JsonRecordReader record(RowFunction function, PlanNode.FunctionScan call) {
    List<JsonRecordReader.Field> fields = new ArrayList<>();
    for (RelDataTypeField field : call.rowType().getFieldList()) {
      fields.add(
          new JsonRecordReader.Field(
              field.getName(),
              DeclaredDigits.ofColumn(function, call.arguments(), call.rowType(), field.getIndex()),
              JsonType.is(field.getType())));
    }
    return new JsonRecordReader(fields);
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
