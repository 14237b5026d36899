package io.mosql.sql.parser;

import io.mosql.sql.parser.ast.query.DistinctOn;
import io.mosql.sql.parser.ast.query.GroupsFrameUnit;
import io.mosql.sql.parser.ast.query.UsingColumns;
import io.mosql.sql.parser.ast.query.WithTies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Unparses the query clauses that extend Calcite's grammar. */
final class QueryUnparser {
  /** Indexes of operands. */
  private static final int UNIT = 4;

  private static final int WINDOWS = 6;

  private static final int CONDITION = 5;

  private QueryUnparser() {}

  /** Unparses the call if it is one of these extensions; returns false otherwise. */
  static boolean unparseExtension(SqlWriter writer, SqlCall call, int left, int right) {
    if (call instanceof SqlJoin join && join.getCondition() instanceof UsingColumns using) {
      SqlJoin plain = (SqlJoin) join.clone(join.getParserPosition());
      plain.setOperand(CONDITION, new SqlNodeList(using, using.getParserPosition()));
      plain.getOperator().unparse(writer, plain, left, right);
      writer.keyword("AS");
      using.alias().unparse(writer, 0, 0);
      return true;
    }
    if (call instanceof SqlSelect select && hasExtensions(select)) {
      select.getOperator().unparse(writer, plain(select), 0, 0);
      return true;
    }
    if (call.getKind() == SqlKind.OVER && isInGroups(call.operand(1))) {
      SqlCall plain =
          call.getOperator()
              .createCall(call.getParserPosition(), call.operand(0), new InGroups(call.operand(1)));
      plain.getOperator().unparse(writer, plain, left, right);
      return true;
    }
    return false;
  }

  private static boolean hasExtensions(SqlSelect select) {
    return DistinctOn.is(select)
        || select.getWindowList().stream().anyMatch(QueryUnparser::isInGroups);
  }

  private static boolean isInGroups(SqlNode node) {
    return node instanceof SqlWindow window && window.operand(UNIT) instanceof GroupsFrameUnit;
  }

  /** Unparses {@code FETCH FIRST n ROWS WITH TIES}; returns false for any other FETCH clause. */
  static boolean unparseWithTies(SqlWriter writer, @Nullable SqlNode offset, SqlNode fetch) {
    if (!(fetch instanceof SqlCall call) || !call.getOperator().equals(WithTies.INSTANCE)) {
      return false;
    }
    if (offset != null) {
      writer.keyword("OFFSET");
      offset.unparse(writer, -1, -1);
      writer.keyword("ROWS");
    }
    writer.keyword("FETCH FIRST");
    call.operand(0).unparse(writer, -1, -1);
    writer.keyword("ROWS WITH TIES");
    return true;
  }

  /** Returns the query with nodes that unparse themselves in place of the extensions. */
  private static SqlSelect plain(SqlSelect select) {
    SqlParserPos pos = select.getParserPosition();
    SqlSelect plain = (SqlSelect) select.clone(pos);
    if (DistinctOn.is(select)) {
      SqlCall keys = (SqlCall) Objects.requireNonNull(select.getQualify());
      plain.setQualify(null);
      plain.setOperand(0, SqlNodeList.of(new Keyword(keys.getOperandList())));
    }
    List<SqlNode> windows = new ArrayList<>();
    for (SqlNode window : select.getWindowList()) {
      windows.add(isInGroups(window) ? new InGroups((SqlWindow) window) : window);
    }
    plain.setOperand(WINDOWS, new SqlNodeList(windows, pos));
    return plain;
  }

  private static void groups(SqlWriter writer, SqlWindow window) {
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.WINDOW, "(", ")");
    if (window.getRefName() != null) {
      window.getRefName().unparse(writer, 0, 0);
    }
    list(writer, "PARTITION BY", window.getPartitionList());
    list(writer, "ORDER BY", window.getOrderList());
    SqlNode lower = window.getLowerBound();
    SqlNode upper = window.getUpperBound();
    if (lower != null) {
      writer.sep(upper == null ? "GROUPS" : "GROUPS BETWEEN");
      lower.unparse(writer, 0, 0);
    }
    if (lower != null && upper != null) {
      writer.keyword("AND");
      upper.unparse(writer, 0, 0);
    }
    if (!SqlWindow.isExcludeNoOthers(window.getExclude())) {
      window.getExclude().unparse(writer, 0, 0);
    }
    writer.endList(frame);
  }

  private static void list(SqlWriter writer, String words, SqlNodeList list) {
    if (!list.isEmpty()) {
      writer.sep(words);
      SqlWriter.Frame frame = writer.startList("", "");
      list.unparse(writer, 0, 0);
      writer.endList(frame);
    }
  }

  /** A window with a frame in GROUPS mode. */
  private static final class InGroups extends SqlWindow {
    InGroups(SqlWindow window) {
      super(
          window.getParserPosition(),
          window.getDeclName(),
          window.getRefName(),
          window.getPartitionList(),
          window.getOrderList(),
          window.operand(UNIT),
          window.getLowerBound(),
          window.getUpperBound(),
          null,
          window.getExclude());
    }

    @Override
    public void unparse(SqlWriter writer, int left, int right) {
      if (getDeclName() != null) {
        getDeclName().unparse(writer, 0, 0);
        writer.keyword("AS");
      }
      groups(writer, this);
    }
  }

  /** A literal that unparses as {@code DISTINCT ON (..)} in front of a select list. */
  private static final class Keyword extends SqlLiteral {
    private final List<SqlNode> keys;

    Keyword(List<SqlNode> keys) {
      super(SqlSelectKeyword.DISTINCT, SqlTypeName.SYMBOL, SqlParserPos.ZERO);
      this.keys = keys;
    }

    @Override
    public void unparse(SqlWriter writer, int left, int right) {
      writer.keyword("DISTINCT ON");
      SqlWriter.Frame frame = writer.startList("(", ")");
      for (SqlNode key : keys) {
        writer.sep(",");
        key.unparse(writer, 0, 0);
      }
      writer.endList(frame);
    }
  }
}
