package io.mosql.sql.planner.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.parser.ast.operator.ParsedTypeNameSpec;
import io.mosql.sql.planner.error.PlanErrors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * The name of a type that Calcite does not have, in syntax trees before validation: INTERVAL as one
 * type, BLOB, CLOB, arrays, and times with digits of a second. Immutable.
 */
public final class ResolvedTypeSpec extends SqlTypeNameSpec {
  private final SqlType type;

  private ResolvedTypeSpec(SqlType type, SqlParserPos pos) {
    super(
        new SqlIdentifier(type.element() == null ? type.kind().name() : type.toString(), pos), pos);
    this.type = type;
  }

  /** Returns the type name for a cast at a position. */
  public static SqlDataTypeSpec at(SqlParserPos pos, SqlType type) {
    return new SqlDataTypeSpec(new ResolvedTypeSpec(type, pos), pos);
  }

  /** Returns the type name that replaces a parsed one. */
  public static SqlDataTypeSpec of(SqlDataTypeSpec parsed) {
    return parsed.getTypeNameSpec() instanceof ParsedTypeNameSpec name
        ? at(parsed.getParserPosition(), name.type())
        : parsed;
  }

  /**
   * The type that a cast names, parsed or replaced; null for another kind of type, and for another
   * expression.
   */
  public static @Nullable SqlType ofCast(SqlNode node, TypeKind kind) {
    SqlType type = node.getKind() == SqlKind.CAST ? typeOf(((SqlCall) node).operand(1)) : null;
    return type != null && type.kind() == kind ? type : null;
  }

  /** The type of a name of this class, parsed or replaced; null for other names. */
  public static @Nullable SqlType typeOf(SqlNode name) {
    SqlTypeNameSpec spec = name instanceof SqlDataTypeSpec type ? type.getTypeNameSpec() : null;
    return spec instanceof ResolvedTypeSpec resolved
        ? resolved.type
        : spec instanceof ParsedTypeNameSpec parsed ? parsed.type() : null;
  }

  /** Fails with 0A000 for an INTERVAL with fields, which is supported only in casts and columns. */
  @Override
  public RelDataType deriveType(SqlValidator validator) {
    if (type.kind() == TypeKind.INTERVAL && !type.equals(SqlType.INTERVAL)) {
      throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED_TYPE, getParserPos(), type);
    }
    return RelTypes.relType(validator.getTypeFactory(), type, false);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec spec, Litmus litmus) {
    return spec instanceof ResolvedTypeSpec other && other.type.equals(type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, spec);
  }
}
