package io.mosql.sql.planner;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
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

/** {@code generate_series(first, last [, step])} in FROM: a column of integers. */
final class GenerateSeries extends SqlFunction implements SqlTableFunction {
  static final String NAME = "GENERATE_SERIES";
  static final GenerateSeries INSTANCE = new GenerateSeries();

  private GenerateSeries() {
    super(
        NAME,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.CURSOR,
        null,
        OperandTypes.or(
            OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
            OperandTypes.family(
                SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER)),
        SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
  }

  @Override
  public SqlReturnTypeInference getRowTypeInference() {
    return GenerateSeries::rowType;
  }

  private static RelDataType rowType(SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    boolean large =
        call.collectOperandTypes().stream()
            .anyMatch(type -> type.getSqlTypeName() == SqlTypeName.BIGINT);
    return types
        .builder()
        .add(
            "generate_series",
            types.createSqlType(large ? SqlTypeName.BIGINT : SqlTypeName.INTEGER))
        .build();
  }

  /** An alias without columns names the column, too. */
  static SqlNode named(SqlCall as) {
    boolean series =
        as.operandCount() == 2
            && as.operand(0).getKind() == SqlKind.COLLECTION_TABLE
            && ((SqlCall) as.operand(0)).operand(0) instanceof SqlBasicCall call
            && call.getOperator().getName().equalsIgnoreCase(NAME);
    if (!series) {
      return as;
    }
    SqlIdentifier alias = as.operand(1);
    return SqlStdOperatorTable.AS.createCall(
        as.getParserPosition(),
        List.of(as.operand(0), alias, alias.clone(alias.getParserPosition())));
  }
}
