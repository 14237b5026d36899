package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * GROUPS, the unit of a window's frame, in the place where a window of Calcite's says whether its
 * bounds count rows. Immutable.
 */
public final class GroupsUnit extends SqlLiteral {
  public GroupsUnit(SqlParserPos pos) {
    super(true, SqlTypeName.BOOLEAN, pos);
  }

  @Override
  public SqlLiteral clone(SqlParserPos pos) {
    return new GroupsUnit(pos);
  }
}
