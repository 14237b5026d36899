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
 * The name of a type that Calcite does not have, in a cast: INTERVAL as one type, BLOB, CLOB,
 * arrays, and times with digits of a second. The planner replaces it by a name that the validator
 * resolves. Immutable.
 */
public final class ParsedTypeNameSpec extends SqlTypeNameSpec {
  private final SqlType type;

  public ParsedTypeNameSpec(SqlType type, SqlParserPos pos) {
    super(
        new SqlIdentifier(type.element() == null ? type.kind().name() : type.toString(), pos), pos);
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
    return spec instanceof ParsedTypeNameSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
