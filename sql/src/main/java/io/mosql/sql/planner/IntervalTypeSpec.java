package io.mosql.sql.planner;

import io.mosql.sql.plan.IntervalType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The type INTERVAL where a cast names it. Immutable. */
final class IntervalTypeSpec extends SqlTypeNameSpec {
  private IntervalTypeSpec(SqlParserPos pos) {
    super(new SqlIdentifier("INTERVAL", pos), pos);
  }

  /** What stands behind AS in a cast. */
  static SqlDataTypeSpec at(SqlParserPos pos) {
    return new SqlDataTypeSpec(new IntervalTypeSpec(pos), pos);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return IntervalType.of(validator.getTypeFactory(), false);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("INTERVAL");
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof IntervalTypeSpec
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
