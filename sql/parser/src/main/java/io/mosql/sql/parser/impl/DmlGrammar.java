package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.dml.AssignedPart;
import io.mosql.sql.parser.ast.dml.DataModifyingWith;
import io.mosql.sql.parser.ast.dml.DeleteRows;
import io.mosql.sql.parser.ast.dml.ElementAssignment;
import io.mosql.sql.parser.ast.dml.InsertRows;
import io.mosql.sql.parser.ast.dml.MergeRows;
import io.mosql.sql.parser.ast.dml.OnConflict;
import io.mosql.sql.parser.ast.dml.RowSelection;
import io.mosql.sql.parser.ast.dml.SetClause;
import io.mosql.sql.parser.ast.dml.UpdateRows;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Parses INSERT, REPLACE, UPDATE, DELETE and MERGE. */
final class DmlGrammar {
  private final TokenReader tokens;

  DmlGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  SqlNode statement() throws ParseException {
    return behind(tokens.mark(), null);
  }

  /**
   * Parses a statement after a WITH clause.
   *
   * @param named queries of the WITH; null for none
   */
  SqlNode behind(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    tokens.reserveDmlWords();
    return switch (tokens.peek()) {
      case "INSERT", "REPLACE" -> insert(start, named);
      case "UPDATE" -> update(start, named);
      case "DELETE" -> delete(start, named);
      default -> merge(start, named);
    };
  }

  private SqlNode insert(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    @Nullable OnConflict conflict = null;
    if (tokens.accept("REPLACE")) {
      conflict = OnConflict.of(OnConflict.Kind.REPLACE);
    } else {
      tokens.expect("INSERT");
      if (tokens.accept("IGNORE")) {
        conflict = OnConflict.of(OnConflict.Kind.IGNORE);
      }
    }
    tokens.accept("INTO");
    SqlIdentifier table = tokens.qualifiedName();
    SqlIdentifier alias = tokens.accept("AS") ? tokens.name() : null;
    List<AssignedPart> columns = null;
    SqlNode source = null;
    InsertRows.Overriding overriding = InsertRows.Overriding.NOTHING;
    if (tokens.accept("SET")) {
      List<SetClause> values = assignments();
      columns = new ArrayList<>();
      for (SetClause value : values) {
        if (value.columns().size() > 1) {
          throw new GrammarException(
              value.columns().get(0).getParserPosition(),
              CoreErrorMessage.UNSUPPORTED,
              "a query for several columns in INSERT .. SET");
        }
        columns.add(AssignedPart.whole(value.columns().get(0)));
      }
      source = row(tokens.previousPosition(), values.stream().map(SetClause::value).toList());
    } else if (!tokens.accept("DEFAULT VALUES")) {
      columns = columns();
      if (tokens.accept("OVERRIDING SYSTEM VALUE")) {
        overriding = InsertRows.Overriding.SYSTEM;
      } else if (tokens.accept("OVERRIDING USER VALUE")) {
        overriding = InsertRows.Overriding.USER;
      }
      if (!atQuery(1)) {
        throw tokens.unexpected("expected VALUES or a query");
      }
      source = tokens.query();
    }
    if (named != null) {
      source = named(named, source);
    }
    if (conflict == null) {
      conflict = conflict();
    }
    List<SqlNode> returning = returning();
    return new InsertRows(
        tokens.since(start), table, alias, columns, overriding, source, conflict, returning);
  }

  private static SqlNode row(SqlParserPos pos, List<SqlNode> values) {
    return SqlStdOperatorTable.VALUES.createCall(
        pos, SqlStdOperatorTable.ROW.createCall(pos, values));
  }

  private static SqlNode named(SqlNodeList named, @Nullable SqlNode source) {
    if (source == null) {
      throw new GrammarException(
          named.getParserPosition(),
          CoreErrorMessage.UNSUPPORTED,
          "WITH before INSERT .. DEFAULT VALUES");
    }
    return DataModifyingWith.prependQueries(named, source);
  }

  private @Nullable List<AssignedPart> columns() throws ParseException {
    return tokens.at("(") && !atQuery(2) ? tokens.parenthesized(() -> part(tokens.name())) : null;
  }

  private AssignedPart part(SqlIdentifier column) throws ParseException {
    List<SqlNode> subscripts = new ArrayList<>();
    while (tokens.accept("[")) {
      subscripts.add(tokens.parser().ArraySubscript());
      tokens.expect("]");
    }
    return new AssignedPart(column, subscripts);
  }

  private boolean atQuery(int ahead) {
    return switch (tokens.peekKind(ahead)) {
      case MosqlParserImplConstants.SELECT,
          MosqlParserImplConstants.VALUES,
          MosqlParserImplConstants.WITH,
          MosqlParserImplConstants.TABLE,
          MosqlParserImplConstants.LPAREN ->
          true;
      default -> false;
    };
  }

  private @Nullable OnConflict conflict() throws ParseException {
    if (tokens.accept("ON DUPLICATE KEY UPDATE")) {
      return new OnConflict(
          OnConflict.Kind.DUPLICATE_KEY, List.of(), null, null, assignments(), null);
    }
    if (!tokens.accept("ON CONFLICT")) {
      return null;
    }
    List<SqlNode> parts = List.of();
    @Nullable SqlNode subset = null;
    @Nullable SqlIdentifier constraint = null;
    if (tokens.accept("ON CONSTRAINT")) {
      constraint = tokens.name();
    } else if (tokens.at("(")) {
      parts = tokens.parenthesized(tokens::expression);
      subset = where();
    }
    if (tokens.accept("DO NOTHING")) {
      return new OnConflict(OnConflict.Kind.NOTHING, parts, subset, constraint, List.of(), null);
    }
    tokens.expect("DO UPDATE SET");
    List<SetClause> values = assignments();
    return new OnConflict(OnConflict.Kind.UPDATE, parts, subset, constraint, values, where());
  }

  private List<SqlNode> returning() throws ParseException {
    List<SqlNode> items = new ArrayList<>();
    if (tokens.accept("RETURNING")) {
      do {
        tokens.parser().AddSelectItem(items);
      } while (tokens.accept(","));
    }
    return items;
  }

  private SqlNode update(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    tokens.expect("UPDATE");
    if (atJoin()) {
      return updateOfJoin(start, named);
    }
    SqlIdentifier table = tokens.qualifiedName();
    SqlIdentifier alias = null;
    if (tokens.accept("AS") || !tokens.at("SET")) {
      alias = tokens.name();
    }
    tokens.expect("SET");
    List<SetClause> values = assignments();
    SqlNode from = tokens.accept("FROM") ? tokens.parser().FromClause() : null;
    RowSelection rows = selection(table, alias, from, false, named);
    List<SqlNode> returning = returning();
    return new UpdateRows(tokens.since(start), rows, values, returning);
  }

  /** Whether a joined table expression comes next, rather than a single table. */
  private boolean atJoin() {
    int next = 2;
    while (tokens.peekKind(next) == MosqlParserImplConstants.DOT) {
      next += 2;
    }
    if (tokens.peek(next).equals("AS")) {
      next += 2;
    } else if (!isJoin(next) && !tokens.peek(next).equals("SET")) {
      next++;
    }
    return isJoin(next);
  }

  private boolean isJoin(int ahead) {
    return switch (tokens.peek(ahead)) {
      case ",", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL" -> true;
      default -> false;
    };
  }

  /**
   * Parses MySQL's {@code UPDATE a JOIN b ON .. SET a.x = b.y}; the first SET column determines the
   * table.
   */
  private SqlNode updateOfJoin(SqlParserPos start, @Nullable SqlNodeList named)
      throws ParseException {
    SqlNode from = tokens.parser().FromClause();
    tokens.expect("SET");
    List<SetClause> values = assignments();
    SqlIdentifier first = values.get(0).columns().get(0);
    int last = first.names.size() - 1;
    JoinedTarget target =
        last == 0
            ? JoinedTarget.leftmost(from)
            : JoinedTarget.named(from, first.getComponent(0, last));
    RowSelection rows = selection(target.table(), target.alias(), target.joined(), true, named);
    List<SqlNode> returning = returning();
    return new UpdateRows(tokens.since(start), rows, values, returning);
  }

  private SqlNode delete(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    tokens.expect("DELETE");
    if (!tokens.at("FROM")) {
      return deleteOfJoin(start, named);
    }
    tokens.expect("FROM");
    SqlIdentifier table = tokens.qualifiedName();
    SqlIdentifier alias = null;
    if (tokens.accept("AS") || !atEnd() && !atClause()) {
      alias = tokens.name();
    }
    SqlNode from = tokens.accept("USING") ? tokens.parser().FromClause() : null;
    JoinedTarget target =
        from != null && alias == null ? JoinedTarget.namedOrNull(from, table) : null;
    RowSelection rows =
        target == null
            ? selection(table, alias, from, false, named)
            : selection(target.table(), target.alias(), target.joined(), true, named);
    List<SqlNode> returning = returning();
    return new DeleteRows(tokens.since(start), rows, returning);
  }

  /** Parses MySQL's {@code DELETE a FROM a JOIN b ON ..}. */
  private SqlNode deleteOfJoin(SqlParserPos start, @Nullable SqlNodeList named)
      throws ParseException {
    SqlIdentifier table = tokens.qualifiedName();
    if (tokens.at(",")) {
      throw new GrammarException(
          tokens.mark(), CoreErrorMessage.UNSUPPORTED, "DELETE of rows of several tables");
    }
    tokens.expect("FROM");
    JoinedTarget target = JoinedTarget.named(tokens.parser().FromClause(), table);
    RowSelection rows = selection(target.table(), target.alias(), target.joined(), true, named);
    List<SqlNode> returning = returning();
    return new DeleteRows(tokens.since(start), rows, returning);
  }

  private boolean atEnd() {
    return tokens.at(";") || tokens.at(")") || tokens.peekKind() == MosqlParserImplConstants.EOF;
  }

  private boolean atClause() {
    return switch (tokens.peek()) {
      case "USING", "WHERE", "ORDER", "LIMIT", "RETURNING" -> true;
      default -> false;
    };
  }

  private RowSelection selection(
      SqlIdentifier table,
      @Nullable SqlIdentifier alias,
      @Nullable SqlNode from,
      boolean joined,
      @Nullable SqlNodeList named)
      throws ParseException {
    SqlNode condition = where();
    List<SqlNode> orderBy =
        tokens.at("ORDER") ? tokens.parser().OrderBy(true).getList() : List.of();
    SqlNode fetch = tokens.accept("LIMIT") ? tokens.parser().UnsignedNumericLiteralOrParam() : null;
    return new RowSelection(table, alias, from, joined, condition, orderBy, fetch, named);
  }

  private @Nullable SqlNode where() throws ParseException {
    return tokens.at("WHERE") ? tokens.parser().WhereClause() : null;
  }

  private List<SetClause> assignments() throws ParseException {
    List<SetClause> values = new ArrayList<>();
    do {
      if (tokens.at("(")) {
        row(values);
      } else {
        AssignedPart part = part(tokens.columnName());
        tokens.expect("=");
        assign(part, valueOrDefault(), values);
      }
    } while (tokens.accept(","));
    return values;
  }

  /**
   * Adds an assignment. A part of an array is assigned to the value of an earlier assignment to
   * parts of the same column.
   */
  private void assign(AssignedPart part, SqlNode value, List<SetClause> values) {
    SqlIdentifier column = part.column();
    if (part.isWhole()) {
      values.add(new SetClause(column, value));
      return;
    }
    String name = column.names.get(column.names.size() - 1);
    SetClause earlier = null;
    for (SetClause set : values) {
      SqlIdentifier other = set.columns().get(0);
      if (other.names.get(other.names.size() - 1).equals(name)
          && ElementAssignment.is(set.value())) {
        earlier = set;
      }
    }
    values.remove(earlier);
    values.add(
        new SetClause(column, part.assigned(earlier == null ? column : earlier.value(), value)));
  }

  /**
   * Whether a query in parentheses comes next; VALUES may also begin a call of MySQL's function.
   */
  private boolean atRowQuery() {
    return switch (tokens.peekKind(2)) {
      case MosqlParserImplConstants.SELECT,
          MosqlParserImplConstants.WITH,
          MosqlParserImplConstants.TABLE ->
          true;
      default -> false;
    };
  }

  private SqlNode rowQuery() throws ParseException {
    tokens.expect("(");
    SqlNode query = tokens.query();
    tokens.expect(")");
    return query;
  }

  /** Parses {@code (a, b) = (1, 2)} or {@code (a, b) = (SELECT 1, 2)}. */
  private void row(List<SetClause> values) throws ParseException {
    List<AssignedPart> columns = tokens.parenthesized(() -> part(tokens.columnName()));
    tokens.expect("=");
    SqlParserPos pos = tokens.mark();
    if (tokens.at("(") && atRowQuery()) {
      if (columns.size() == 1) {
        assign(columns.get(0), tokens.expression(), values);
        return;
      }
      for (AssignedPart part : columns) {
        if (!part.isWhole()) {
          throw new GrammarException(
              part.column().getParserPosition(),
              CoreErrorMessage.UNSUPPORTED,
              "a query that is assigned to parts of arrays");
        }
      }
      values.add(new SetClause(columns.stream().map(AssignedPart::column).toList(), rowQuery()));
      return;
    }
    tokens.accept("ROW");
    List<SqlNode> row = tokens.parenthesized(this::valueOrDefault);
    if (row.size() != columns.size()) {
      throw new GrammarException(pos, ParserErrorMessage.ASSIGNED_VALUES_DIFFER);
    }
    for (int i = 0; i < row.size(); i++) {
      assign(columns.get(i), row.get(i), values);
    }
  }

  private SqlNode valueOrDefault() throws ParseException {
    if (tokens.accept("DEFAULT")) {
      return SqlStdOperatorTable.DEFAULT.createCall(tokens.previousPosition());
    }
    return tokens.expression();
  }

  private SqlNode merge(SqlParserPos start, @Nullable SqlNodeList named) throws ParseException {
    tokens.expect("MERGE INTO");
    SqlIdentifier table = tokens.qualifiedName();
    SqlIdentifier alias = null;
    if (tokens.accept("AS") || !tokens.at("USING")) {
      alias = tokens.name();
    }
    tokens.expect("USING");
    SqlNode source = tokens.parser().TableRef();
    tokens.expect("ON");
    SqlNode condition = tokens.expression();
    List<MergeRows.When> cases = new ArrayList<>();
    do {
      tokens.expect("WHEN");
      boolean matched = !tokens.accept("NOT");
      tokens.expect("MATCHED");
      cases.add(when(matched));
    } while (tokens.at("WHEN"));
    List<SqlNode> returning = returning();
    return new MergeRows(
        tokens.since(start), table, alias, source, condition, cases, returning, named);
  }

  private MergeRows.When when(boolean matched) throws ParseException {
    SqlNode condition = tokens.accept("AND") ? tokens.expression() : null;
    tokens.expect("THEN");
    if (tokens.accept("DO NOTHING")) {
      return when(matched, condition, MergeRows.Action.NOTHING, List.of());
    }
    if (matched) {
      if (tokens.accept("DELETE")) {
        return when(true, condition, MergeRows.Action.DELETE, List.of());
      }
      tokens.expect("UPDATE SET");
      return when(true, condition, MergeRows.Action.UPDATE, assignments());
    }
    tokens.expect("INSERT");
    List<SqlIdentifier> columns = tokens.at("(") ? tokens.parenthesized(tokens::name) : null;
    List<SqlNode> row = null;
    if (!tokens.accept("DEFAULT VALUES")) {
      tokens.expect("VALUES");
      row = tokens.parenthesized(this::valueOrDefault);
    }
    return new MergeRows.When(false, condition, MergeRows.Action.INSERT, List.of(), columns, row);
  }

  private static MergeRows.When when(
      boolean matched,
      @Nullable SqlNode condition,
      MergeRows.Action action,
      List<SetClause> values) {
    return new MergeRows.When(matched, condition, action, values, null, null);
  }
}
