package io.mosql.sql.planner.expression;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.parser.ast.operator.LargeTypeNameSpec;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The type name BLOB or CLOB in syntax trees before validation. Immutable. */
public final class LargeTypeSpec extends SqlTypeNameSpec {
  private final SqlType type;

  private LargeTypeSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier(type.kind().name(), pos), pos);
    this.type = type;
  }

  /** Returns the type name for a cast at a position. */
  public static SqlDataTypeSpec at(SqlType type, SqlParserPos pos) {
    return new SqlDataTypeSpec(new LargeTypeSpec(type, pos), pos);
  }

  /** Returns the type name that replaces the parsed one. */
  public static SqlDataTypeSpec of(SqlDataTypeSpec parsed) {
    return parsed.getTypeNameSpec() instanceof LargeTypeNameSpec name
        ? at(name.type(), parsed.getParserPosition())
        : parsed;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return RelTypes.relType(validator.getTypeFactory(), type, false);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof LargeTypeSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
