package io.mosql.sql.parser.ast.query;

import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The frame unit GROUPS, in place of the ROWS flag of Calcite's window. Immutable. */
public final class GroupsFrameUnit extends SqlLiteral {
  public GroupsFrameUnit(SqlParserPos pos) {
    super(true, SqlTypeName.BOOLEAN, pos);
  }

  @Override
  public SqlLiteral clone(SqlParserPos pos) {
    return new GroupsFrameUnit(pos);
  }
}
