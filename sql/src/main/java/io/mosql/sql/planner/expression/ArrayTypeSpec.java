package io.mosql.sql.planner.expression;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.parser.ast.operator.ArrayTypeNameSpec;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/** The type name of an array, in syntax trees before validation. Immutable. */
public final class ArrayTypeSpec extends SqlTypeNameSpec {
  private final SqlType type;

  private ArrayTypeSpec(SqlType type, SqlParserPos pos) {
    super(new SqlIdentifier(type.toString(), pos), pos);
    this.type = type;
  }

  /** Returns the type name for a cast at a position. */
  public static SqlDataTypeSpec at(SqlParserPos pos, SqlType type) {
    return new SqlDataTypeSpec(new ArrayTypeSpec(type, pos), pos);
  }

  /** Returns the type name that replaces a parsed one. */
  public static SqlDataTypeSpec of(SqlDataTypeSpec parsed) {
    return parsed.getTypeNameSpec() instanceof ArrayTypeNameSpec name
        ? at(parsed.getParserPosition(), name.type())
        : parsed;
  }

  /** The type of arrays that a node names, parsed or replaced; null for other nodes. */
  public static @Nullable SqlType typeOf(SqlNode node) {
    if (!(node instanceof SqlDataTypeSpec spec)) {
      return null;
    }
    if (spec.getTypeNameSpec() instanceof ArrayTypeSpec array) {
      return array.type;
    }
    return spec.getTypeNameSpec() instanceof ArrayTypeNameSpec name ? name.type() : null;
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
    return spec instanceof ArrayTypeSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
