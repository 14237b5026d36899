package io.mosql.sql.planner.validate;

import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorImpl;

/**
 * Checks the types of comparisons after all implicit casts: a text is compared only with texts.
 * Where Calcite finds no common type of all operands, such as those of a BETWEEN, it adds no casts
 * but accepts the comparison, which cannot be executed. Pure.
 */
final class ComparisonTypeCheck {
  private ComparisonTypeCheck() {}

  /**
   * Checks the types of a comparison.
   *
   * @throws RuntimeException 42804
   */
  static void check(SqlValidatorImpl validator, SqlCall call) {
    SqlKind kind = call.getKind();
    if (call instanceof SqlCase choice) {
      List<SqlNode> results = new ArrayList<>(choice.getThenOperands());
      results.add(choice.getElseOperand());
      checkBytes(validator, results, call);
    } else if (kind == SqlKind.COALESCE) {
      checkBytes(validator, call.getOperandList(), call);
    } else if ((kind == SqlKind.IN || kind == SqlKind.NOT_IN)
        && call.operand(1) instanceof SqlNodeList list) {
      List<SqlNode> compared = new ArrayList<>(list);
      compared.add(call.operand(0));
      checkBytes(validator, compared, call);
      checkArrays(validator, compared, call);
    } else if (call.getOperator() instanceof ScalarFunction function
        && ArrayLibrary.comparesArrays(function.getName())) {
      checkArrays(validator, call.getOperandList(), call);
    }
    if (!SqlKind.COMPARISON.contains(kind)
        && kind != SqlKind.BETWEEN
        && kind != SqlKind.SOME
        && kind != SqlKind.ALL) {
      return;
    }
    RelDataType left = validator.getValidatedNodeTypeIfKnown(call.operand(0));
    int bounds = kind == SqlKind.BETWEEN ? 3 : 2;
    for (int i = 1; i < Math.min(bounds, call.operandCount()); i++) {
      RelDataType right = validator.getValidatedNodeTypeIfKnown(call.operand(i));
      if (left != null && right != null) {
        check(left, right, call);
      }
    }
  }

  /** Checks that bytes are compared only with bytes or texts. */
  private static void checkBytes(SqlValidatorImpl validator, List<SqlNode> nodes, SqlCall call) {
    List<RelDataType> known = new ArrayList<>();
    for (SqlNode node : nodes) {
      RelDataType type = node == null ? null : validator.getValidatedNodeTypeIfKnown(node);
      if (type != null && !type.isStruct() && isKnown(type)) {
        known.add(type);
      }
    }
    if (known.stream().noneMatch(SqlTypeUtil::isBinary)) {
      return;
    }
    for (RelDataType type : known) {
      if (!SqlTypeUtil.isBinary(type) && !SqlTypeUtil.isCharacter(type)) {
        throw PlanErrors.at(
            SqlErrorMessage.TYPES_NOT_COMPARABLE, call.getParserPosition(), "bytes", type);
      }
    }
  }

  /** Checks that the elements of arrays are compared with elements of their kind. */
  private static void checkArrays(SqlValidatorImpl validator, List<SqlNode> nodes, SqlCall call) {
    RelDataType first = null;
    for (SqlNode node : nodes) {
      RelDataType type = validator.getValidatedNodeTypeIfKnown(node);
      if (type != null && ArrayType.is(type)) {
        first = first == null ? type : first;
        check(first, type, call);
      }
    }
  }

  private static boolean isComparable(RelDataType one, RelDataType other) {
    if (!ArrayType.is(one) || !ArrayType.is(other)) {
      return SqlTypeUtil.isCharacter(one) == SqlTypeUtil.isCharacter(other);
    }
    TypeKind some = RelTypes.sqlType(ArrayType.element(one)).kind();
    TypeKind others = RelTypes.sqlType(ArrayType.element(other)).kind();
    return some == others
        || some.isNumeric() && others.isNumeric()
        || some.isText() && others.isText();
  }

  private static void check(RelDataType left, RelDataType right, SqlCall call) {
    List<RelDataType> some = types(left);
    List<RelDataType> others = types(right);
    for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
      RelDataType one = some.get(i);
      RelDataType other = others.get(i);
      if (isKnown(one) && isKnown(other) && !isComparable(one, other)) {
        throw PlanErrors.at(
            SqlErrorMessage.TYPES_NOT_COMPARABLE, call.getParserPosition(), one, other);
      }
    }
  }

  private static List<RelDataType> types(RelDataType type) {
    return type.isStruct()
        ? type.getFieldList().stream().map(RelDataTypeField::getType).toList()
        : List.of(type);
  }

  private static boolean isKnown(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return !JsonType.is(type)
        && name != SqlTypeName.NULL
        && name != SqlTypeName.ANY
        && name != SqlTypeName.UNKNOWN
        && name != SqlTypeName.ARRAY;
  }
}
