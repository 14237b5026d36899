package io.mosql.sql.planner.expression;

import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.function.define.RowFunction;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The table function {@code generate_series(first, last [, step])}: a column of integers, of
 * NUMERICs, or of timestamps with an interval as the step.
 */
public final class GenerateSeriesFunction extends SqlFunction implements SqlTableFunction {
  public static final String NAME = "GENERATE_SERIES";
  public static final GenerateSeriesFunction INSTANCE = new GenerateSeriesFunction();

  private static final SqlTypeName ZONED = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  private static final Set<SqlTypeName> BOUNDS =
      Set.of(SqlTypeName.DATE, SqlTypeName.TIMESTAMP, ZONED);
  private static final int MICROSECONDS = 6;

  private GenerateSeriesFunction() {
    super(
        NAME,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.CURSOR,
        null,
        OperandTypes.or(
            OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
            OperandTypes.family(
                SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
            OperandTypes.family(SqlTypeFamily.EXACT_NUMERIC, SqlTypeFamily.EXACT_NUMERIC),
            OperandTypes.family(
                SqlTypeFamily.EXACT_NUMERIC,
                SqlTypeFamily.EXACT_NUMERIC,
                SqlTypeFamily.EXACT_NUMERIC)),
        SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
  }

  @Override
  public SqlReturnTypeInference getRowTypeInference() {
    return GenerateSeriesFunction::rowType;
  }

  private static RelDataType rowType(SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    List<RelDataType> arguments = call.collectOperandTypes();
    if (isOfMoments(arguments)) {
      boolean zoned = arguments.stream().anyMatch(type -> type.getSqlTypeName() == ZONED);
      return types
          .builder()
          .add(
              "generate_series",
              types.createSqlType(zoned ? ZONED : SqlTypeName.TIMESTAMP, MICROSECONDS))
          .build();
    }
    if (arguments.stream().anyMatch(type -> type.getSqlTypeName() == SqlTypeName.DECIMAL)) {
      return types.builder().add("generate_series", NumericType.of(types, false)).build();
    }
    boolean large =
        arguments.stream().anyMatch(type -> type.getSqlTypeName() == SqlTypeName.BIGINT);
    return types
        .builder()
        .add(
            "generate_series",
            types.createSqlType(large ? SqlTypeName.BIGINT : SqlTypeName.INTEGER))
        .build();
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding call, boolean throwOnFailure) {
    return isOfMoments(call.collectOperandTypes()) || super.checkOperandTypes(call, throwOnFailure);
  }

  private static boolean isOfMoments(List<RelDataType> arguments) {
    if (arguments.size() != 3 || !SqlTypeUtil.isInterval(arguments.get(2))) {
      return false;
    }
    List<SqlTypeName> bounds =
        arguments.subList(0, 2).stream().map(RelDataType::getSqlTypeName).toList();
    return bounds.stream().anyMatch(BOUNDS::contains)
        && bounds.stream().allMatch(type -> BOUNDS.contains(type) || type == SqlTypeName.NULL);
  }

  /** Whether an alias without a column list also names the single column of a table function. */
  public static boolean takesAlias(String function) {
    RowFunction rows = RowFunctionTable.find(function.toUpperCase(Locale.ROOT));
    return rows == null ? function.equalsIgnoreCase(NAME) : rows.takesAlias();
  }

  /** Adds the alias as the column name when there is no column list. */
  public static SqlNode named(SqlCall as) {
    boolean series =
        as.operandCount() == 2
            && as.operand(0).getKind() == SqlKind.COLLECTION_TABLE
            && ((SqlCall) as.operand(0)).operand(0) instanceof SqlBasicCall call
            && takesAlias(call.getOperator().getName());
    if (!series) {
      return as;
    }
    SqlIdentifier alias = as.operand(1);
    return SqlStdOperatorTable.AS.createCall(
        as.getParserPosition(),
        List.of(as.operand(0), alias, alias.clone(alias.getParserPosition())));
  }
}
