package io.mosql.sql.planner.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Collation;
import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.operator.CollateOperator;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The rules for collations in expressions. When a comparison of texts with a collation is built, it
 * becomes a comparison of their collation keys, {@code nocase(a) = nocase(b)}; from then on it is
 * an ordinary comparison by code point, which optimizer rules may move. An explicit COLLATE takes
 * precedence over the collation of a column's type, which takes precedence over no collation.
 * Grouping and sorting use the types of fields instead ({@link CollatedType}).
 *
 * <p>Text functions return texts without a collation; conditional functions, least and greatest
 * values keep it.
 */
public final class CollationRules {
  /** The collation key function of a text; statements cannot call it. */
  private static final SqlFunction KEY =
      SqlBasicFunction.create(
          "NOCASE",
          binding -> CollatedType.plain(binding.getTypeFactory(), binding.getOperandType(0)),
          OperandTypes.CHARACTER,
          SqlFunctionCategory.STRING);

  /** LIKE with the case-insensitive collation. */
  private static final SqlFunction LIKE = like("LIKE NOCASE");

  private static final SqlFunction NOT_LIKE = like("NOT LIKE NOCASE");

  private static final SqlFunction COLLATE_NOCASE = collate(Collation.NOCASE);
  private static final SqlFunction COLLATE_CODE_POINT = collate(Collation.CODE_POINT);

  /** Functions, besides aggregates, that return one of their operands. */
  private static final Set<String> KEEPING =
      Set.of(
          "CASE",
          "COALESCE",
          "NULLIF",
          "CAST",
          "GREATEST",
          "GREATEST_PG",
          "LEAST",
          "LEAST_PG",
          "NVL",
          "IFNULL",
          COLLATE_NOCASE.getName(),
          COLLATE_CODE_POINT.getName());

  private CollationRules() {}

  private static SqlFunction collate(Collation collation) {
    return SqlBasicFunction.create(
            "COLLATE " + collation.sqlName().toUpperCase(Locale.ROOT),
            binding -> collated(binding, collation),
            OperandTypes.ANY,
            SqlFunctionCategory.STRING)
        .withOperandTypeInference(InferTypes.VARCHAR_1024);
  }

  private static RelDataType collated(SqlOperatorBinding binding, Collation collation) {
    RelDataTypeFactory types = binding.getTypeFactory();
    RelDataType text = binding.getOperandType(0);
    if (text.getSqlTypeName() == SqlTypeName.NULL) {
      text = types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), true);
    }
    if (!isText(text)) {
      throw ParserErrorMessage.COLLATION_NOT_OF_TYPE.error(RelTypes.sqlType(text));
    }
    return CollatedType.of(types, text, collation);
  }

  private static SqlFunction like(String name) {
    return new SqlFunction(
        name,
        SqlKind.LIKE,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.STRING);
  }

  /** Returns the function that the rewritten COLLATE calls, by its upper-case name, or null. */
  static @Nullable SqlFunction find(String name) {
    return name.equals(COLLATE_NOCASE.getName())
        ? COLLATE_NOCASE
        : name.equals(COLLATE_CODE_POINT.getName()) ? COLLATE_CODE_POINT : null;
  }

  /** Rewrites COLLATE, or a cast to CITEXT, into a function call; returns other calls unchanged. */
  public static SqlNode rewrite(SqlCall call) {
    if (call.getOperator() instanceof CollateOperator collate) {
      SqlFunction function =
          collate.collation() == Collation.NOCASE ? COLLATE_NOCASE : COLLATE_CODE_POINT;
      return function.createCall(call.getParserPosition(), call.getOperandList());
    }
    if (call.getKind() == SqlKind.CAST
        && call.operand(1) instanceof SqlDataTypeSpec spec
        && spec.getTypeName().isSimple()
        && spec.getTypeName().getSimple().equalsIgnoreCase("CITEXT")) {
      SqlDataTypeSpec text =
          new SqlDataTypeSpec(
              new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, spec.getParserPosition()),
              spec.getParserPosition());
      return COLLATE_NOCASE.createCall(
          call.getParserPosition(),
          SqlStdOperatorTable.CAST.createCall(call.getParserPosition(), call.operand(0), text));
    }
    return call;
  }

  /** Returns the result type of an operator. */
  public static RelDataType result(
      RelDataTypeFactory types, SqlOperator operator, RelDataType type) {
    boolean keeps =
        !(operator instanceof SqlFunction)
            || operator instanceof SqlAggFunction
            || KEEPING.contains(operator.getName().toUpperCase(Locale.ROOT));
    return keeps ? type : CollatedType.plain(types, type);
  }

  /**
   * Returns the common type of several types.
   *
   * @param common common type without collations
   */
  static RelDataType common(
      RelDataTypeFactory factory, List<RelDataType> types, RelDataType common) {
    boolean collated = types.stream().anyMatch(CollatedType.class::isInstance);
    if (!collated || !isText(common)) {
      return common;
    }
    boolean nocase =
        types.stream().anyMatch(type -> CollatedType.collation(type) == Collation.NOCASE);
    return CollatedType.of(
        factory,
        CollatedType.plain(factory, common),
        nocase ? Collation.NOCASE : Collation.CODE_POINT);
  }

  private static boolean isText(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR
        || type.getSqlTypeName() == SqlTypeName.VARCHAR;
  }

  private static boolean isLike(SqlOperator operator) {
    return operator.equals(SqlStdOperatorTable.LIKE)
        || operator.equals(SqlStdOperatorTable.NOT_LIKE);
  }

  private static boolean appliesTo(SqlOperator operator, List<? extends RexNode> operands) {
    if (!SqlKind.COMPARISON.contains(operator.getKind())
        && operator.getKind() != SqlKind.IS_DISTINCT_FROM
        && operator.getKind() != SqlKind.IS_NOT_DISTINCT_FROM
        && !isLike(operator)) {
      return false;
    }
    for (RexNode operand : operands) {
      if (operand.getType() instanceof CollatedType) {
        return true;
      }
    }
    return false;
  }

  /** Returns the operator that replaces an operator over such operands. */
  static SqlOperator operator(SqlOperator operator, List<? extends RexNode> operands) {
    if (OperatorFunctions.isRegex(operator)) {
      return OperatorFunctions.regex(operator, resultCollation(operands) == Collation.NOCASE);
    }
    if (!isLike(operator)
        || !appliesTo(operator, operands)
        || resultCollation(operands) != Collation.NOCASE) {
      return operator;
    }
    return operator.equals(SqlStdOperatorTable.LIKE) ? LIKE : NOT_LIKE;
  }

  /**
   * Returns the operands that replace the given ones.
   *
   * @throws MosqlException 42P21 when there are two explicit collations
   */
  public static List<RexNode> operands(
      RexBuilder rex, SqlOperator operator, List<? extends RexNode> operands) {
    if (!appliesTo(operator, operands)) {
      return List.copyOf(operands);
    }
    Collation chosen = resultCollation(operands);
    if (isLike(operator) && chosen == Collation.NOCASE) {
      return List.copyOf(operands);
    }
    List<RexNode> made = new ArrayList<>();
    for (RexNode operand : operands) {
      if (!isText(operand.getType())) {
        made.add(operand);
      } else if (chosen == Collation.NOCASE) {
        made.add(collationKey(rex, operand));
      } else if (CollatedType.collation(operand.getType()) == Collation.CODE_POINT) {
        made.add(operand);
      } else {
        // repeated, so that it remains explicit when the other operand's collation is no longer
        // visible
        RexNode text = withoutCast(operand);
        made.add(explicitCollation(text) == null ? rex.makeCall(COLLATE_CODE_POINT, text) : text);
      }
    }
    return List.copyOf(made);
  }

  private static Collation resultCollation(List<? extends RexNode> operands) {
    Collation first = null;
    Collation found = Collation.CODE_POINT;
    for (RexNode operand : operands) {
      Collation own = CollatedType.collation(operand.getType());
      found = own == Collation.CODE_POINT ? found : own;
      Collation here = explicitCollation(operand);
      if (first != null && here != null && first != here) {
        throw SqlErrorMessage.COLLATIONS_DIFFER.error(first.sqlName(), here.sqlName());
      }
      first = first == null ? here : first;
    }
    return first == null ? found : first;
  }

  /**
   * Returns the explicit collation of the expression, ignoring a cast added for a comparison, or
   * null.
   */
  private static @Nullable Collation explicitCollation(RexNode node) {
    RexNode inner = withoutCast(node);
    return inner instanceof RexCall call
            && (call.getOperator().equals(COLLATE_NOCASE)
                || call.getOperator().equals(COLLATE_CODE_POINT))
        ? CollatedType.collation(call.getType())
        : null;
  }

  /**
   * Returns the text without a cast to a type with a collation; statements cannot contain such
   * casts.
   */
  private static RexNode withoutCast(RexNode node) {
    return node.getKind() == SqlKind.CAST && node.getType() instanceof CollatedType
        ? ((RexCall) node).getOperands().get(0)
        : node;
  }

  /**
   * Whether a comparison of the left text with values of the right type uses the collation of the
   * right type.
   */
  public static boolean usesRightCollation(RexNode left, RelDataType right) {
    return resultCollation(List.of(left, new RexInputRef(0, right)))
        == CollatedType.collation(right);
  }

  private static RexNode collationKey(RexBuilder rex, RexNode text) {
    if (text instanceof RexCall call && call.getOperator().equals(KEY)) {
      return text;
    }
    if (text instanceof RexLiteral literal
        && RexLiteralValues.value(literal) instanceof String value) {
      String key = Collation.NOCASE.key(value);
      return key.equals(value) ? text : rex.makeLiteral(key);
    }
    return rex.makeCall(KEY, ComparisonCastRemover.withoutTextCast(text));
  }

  /** Returns the text whose collation key the expression is, else null. */
  public static @Nullable RexNode collatedText(RexNode node) {
    return node instanceof RexCall call && call.getOperator().equals(KEY)
        ? call.getOperands().get(0)
        : null;
  }

  /**
   * Returns the table column for which comparisons with the expression agree with the order of
   * index keys, or null.
   *
   * @param node over the table's columns
   */
  public static @Nullable RexInputRef column(RexNode node, TableDef table) {
    RexNode text = collatedText(node);
    RexNode inner = text == null ? node : text;
    return inner instanceof RexInputRef ref
            && table.columns().get(ref.getIndex()).type().isPlain() == (text == null)
        ? ref
        : null;
  }
}
