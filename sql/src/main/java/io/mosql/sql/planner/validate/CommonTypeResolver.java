package io.mosql.sql.planner.validate;

import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the common type of the branches of a set operation, of CASE, of GREATEST and LEAST, of
 * the rows of VALUES, and of a REAL and an integer in a sum, after "UNION, CASE, and Related
 * Constructs" in PostgreSQL's manual: a string literal is converted to the type of the other
 * branches, and types of different categories have no common type. Calcite would convert a number
 * to a text next to a text, and to a date next to a date.
 */
final class CommonTypeResolver {
  private enum Category {
    TEXT,
    NUMBER,
    DATE_OR_TIMESTAMP,
    TIME,
    BOOLEAN,
    BYTES,
    UUID,
    INTERVAL,
    JSONB,
    ARRAY,
    /** NULL, rows, and types that only Calcite has. */
    OTHER
  }

  /** Index of the operand of a CASE. */
  private static final int ELSE = 3;

  private static final Set<SqlKind> ARITHMETIC =
      EnumSet.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.TIMES, SqlKind.DIVIDE);

  private final MosqlValidator validator;
  private final ImplicitCasts casts;

  CommonTypeResolver(MosqlValidator validator, ImplicitCasts casts) {
    this.validator = validator;
    this.casts = casts;
  }

  /**
   * Gives string literals among the results of CASE, or the operands of GREATEST and LEAST, the
   * type of the others.
   *
   * @param call any call; other calls are unchanged
   * @throws RuntimeException 42804 where there is no common type
   */
  void resolve(SqlValidatorScope scope, SqlCall call) {
    if (call instanceof SqlCase choice) {
      resolveCase(scope, choice);
    } else if (call.getKind() == SqlKind.GREATEST_PG || call.getKind() == SqlKind.LEAST_PG) {
      resolveChoice(scope, call);
    } else if (ARITHMETIC.contains(call.getKind()) && call.operandCount() == 2) {
      resolveReal(scope, call, 0, 1);
      resolveReal(scope, call, 1, 0);
    } else if (call.getKind() == SqlKind.MOD && call.operandCount() == 2) {
      resolveRemainder(scope, call);
    }
  }

  /**
   * Resolves a remainder of integers to the wider type of both: Calcite's has that of the divisor.
   */
  private void resolveRemainder(SqlValidatorScope scope, SqlCall call) {
    RelDataType dividend = validator.deriveType(scope, call.operand(0));
    RelDataType divisor = validator.deriveType(scope, call.operand(1));
    if (SqlTypeUtil.isIntType(dividend)
        && SqlTypeUtil.isIntType(divisor)
        && divisor.getPrecision() < dividend.getPrecision()) {
      casts.castOperand(
          call, 1, validator.getTypeFactory().createSqlType(dividend.getSqlTypeName()));
    }
  }

  /** Converts an integer in arithmetic with a REAL to DOUBLE, because a REAL has only 24 bits. */
  private void resolveReal(SqlValidatorScope scope, SqlCall call, int real, int integer) {
    if (call.operand(real).getKind() == SqlKind.ROW
        || call.operand(integer).getKind() == SqlKind.ROW
        || validator.deriveType(scope, call.operand(real)).getSqlTypeName() != SqlTypeName.REAL) {
      return;
    }
    if (SqlTypeUtil.isIntType(validator.deriveType(scope, call.operand(integer)))) {
      casts.castOperand(
          call, integer, validator.getTypeFactory().createSqlType(SqlTypeName.DOUBLE));
    }
  }

  /**
   * Resolves the common types of a VALUES query's columns; a parameter also takes the type of the
   * other rows.
   */
  void resolveValues(SqlValidatorScope scope, SqlCall values) {
    int width = ((SqlCall) values.operand(0)).operandCount();
    for (SqlNode row : values.getOperandList()) {
      if (((SqlCall) row).operandCount() != width) {
        return;
      }
    }
    for (int column = 0; column < width; column++) {
      List<SqlNode> nodes = new ArrayList<>();
      for (SqlNode row : values.getOperandList()) {
        nodes.add(((SqlCall) row).operand(column));
      }
      List<RelDataType> known = new ArrayList<>();
      for (SqlNode node : nodes) {
        if (!(node instanceof SqlCharStringLiteral || node instanceof SqlDynamicParam)) {
          known.add(validator.deriveType(scope, node));
        }
      }
      RelDataType common = common(known, values);
      if (nodes.stream().anyMatch(SqlDynamicParam.class::isInstance)) {
        RelDataType sibling = common != null || known.isEmpty() ? common : known.get(0);
        addParameters(scope, nodes, sibling, known);
        common = common(known, values);
      }
      if (common != null) {
        for (SqlNode row : values.getOperandList()) {
          SqlNode node = ((SqlCall) row).operand(column);
          if (node instanceof SqlCharStringLiteral
              || ImplicitCasts.isWider(common, validator.deriveType(scope, node))) {
            casts.castOperand((SqlCall) row, column, common);
          }
        }
      }
    }
  }

  /**
   * Infers the types of parameters in a column.
   *
   * @param sibling the type of the other values, or null
   * @param known receives the parameters' types except texts, which may become any type
   */
  private void addParameters(
      SqlValidatorScope scope,
      List<SqlNode> nodes,
      @Nullable RelDataType sibling,
      List<RelDataType> known) {
    for (SqlNode node : nodes) {
      if (node instanceof SqlDynamicParam parameter) {
        if (sibling != null) {
          validator.parameters().inferFromSibling(parameter, sibling);
        }
        RelDataType type = validator.deriveType(scope, parameter);
        if (!SqlTypeUtil.isCharacter(type)) {
          known.add(type);
        }
      }
    }
  }

  private void resolveCase(SqlValidatorScope scope, SqlCase choice) {
    SqlNodeList results = choice.getThenOperands();
    SqlNode otherwise = Objects.requireNonNull(choice.getElseOperand());
    List<SqlNode> all = new ArrayList<>(results);
    all.add(otherwise);
    RelDataType common = common(known(scope, all), choice);
    if (common == null) {
      return;
    }
    for (int i = 0; i < results.size(); i++) {
      if (isCast(scope, results.get(i), common)) {
        casts.castElement(results, i, common);
      }
    }
    if (isCast(scope, otherwise, common)) {
      casts.castOperand(choice, ELSE, common);
    }
  }

  /**
   * Resolves the results of a CASE; Calcite does not cast a date next to a timestamp there either.
   */
  private void resolveChoice(SqlValidatorScope scope, SqlCall choice) {
    RelDataType common = common(known(scope, choice.getOperandList()), choice);
    if (common == null) {
      return;
    }
    for (int i = 0; i < choice.operandCount(); i++) {
      if (isOpen(scope, choice.operand(i))) {
        casts.castOperand(choice, i, common);
      } else if (category(common) == Category.DATE_OR_TIMESTAMP) {
        casts.coerceOperandType(scope, choice, i, common);
      }
    }
  }

  private List<RelDataType> known(SqlValidatorScope scope, List<SqlNode> nodes) {
    List<RelDataType> known = new ArrayList<>();
    for (SqlNode node : nodes) {
      if (!isOpen(scope, node)) {
        SqlNode value = Objects.requireNonNull(ParameterTypeInference.withoutNotNull(node));
        // the type of a NULL may have been set since
        if (!SqlUtil.isNullLiteral(value, true)) {
          known.add(validator.deriveType(scope, value));
        }
      }
    }
    return known;
  }

  /** Resolves the common types of a set operation's columns, whose branches have been validated. */
  void resolveSetOperation(SqlValidatorScope scope, SqlCall call) {
    List<List<RelDataType>> rows = new ArrayList<>();
    for (SqlNode part : call.getOperandList()) {
      RelDataType row = validator.deriveType(scope, part);
      rows.add(row.getFieldList().stream().map(RelDataTypeField::getType).toList());
    }
    int width = rows.get(0).size();
    if (rows.stream().anyMatch(row -> row.size() != width)) {
      return;
    }
    for (int column = 0; column < width; column++) {
      List<RelDataType> known = new ArrayList<>();
      List<SqlNode> open = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        RelDataType type = rows.get(i).get(column);
        SqlNode value = value(call.operand(i), column);
        if (value != null && isOpen(value, type)) {
          open.add(call.operand(i));
        } else {
          known.add(type);
        }
      }
      RelDataType common = common(known, call);
      if (common != null) {
        for (SqlNode part : open) {
          casts.rowTypeCoercion(scope, part, column, common);
        }
      }
    }
  }

  /**
   * Returns the expression of a column in a branch of a set operation; null if the branch is
   * nested.
   */
  private static @Nullable SqlNode value(SqlNode part, int column) {
    if (part instanceof SqlSelect select && column < select.getSelectList().size()) {
      return SqlUtil.stripAs(select.getSelectList().get(column));
    }
    return part.getKind() == SqlKind.VALUES && ((SqlCall) part).operandCount() == 1
        ? ((SqlCall) ((SqlCall) part).operand(0)).operand(column)
        : null;
  }

  /** Whether a value needs a cast to the type; Calcite does not add all necessary casts. */
  private boolean isCast(SqlValidatorScope scope, SqlNode node, RelDataType common) {
    SqlNode value = Objects.requireNonNull(ParameterTypeInference.withoutNotNull(node));
    return isOpen(scope, node) || ImplicitCasts.isWider(common, validator.deriveType(scope, value));
  }

  /** Whether a value's type is open, also within the cast that the rewrite of COALESCE adds. */
  private boolean isOpen(SqlValidatorScope scope, SqlNode node) {
    SqlNode value = ParameterTypeInference.withoutNotNull(node);
    return value != null && isOpen(value, validator.deriveType(scope, value));
  }

  /** Whether a text literal or parameter takes its type only from the other values. */
  static boolean isOpen(SqlNode node, RelDataType type) {
    return SqlTypeUtil.isCharacter(type)
        && (node instanceof SqlCharStringLiteral || node instanceof SqlDynamicParam);
  }

  /**
   * Returns the type that texts are cast to.
   *
   * @return null if they remain texts, or if no type is known
   */
  private @Nullable RelDataType common(List<RelDataType> types, SqlCall call) {
    RelDataType common = null;
    for (RelDataType type : types) {
      if (category(type) == Category.OTHER) {
        continue;
      }
      if (common != null && category(common) != category(type)) {
        throw PlanErrors.at(
            SqlErrorMessage.TYPES_NOT_MATCHED,
            call.getParserPosition(),
            call.getOperator().getName().replace(" ALL", ""),
            name(common),
            name(type));
      }
      RelDataType wider = common == null ? type : wider(common, type);
      common = wider == null ? common : wider;
    }
    if (common == null || category(common) == Category.TEXT) {
      return null;
    }
    // the scale of a text is not limited to that of the other values' columns
    return common.getSqlTypeName() == SqlTypeName.DECIMAL
        ? NumericType.of(validator.getTypeFactory(), common.isNullable())
        : common;
  }

  private @Nullable RelDataType wider(RelDataType a, RelDataType b) {
    return category(a) == Category.DATE_OR_TIMESTAMP
        ? casts.commonTypeForBinaryComparison(a, b)
        : casts.getWiderTypeForTwo(a, b, false);
  }

  private static String name(RelDataType type) {
    return RelTypes.sqlType(type).kind().name().toLowerCase(Locale.ROOT);
  }

  private static Category category(RelDataType type) {
    if (ArrayType.is(type)) {
      return Category.ARRAY;
    } else if (JsonbType.is(type)) {
      return Category.JSONB;
    } else if (SqlTypeUtil.isInterval(type)) {
      return Category.INTERVAL;
    } else if (SqlTypeUtil.isCharacter(type)) {
      return Category.TEXT;
    } else if (SqlTypeUtil.isNumeric(type)) {
      return Category.NUMBER;
    } else if (SqlTypeUtil.isBinary(type)) {
      return Category.BYTES;
    }
    SqlTypeName name = type.getSqlTypeName();
    return switch (name) {
      case BOOLEAN -> Category.BOOLEAN;
      case UUID -> Category.UUID;
      case TIME -> Category.TIME;
      case DATE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Category.DATE_OR_TIMESTAMP;
      default -> Category.OTHER;
    };
  }
}
