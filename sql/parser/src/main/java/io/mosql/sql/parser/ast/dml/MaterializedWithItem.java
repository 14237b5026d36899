package io.mosql.sql.parser.ast.dml;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** An item of WITH with MATERIALIZED or NOT MATERIALIZED, for which Calcite's item has no place. */
public final class MaterializedWithItem extends SqlWithItem {
  private static final ItemOperator MATERIALIZED = new ItemOperator(true);
  private static final ItemOperator NOT_MATERIALIZED = new ItemOperator(false);

  private final boolean materialized;

  private MaterializedWithItem(
      SqlParserPos pos,
      SqlIdentifier name,
      @Nullable SqlNodeList columns,
      SqlNode query,
      SqlLiteral recursive,
      boolean materialized) {
    super(pos, name, columns, query, recursive);
    this.materialized = materialized;
  }

  /**
   * Returns the flag RECURSIVE of an item, marked as one of an item that is MATERIALIZED or not;
   * for {@link #of(SqlParserPos, SqlIdentifier, SqlNodeList, SqlNode, SqlLiteral)}.
   */
  public static SqlLiteral mark(SqlLiteral recursive, boolean materialized) {
    return new Mark(recursive, materialized);
  }

  /** Creates an item; a plain one when the flag is not marked. */
  public static SqlWithItem of(
      SqlParserPos pos,
      SqlIdentifier name,
      @Nullable SqlNodeList columns,
      SqlNode query,
      SqlLiteral recursive) {
    return recursive instanceof Mark mark
        ? new MaterializedWithItem(pos, name, columns, query, mark.recursive, mark.materialized)
        : new SqlWithItem(pos, name, columns, query, recursive);
  }

  /** Returns whether an item is MATERIALIZED or NOT MATERIALIZED; null if it says neither. */
  public static @Nullable Boolean isMaterialized(SqlWithItem item) {
    return item instanceof MaterializedWithItem own ? own.materialized : null;
  }

  @Override
  public SqlOperator getOperator() {
    return materialized ? MATERIALIZED : NOT_MATERIALIZED;
  }

  /** A marked flag, which the generated grammar passes on. */
  private static final class Mark extends SqlLiteral {
    private final SqlLiteral recursive;
    private final boolean materialized;

    Mark(SqlLiteral recursive, boolean materialized) {
      super(recursive.booleanValue(), SqlTypeName.BOOLEAN, recursive.getParserPosition());
      this.recursive = recursive;
      this.materialized = materialized;
    }
  }

  private static final class ItemOperator extends SqlSpecialOperator {
    private final boolean materialized;

    ItemOperator(boolean materialized) {
      super("WITH_ITEM", SqlKind.WITH_ITEM, 0);
      this.materialized = materialized;
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos pos, @Nullable SqlNode... operands) {
      return new MaterializedWithItem(
          pos,
          (SqlIdentifier) operands[0],
          (SqlNodeList) operands[1],
          operands[2],
          (SqlLiteral) operands[3],
          materialized);
    }

    @Override
    public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      SqlWithItem item = (SqlWithItem) call;
      item.name.unparse(writer, 0, 0);
      if (item.columnList != null) {
        item.columnList.unparse(writer, 0, 0);
      }
      writer.keyword(materialized ? "AS MATERIALIZED" : "AS NOT MATERIALIZED");
      SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.WITH_BODY, "(", ")");
      item.query.unparse(writer, 10, 10);
      writer.endList(frame);
    }
  }
}
