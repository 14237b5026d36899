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

/**
 * The type name BLOB or CLOB in a cast, which Calcite does not have. The planner replaces it by one
 * that it can resolve. Immutable.
 */
public final class LargeTypeNameSpec extends SqlTypeNameSpec {
  private final SqlType type;

  public LargeTypeNameSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier(type.kind().name(), pos), pos);
    this.type = type;
  }

  public SqlType type() {
    return type;
  }

  /** The planner replaces this type name, except within a collection type. */
  @Override
  public RelDataType deriveType(SqlValidator validator) {
    throw CoreErrorMessage.UNSUPPORTED.error("collections of type " + type);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof LargeTypeNameSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
