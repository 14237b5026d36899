package io.mosql.sql.parser.impl;

import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.type.SqlTypeName;

/** Literals that are a type's name and a text, which Calcite reads in its own way or not at all. */
final class TypedText {
  private TypedText() {}

  /**
   * Whether such a literal comes next. The second token is looked at only behind such a word:
   * errors are told to be at the furthest token that was.
   */
  static boolean begins(MosqlParserImpl parser) {
    String word = parser.getToken(1).image;
    if (word.equalsIgnoreCase("TIMESTAMPTZ")) {
      return parser.getToken(2).kind == MosqlParserImplConstants.QUOTED_STRING;
    }
    return word.equalsIgnoreCase("TIMESTAMP")
        && parser.getToken(2).kind == MosqlParserImplConstants.WITH;
  }

  /** The literal whose text was just read. */
  static SqlNode of(SqlParserPos start, MosqlParserImpl parser) {
    SqlParserPos pos = new Tokens(parser).since(start);
    SqlNode text =
        SqlLiteral.createCharString(SqlParserUtil.parseString(parser.getToken(0).image), pos);
    SqlBasicTypeNameSpec type =
        new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, pos);
    return SqlStdOperatorTable.CAST.createCall(pos, text, new SqlDataTypeSpec(type, pos));
  }

  /** A value in a zone. */
  static SqlNode atZone(SqlNode value, SqlNode zone) {
    SqlParserPos pos = value.getParserPosition().plus(zone.getParserPosition());
    return new SqlUnresolvedFunction(
            new SqlIdentifier("timezone", pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(pos, zone, value);
  }
}
