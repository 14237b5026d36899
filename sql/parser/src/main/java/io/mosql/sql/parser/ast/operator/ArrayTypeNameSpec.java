package io.mosql.sql.parser.ast.operator;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The name of an array type in a cast, which the planner replaces. Immutable. */
public final class ArrayTypeNameSpec extends SqlTypeNameSpec {
  private final SqlType type;

  public ArrayTypeNameSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier(type.toString(), pos), pos);
    this.type = type;
  }

  public SqlType type() {
    return type;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    throw CoreErrorMessage.UNSUPPORTED.error("type " + type + " here");
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof ArrayTypeNameSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
