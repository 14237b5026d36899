package io.mosql.sql.planner.validate;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.library.DeclaredDigits;
import io.mosql.sql.planner.schema.MosqlTableScan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.jspecify.annotations.Nullable;

/**
 * Types of the columns of a query with the digits and fields that the types of plans do not have:
 * as TIMESTAMP(3), where the column is a column of a table, a cast, or a choice between such that
 * have the same type. Pure.
 */
final class DeclaredTypes {
  private DeclaredTypes() {}

  /**
   * The type of a column, with the digits and fields that are known.
   *
   * @param plain its type without them
   */
  static SqlType of(RelNode query, int column, SqlType plain) {
    TypeKind kind = plain.element() == null ? plain.kind() : plain.element().kind();
    boolean declares =
        switch (kind) {
          case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> true;
          default -> false;
        };
    SqlType declared = declares ? find(query, column) : null;
    return declared != null && declared.withoutDigits().equals(plain) ? declared : plain;
  }

  private static @Nullable SqlType find(RelNode query, int column) {
    if (query instanceof MosqlTableScan scan) {
      return scan.tableDef().columns().get(column).type();
    }
    if (query instanceof Project project) {
      return find(project.getProjects().get(column), project.getInput());
    }
    if (query instanceof Filter || query instanceof Sort || query instanceof SharedQuery) {
      return find(query.getInput(0), column);
    }
    if (query instanceof Aggregate aggregate) {
      List<Integer> keys = aggregate.getGroupSet().asList();
      return column < keys.size() ? find(aggregate.getInput(), keys.get(column)) : null;
    }
    if (query instanceof SetOp) {
      return common(query.getInputs(), input -> find(input, column));
    }
    if (query instanceof Join || query instanceof Correlate) {
      int left = query.getInput(0).getRowType().getFieldCount();
      return column < left
          ? find(query.getInput(0), column)
          : find(query.getInput(1), column - left);
    }
    if (query instanceof TableFunctionScan scan
        && scan.getCall() instanceof RexCall call
        && call.getOperator() instanceof RowFunction function) {
      return DeclaredDigits.ofColumn(function, call.getOperands(), scan.getRowType(), column);
    }
    return null;
  }

  private static @Nullable SqlType find(RexNode value, RelNode input) {
    if (value instanceof RexInputRef reference) {
      return find(input, reference.getIndex());
    }
    if (value instanceof RexSubQuery query) {
      return switch (query.getKind()) {
        case SCALAR_QUERY -> find(query.rel, 0);
        default -> null;
      };
    }
    if (!(value instanceof RexCall call)) {
      return null;
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      // a cast that changes nullability
      case CAST ->
          RelTypes.sqlType(operands.get(0).getType()).equals(RelTypes.sqlType(call.getType()))
              ? find(operands.get(0), input)
              : null;
      case CASE -> common(results(operands), result -> find(result, input));
      case GREATEST_PG, LEAST_PG -> common(operands, operand -> find(operand, input));
      default -> DeclaredDigits.of(call);
    };
  }

  /** The results of CASE: each is behind its condition, the last one is that of ELSE. */
  private static List<RexNode> results(List<RexNode> operands) {
    int last = operands.size() - 1;
    return IntStream.rangeClosed(0, last)
        .filter(i -> i % 2 == 1 || i == last)
        .mapToObj(operands::get)
        .toList();
  }

  /** The type that all have; null where they differ. */
  private static <T> @Nullable SqlType common(List<T> parts, Function<T, @Nullable SqlType> type) {
    SqlType first = type.apply(parts.get(0));
    return first != null && parts.stream().allMatch(part -> first.equals(type.apply(part)))
        ? first
        : null;
  }
}
