package io.mosql.sql.planner.expression;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.parser.ast.operator.BitwiseOperator;
import io.mosql.sql.parser.ast.operator.ConcatOperator;
import io.mosql.sql.parser.ast.operator.IsNormalizedOperator;
import io.mosql.sql.parser.ast.operator.KeywordOperator;
import io.mosql.sql.parser.ast.operator.PowerOperator;
import io.mosql.sql.parser.ast.operator.PrefixMathOperator;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The functions that implement operators: powers, bits, and MySQL's {@code DIV}, {@code XOR},
 * {@code REGEXP} and {@code RLIKE}. Their names contain blanks, so that statements cannot call
 * them. Stateless.
 */
public final class OperatorFunctions {
  public static final String XOR_NAME = "EXCLUSIVE OR";
  public static final String REGEX_NAME = "REGEX BY COLLATION";
  public static final String NOT_REGEX_NAME = "NEGATED REGEX BY COLLATION";

  private static final Set<String> FORMS = Set.of("nfc", "nfd", "nfkc", "nfkd");

  private static final Map<String, SqlFunction> BY_NAME = table();

  private OperatorFunctions() {}

  private static Map<String, SqlFunction> table() {
    Map<String, SqlFunction> all = new HashMap<>();
    for (String name : new String[] {"AND", "OR", "XOR"}) {
      add(
          all,
          "BITWISE " + name,
          ReturnTypes.LEAST_RESTRICTIVE,
          SqlTypeFamily.INTEGER,
          SqlTypeFamily.INTEGER);
    }
    for (String name : new String[] {"LEFT", "RIGHT"}) {
      add(
          all,
          "BITWISE SHIFT " + name,
          ReturnTypes.ARG0_NULLABLE,
          SqlTypeFamily.INTEGER,
          SqlTypeFamily.INTEGER);
    }
    add(all, "BITWISE NOT", ReturnTypes.ARG0_NULLABLE, SqlTypeFamily.INTEGER);
    add(all, XOR_NAME, ReturnTypes.BOOLEAN_NULLABLE, SqlTypeFamily.BOOLEAN, SqlTypeFamily.BOOLEAN);
    for (String name : new String[] {REGEX_NAME, NOT_REGEX_NAME}) {
      add(
          all,
          name,
          ReturnTypes.BOOLEAN_NULLABLE,
          SqlTypeFamily.CHARACTER,
          SqlTypeFamily.CHARACTER);
    }
    return Map.copyOf(all);
  }

  private static void add(
      Map<String, SqlFunction> all,
      String name,
      SqlReturnTypeInference type,
      SqlTypeFamily... operands) {
    all.put(
        name,
        SqlBasicFunction.create(
            name, type, OperandTypes.family(operands), SqlFunctionCategory.SYSTEM));
  }

  /** Returns the function of a name, or null. */
  static @Nullable SqlFunction find(String name) {
    return BY_NAME.get(name);
  }

  /** Returns a call of the operator's function; other calls are returned unchanged. */
  public static SqlNode rewrite(SqlCall call) {
    SqlOperator operator = call.getOperator();
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> operands = call.getOperandList();
    if (operator instanceof PowerOperator) {
      return scalar("POWER").createCall(pos, operands);
    } else if (operator instanceof ConcatOperator) {
      return SqlStdOperatorTable.CONCAT.createCall(pos, operands);
    } else if (operator instanceof BitwiseOperator bits) {
      return own(bits.function()).createCall(pos, operands);
    } else if (operator.equals(BitwiseOperator.NOT)) {
      return own("BITWISE NOT").createCall(pos, operands);
    } else if (operator instanceof PrefixMathOperator math) {
      return function(math.function()).createCall(pos, operands);
    } else if (operator.equals(KeywordOperator.DIV)) {
      return whole(scalar("DIV").createCall(pos, operands));
    } else if (operator.equals(KeywordOperator.XOR)) {
      return own(XOR_NAME).createCall(pos, operands);
    }
    if (operator instanceof IsNormalizedOperator normalized) {
      SqlNode test =
          scalar("IS_NORMALIZED")
              .createCall(
                  pos, operands.get(0), SqlLiteral.createCharString(normalized.form(), pos));
      return normalized.negated() ? SqlStdOperatorTable.NOT.createCall(pos, test) : test;
    }
    boolean negated =
        operator.equals(KeywordOperator.NOT_REGEXP)
            || operator.equals(SqlLibraryOperators.NOT_RLIKE);
    if (!negated
        && !operator.equals(KeywordOperator.REGEXP)
        && !operator.equals(SqlLibraryOperators.RLIKE)) {
      return call;
    }
    if (operands.size() > 2) {
      throw PlanErrors.at(SqlErrorMessage.ESCAPE_NOT_ALLOWED, pos);
    }
    return own(negated ? NOT_REGEX_NAME : REGEX_NAME).createCall(pos, operands);
  }

  /** Rewrites {@code normalize(s, NFD)}, where the form is a keyword. */
  public static SqlNode normalized(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    if (!(call.operand(1) instanceof SqlIdentifier form)
        || !form.isSimple()
        || !FORMS.contains(form.getSimple())) {
      throw PlanErrors.at(SqlErrorMessage.INVALID_NORMALIZATION_FORM, pos);
    }
    return scalar("NORMALIZE")
        .createCall(pos, call.operand(0), SqlLiteral.createCharString(form.getSimple(), pos));
  }

  /**
   * Whether the operator matches a regular expression with the case sensitivity of the collation.
   */
  static boolean isRegex(SqlOperator operator) {
    return operator.getName().equals(REGEX_NAME) || operator.getName().equals(NOT_REGEX_NAME);
  }

  /** Returns the case-sensitive or case-insensitive variant of such an operator. */
  static SqlOperator regex(SqlOperator operator, boolean ignoreCase) {
    String name = ignoreCase ? "POSIX REGEX CASE INSENSITIVE" : "POSIX REGEX CASE SENSITIVE";
    boolean negated = operator.getName().equals(NOT_REGEX_NAME);
    return Objects.requireNonNull(MosqlOperatorTable.find(negated ? "NEGATED " + name : name));
  }

  private static SqlNode whole(SqlNode quotient) {
    SqlParserPos pos = quotient.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos, quotient, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, pos), pos));
  }

  /** Returns an unresolved function, which the validator looks up by name. */
  private static SqlOperator function(String name) {
    return new SqlUnresolvedFunction(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  private static SqlOperator own(String name) {
    return Objects.requireNonNull(BY_NAME.get(name), name);
  }

  private static SqlOperator scalar(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }
}
