package io.mosql.sql.function.library;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.define.ScalarFunction;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/**
 * The digits of a second and the fields that a type declares and that the types of plans do not
 * have: those of TIME(p), TIMESTAMP(p), TIMESTAMPTZ(p), of INTERVAL, and of arrays of these. A call
 * of a function rounds a value to them; it is where a plan has them. Pure.
 */
public final class DeclaredDigits {
  /** Rounds a value: its arguments are the value, and precision and scale of its type. */
  public static final String FUNCTION = "DECLARED DIGITS";

  /** Truncates an interval to fields: its arguments are the value, the fields and the digits. */
  public static final String FIELDS = "INTERVAL_FIELDS";

  private DeclaredDigits() {}

  /** Whether the type declares digits or fields. */
  public static boolean has(SqlType type) {
    return !type.withoutDigits().equals(type);
  }

  /** The type with digits or fields that a call declares for its result; else null. */
  public static @Nullable SqlType of(RexNode node) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 3) {
      return null;
    }
    return switch (call.getOperator().getName()) {
      case FUNCTION ->
          declared(RelTypes.sqlType(call.getType()), integer(call, 1), integer(call, 2));
      case FIELDS -> interval(call);
      default -> null;
    };
  }

  /** The type of a column of the rows of a function, which the call may define. */
  public static SqlType ofColumn(
      RowFunction function, List<RexNode> arguments, RelDataType rowType, int column) {
    // the definitions are a name and a NULL for each column, behind the first argument
    int definition = 2 * column + 2;
    SqlType declared =
        function.isOfRecords() && definition < arguments.size()
            ? of(arguments.get(definition))
            : null;
    return declared == null
        ? RelTypes.sqlType(rowType.getFieldList().get(column).getType())
        : declared;
  }

  private static @Nullable SqlType interval(RexCall call) {
    if (!(call.getOperands().get(1) instanceof RexLiteral fields)
        || !(call.getOperands().get(2) instanceof RexLiteral digits)) {
      return null;
    }
    String sql = fields.getValueAs(String.class);
    Integer precision = digits.getValueAs(Integer.class);
    IntervalFields known = sql == null ? null : IntervalFields.ofSql(sql.toUpperCase(Locale.ROOT));
    return known == null || precision == null || precision > IntervalFields.MAX_DIGITS
        ? null
        : SqlType.interval(known, Math.max(SqlType.UNBOUNDED, precision));
  }

  private static int integer(RexCall call, int operand) {
    RexLiteral literal = (RexLiteral) call.getOperands().get(operand);
    return Objects.requireNonNull(literal.getValueAs(Integer.class));
  }

  private static SqlType declared(SqlType plain, int precision, int scale) {
    return plain.kind() == TypeKind.ARRAY
        ? SqlType.arrayOf(declared(plain.elementType(), precision, scale))
        : new SqlType(plain.kind(), precision, scale);
  }

  private static ScalarFunction.Body fit(RexCall call) {
    SqlType type = Objects.requireNonNull(of(call));
    return v -> Coercion.assign(v[0], type);
  }

  public static void define(FunctionDefinitions all) {
    all.polymorphic(FUNCTION, ReturnTypes.ARG0, "aii", true, DeclaredDigits::fit);
  }
}
