package io.mosql.sql.planner.expression;

import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate functions that Calcite's standard operator table lacks or types differently.
 * Variances of exact numbers are NUMERIC, other statistics DOUBLE.
 */
public final class AggregateFunctions {
  private static final SqlReturnTypeInference DOUBLE =
      ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  private static final SqlReturnTypeInference VARIANCE =
      binding ->
          SqlTypeUtil.isExactNumeric(binding.getOperandType(0))
              ? NumericType.of(binding.getTypeFactory(), true)
              : DOUBLE.inferReturnType(binding);
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference FIRST =
      ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  /**
   * Ordered-set functions, whose WITHIN GROUP value {@code AggregateRewrite} repeats as an operand.
   */
  public static final Set<String> ORDERED_SETS =
      Set.of("MODE", "PERCENTILE_CONT", "PERCENTILE_DISC");

  /** As ARRAY_AGG, but an array without elements for no rows: {@code ARRAY(SELECT ..)}. */
  public static final String ARRAY_OF_ROWS = "ARRAY OF ROWS";

  /**
   * Hypothetical-set functions, by the name of the window function that they share it with: the
   * place that a row of the operands would have. Statements cannot call them by their own names.
   */
  private static final Map<String, String> HYPOTHETICAL_SETS =
      Map.of(
          "RANK", "RANK WITHIN GROUP",
          "DENSE_RANK", "DENSE_RANK WITHIN GROUP",
          "PERCENT_RANK", "PERCENT_RANK WITHIN GROUP",
          "CUME_DIST", "CUME_DIST WITHIN GROUP");

  /** Initialized at the first lookup of a name outside of the standard table. */
  private static final Map<String, SqlAggFunction> BY_NAME = table();

  private AggregateFunctions() {}

  /** Returns the function of an upper-case name, or null. */
  public static @Nullable SqlAggFunction find(String name) {
    return BY_NAME.get(name);
  }

  /** Returns the hypothetical-set function of an upper-case name, or null. */
  public static @Nullable SqlAggFunction hypothetical(String name) {
    String own = HYPOTHETICAL_SETS.get(name);
    return own == null ? null : BY_NAME.get(own);
  }

  private static Map<String, SqlAggFunction> table() {
    Map<String, SqlAggFunction> all = new HashMap<>();
    for (String name : "STDDEV STDDEV_SAMP STDDEV_POP STD VARIANCE VAR_SAMP VAR_POP".split(" ")) {
      all.put(name, function(name, SqlKind.OTHER_FUNCTION, VARIANCE, OperandTypes.NUMERIC));
    }
    for (String name :
        ("COVAR_POP COVAR_SAMP CORR REGR_AVGX REGR_AVGY REGR_SXX REGR_SYY REGR_SXY REGR_SLOPE"
                + " REGR_INTERCEPT REGR_R2")
            .split(" ")) {
      all.put(name, function(name, SqlKind.OTHER_FUNCTION, DOUBLE, OperandTypes.NUMERIC_NUMERIC));
    }
    all.put(
        "REGR_COUNT",
        function(
            "REGR_COUNT",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.BIGINT,
            OperandTypes.NUMERIC_NUMERIC));
    SqlReturnTypeInference truth = ReturnTypes.BOOLEAN.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    all.put("BOOL_AND", function("BOOL_AND", SqlKind.MIN, truth, OperandTypes.BOOLEAN));
    all.put("BOOL_OR", function("BOOL_OR", SqlKind.MAX, truth, OperandTypes.BOOLEAN));
    for (SqlKind kind : new SqlKind[] {SqlKind.BIT_AND, SqlKind.BIT_OR, SqlKind.BIT_XOR}) {
      all.put(kind.name(), function(kind.name(), kind, FIRST, OperandTypes.INTEGER));
    }
    for (String name : new String[] {"INTERVAL_SUM", "INTERVAL_AVG"}) {
      all.put(name, function(name, SqlKind.OTHER_FUNCTION, FIRST, OperandTypes.INTERVAL));
    }
    for (String name : new String[] {"ARRAY_AGG", ARRAY_OF_ROWS}) {
      SqlReturnTypeInference array =
          binding ->
              ArrayType.of(
                  binding.getTypeFactory(), arrayElement(binding), !name.equals(ARRAY_OF_ROWS));
      all.put(
          name,
          function(name, SqlKind.OTHER_FUNCTION, array, OperandTypes.ANY)
              .withGroupOrder(Optionality.OPTIONAL));
    }
    texts(all);
    json(all);
    SqlReturnTypeInference last = ReturnTypes.ARG1.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    all.put("MODE", ordered("MODE", FIRST, OperandTypes.ANY));
    all.put("PERCENTILE_CONT", ordered("PERCENTILE_CONT", DOUBLE, OperandTypes.NUMERIC_NUMERIC));
    all.put(
        "PERCENTILE_DISC",
        ordered(
            "PERCENTILE_DISC",
            last,
            OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.ANY)));
    HYPOTHETICAL_SETS.forEach(
        (window, name) ->
            all.put(
                name,
                ordered(
                    name,
                    window.equals("PERCENT_RANK") || window.equals("CUME_DIST")
                        ? ReturnTypes.DOUBLE
                        : ReturnTypes.BIGINT,
                    new HypotheticalOperands())));
    return Map.copyOf(all);
  }

  /** The type of the elements: that of the argument, a text for NULL. */
  private static RelDataType arrayElement(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    return RelTypes.relType(binding.getTypeFactory(), RelTypes.sqlType(type), true);
  }

  private static SqlAggFunction ordered(
      String name, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    return function(name, SqlKind.OTHER_FUNCTION, type, operands)
        .withGroupOrder(Optionality.MANDATORY);
  }

  private static void texts(Map<String, SqlAggFunction> all) {
    SqlOperandTypeChecker two =
        OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
    SqlOperandTypeChecker any =
        OperandTypes.family(List.of(SqlTypeFamily.ANY, SqlTypeFamily.CHARACTER), i -> i == 1);
    Map.of("STRING_AGG", two, "GROUP_CONCAT", any, "LISTAGG", any)
        .forEach(
            (name, operands) ->
                all.put(
                    name,
                    function(name, SqlKind.OTHER_FUNCTION, TEXT, operands)
                        .withGroupOrder(Optionality.OPTIONAL)));
  }

  /** Adds the functions that aggregate to JSON arrays and objects; STRICT ones omit NULLs. */
  private static void json(Map<String, SqlAggFunction> all) {
    SqlOperandTypeChecker pair = OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.ANY);
    for (String prefix : new String[] {"JSON", "JSONB"}) {
      SqlReturnTypeInference json =
          binding ->
              prefix.equals("JSON")
                  ? JsonType.of(binding.getTypeFactory(), true)
                  : JsonbType.of(binding.getTypeFactory(), true);
      for (String suffix : new String[] {"", "_STRICT"}) {
        String array = prefix + "_AGG" + suffix;
        all.put(
            array,
            function(array, SqlKind.OTHER_FUNCTION, json, OperandTypes.ANY)
                .withGroupOrder(Optionality.OPTIONAL));
        String object = prefix + "_OBJECT_AGG" + suffix;
        all.put(
            object,
            function(object, SqlKind.OTHER_FUNCTION, json, pair)
                .withGroupOrder(Optionality.OPTIONAL));
      }
    }
  }

  private static SqlBasicAggFunction function(
      String name, SqlKind kind, SqlReturnTypeInference type, SqlOperandTypeChecker operands) {
    return SqlBasicAggFunction.create(name, kind, type, operands)
        .withFunctionType(SqlFunctionCategory.SYSTEM)
        .withGroupOrder(Optionality.FORBIDDEN);
  }

  /** The values of a row, then as many sort keys that they are compared with. */
  private record HypotheticalOperands() implements SqlOperandTypeChecker {
    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      int keys = binding.getOperandCount() / 2;
      for (int i = 0; i < keys; i++) {
        if (!comparable(binding.getOperandType(i), binding.getOperandType(keys + i))) {
          if (throwOnFailure) {
            throw binding.newValidationSignatureError();
          }
          return false;
        }
      }
      return true;
    }

    /** Whether values are compared without a conversion of one of them. */
    private static boolean comparable(RelDataType value, RelDataType key) {
      return value.getSqlTypeName() == SqlTypeName.NULL
          || SqlTypeUtil.isNumeric(value) && SqlTypeUtil.isNumeric(key)
          || SqlTypeUtil.inCharFamily(value) && SqlTypeUtil.inCharFamily(key)
          || value.getSqlTypeName() == key.getSqlTypeName();
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return SqlOperandCountRanges.from(2);
    }

    @Override
    public String getAllowedSignatures(SqlOperator op, String opName) {
      return opName + "(<COMPARABLE>, ...)";
    }
  }
}
