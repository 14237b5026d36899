package io.mosql.sql.planner;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

/**
 * Text literals are VARCHAR: as CHAR, which Calcite makes them, they would lose trailing blanks or
 * be padded in a CASE.
 */
final class MosqlRexBuilder extends RexBuilder {
  MosqlRexBuilder(RelDataTypeFactory factory) {
    super(factory);
  }

  static RelDataType textLiteralType(RelDataTypeFactory factory, String value) {
    int length = Math.max(1, value.codePointCount(0, value.length()));
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.VARCHAR, length), false);
  }

  @Override
  public RexLiteral makeCharLiteral(NlsString str) {
    NlsString plain = new NlsString(str.getValue(), null, null);
    return makeLiteral(plain, textLiteralType(typeFactory, str.getValue()), SqlTypeName.CHAR);
  }

  @Override
  public RexLiteral makeLiteral(String text) {
    return makeCharLiteral(new NlsString(text, null, null));
  }
}
