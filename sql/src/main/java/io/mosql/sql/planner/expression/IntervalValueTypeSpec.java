package io.mosql.sql.planner.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.parser.ast.operator.IntervalTypeNameSpec;
import io.mosql.sql.planner.error.PlanErrors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The type name INTERVAL of interval values, in syntax trees before validation. Immutable. */
public final class IntervalValueTypeSpec extends SqlTypeNameSpec {
  private final SqlType type;

  private IntervalValueTypeSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier("INTERVAL", pos), pos);
    this.type = type;
  }

  /** Returns the type name for a cast at a position. */
  public static SqlDataTypeSpec at(SqlParserPos pos) {
    return new SqlDataTypeSpec(new IntervalValueTypeSpec(SqlType.INTERVAL, pos), pos);
  }

  /** Returns the type name that replaces the parsed one. */
  public static SqlDataTypeSpec of(SqlDataTypeSpec parsed) {
    return parsed.getTypeNameSpec() instanceof IntervalTypeNameSpec name
        ? new SqlDataTypeSpec(
            new IntervalValueTypeSpec(name.type(), parsed.getParserPosition()),
            parsed.getParserPosition())
        : parsed;
  }

  /** Returns the type, with its fields. */
  public SqlType type() {
    return type;
  }

  /** Fails with 0A000 for a type with fields, which is supported only in casts and columns. */
  @Override
  public RelDataType deriveType(SqlValidator validator) {
    if (!type.equals(SqlType.INTERVAL)) {
      throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED_TYPE, getParserPos(), type);
    }
    return IntervalType.of(validator.getTypeFactory(), false);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof IntervalValueTypeSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
