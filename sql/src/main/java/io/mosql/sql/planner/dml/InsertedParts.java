package io.mosql.sql.planner.dml;

import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.dml.AssignedPart;
import io.mosql.sql.parser.ast.dml.ElementAssignment;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.rewrite.SyntaxTreeRewrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The column list of an INSERT. Values of several parts of one column, {@code (a[1], a[2])}, are
 * joined to one array, which begins as NULL. Immutable.
 */
final class InsertedParts {
  private static final String QUERY = "$rows";

  private final List<AssignedPart> parts;

  /** Positions in the list, by column; in the order of their first occurrence. */
  private final List<List<Integer>> places;

  InsertedParts(List<AssignedPart> parts) {
    this.parts = parts;
    Map<String, List<Integer>> joined = new LinkedHashMap<>();
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String name = parts.get(i).column().toString();
      List<Integer> earlier = parts.get(i).isWhole() ? null : joined.get(name);
      if (earlier == null) {
        earlier = new ArrayList<>();
        all.add(earlier);
        if (!parts.get(i).isWhole()) {
          joined.put(name, earlier);
        }
      }
      earlier.add(i);
    }
    this.places = all;
  }

  /** Returns the columns; one that is named as a whole twice is there twice. */
  List<AssignedPart> columns() {
    return places.stream().map(each -> parts.get(each.get(0))).toList();
  }

  /**
   * Returns the source with one value for each of the columns.
   *
   * @param types of the columns
   */
  SqlNode joined(SqlNode source, List<SqlType> types) {
    if (source instanceof SqlWith with) {
      SqlNode body = joined(with.body, types);
      return new SqlWith(with.getParserPosition(), with.withList, body);
    }
    if (source.getKind() == SqlKind.VALUES) {
      return ofRows((SqlCall) source, types);
    }
    if (parts.stream().allMatch(AssignedPart::isWhole)) {
      return source;
    }
    SqlParserPos pos = source.getParserPosition();
    List<SqlNode> named = new ArrayList<>(List.of(source, new SqlIdentifier(QUERY, pos)));
    List<SqlNode> values = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      named.add(new SqlIdentifier("$" + i, pos));
      values.add(new SqlIdentifier(List.of(QUERY, "$" + i), pos));
    }
    return PlainSelect.of(
        new SqlNodeList(row(values, types), pos),
        SqlStdOperatorTable.AS.createCall(pos, named),
        null);
  }

  private SqlNode ofRows(SqlCall values, List<SqlType> types) {
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : values.getOperandList()) {
      List<SqlNode> cells = InsertPlanner.cells(row);
      boolean parted = parts.stream().anyMatch(part -> !part.isWhole());
      if (parted && cells.size() != parts.size()) {
        throw PlanErrors.at(
            cells.size() > parts.size()
                ? SqlErrorMessage.INSERT_TOO_MANY_EXPRESSIONS
                : SqlErrorMessage.INSERT_TOO_FEW_EXPRESSIONS,
            row.getParserPosition());
      }
      List<SqlNode> joined = cells.size() == parts.size() ? row(cells, types) : cells;
      rows.add(SqlStdOperatorTable.ROW.createCall(row.getParserPosition(), joined));
    }
    return SqlStdOperatorTable.VALUES.createCall(values.getParserPosition(), rows);
  }

  private List<SqlNode> row(List<SqlNode> values, List<SqlType> types) {
    List<SqlNode> row = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      List<Integer> joined = places.get(i);
      SqlNode value = values.get(joined.get(0));
      if (!parts.get(joined.get(0)).isWhole()) {
        value = none(types.get(i), value.getParserPosition());
        for (int place : joined) {
          AssignedPart part = parts.get(place);
          List<SqlNode> subscripts =
              part.subscripts().stream().map(SyntaxTreeRewrite::copy).toList();
          value = new AssignedPart(part.column(), subscripts).assigned(value, values.get(place));
        }
      } else if (ElementAssignment.is(value)) {
        value = ofNone((SqlCall) value, types.get(i));
      }
      row.add(value);
    }
    return row;
  }

  /** Begins an assignment to a part with NULL, in place of the column: {@code SET a[1] = 2}. */
  private static SqlNode ofNone(SqlCall assignment, SqlType type) {
    List<SqlNode> operands = new ArrayList<>(assignment.getOperandList());
    SqlNode array = operands.get(0);
    operands.set(
        0,
        ElementAssignment.is(array)
            ? ofNone((SqlCall) array, type)
            : none(type, assignment.getParserPosition()));
    return ElementAssignment.INSTANCE.createCall(assignment.getParserPosition(), operands);
  }

  private static SqlNode none(SqlType type, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos, SqlLiteral.createNull(pos), ResolvedTypeSpec.at(pos, type));
  }
}
