package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A MERGE statement. */
public final class MergeRows extends Statement {
  private final SqlIdentifier table;
  private final @Nullable SqlIdentifier alias;
  private final SqlNode source;
  private final SqlNode condition;
  private final List<When> whenClauses;
  private final List<SqlNode> returning;
  private final @Nullable SqlNodeList named;

  /** The action of a WHEN clause. */
  public enum Action {
    UPDATE,
    DELETE,
    INSERT,
    NOTHING
  }

  /**
   * WHEN [NOT] MATCHED [AND condition] THEN.
   *
   * @param matched false for NOT MATCHED
   * @param condition null for none
   * @param values of an UPDATE
   * @param columns of an INSERT; null when there is no column list
   * @param row of an INSERT; null for DEFAULT VALUES
   */
  public record When(
      boolean matched,
      @Nullable SqlNode condition,
      Action action,
      List<SetClause> values,
      @Nullable List<SqlIdentifier> columns,
      @Nullable List<SqlNode> row) {
    private void write(StatementWriter out) {
      out.words(matched ? "WHEN MATCHED" : "WHEN NOT MATCHED");
      if (condition != null) {
        out.words("AND").node(condition);
      }
      out.words("THEN");
      switch (action) {
        case UPDATE -> {
          out.words("UPDATE SET");
          SetClause.write(out, values);
        }
        case DELETE -> out.words("DELETE");
        case NOTHING -> out.words("DO NOTHING");
        case INSERT -> {
          out.words("INSERT");
          if (columns != null) {
            out.parenthesized(columns, out::node);
          }
          if (row == null) {
            out.words("DEFAULT VALUES");
          } else {
            out.words("VALUES").parenthesized(row, out::node);
          }
        }
      }
    }

    private void addOperands(List<SqlNode> operands) {
      if (condition != null) {
        operands.add(condition);
      }
      values.forEach(value -> operands.add(value.value()));
      if (row != null) {
        operands.addAll(row);
      }
    }
  }

  /**
   * Creates the statement.
   *
   * @param source a table or query, with its alias
   * @param returning select items; empty for none
   * @param named queries of a WITH before the statement, or null
   */
  public MergeRows(
      SqlParserPos pos,
      SqlIdentifier table,
      @Nullable SqlIdentifier alias,
      SqlNode source,
      SqlNode condition,
      List<When> cases,
      List<SqlNode> returning,
      @Nullable SqlNodeList named) {
    super(pos, SqlKind.MERGE);
    this.table = table;
    this.alias = alias;
    this.source = source;
    this.condition = condition;
    this.whenClauses = List.copyOf(cases);
    this.returning = List.copyOf(returning);
    this.named = named;
  }

  public SqlIdentifier table() {
    return table;
  }

  public @Nullable SqlIdentifier alias() {
    return alias;
  }

  public SqlNode source() {
    return source;
  }

  public SqlNode condition() {
    return condition;
  }

  public List<When> whenClauses() {
    return whenClauses;
  }

  /** Returns the select items of RETURNING; empty for none. */
  public List<SqlNode> returning() {
    return returning;
  }

  /** Returns the queries of a WITH before the statement, or null. */
  public @Nullable SqlNodeList named() {
    return named;
  }

  /** Returns the same statement with WITH queries in front. */
  MergeRows behind(SqlNodeList queries) {
    SqlNodeList all = named == null ? queries : DataModifyingWith.concatenate(queries, named);
    return new MergeRows(
        getParserPosition(), table, alias, source, condition, whenClauses, returning, all);
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>(List.of(source, condition));
    whenClauses.forEach(when -> when.addOperands(operands));
    operands.addAll(returning);
    if (named != null) {
      operands.add(named);
    }
    return operands;
  }

  @Override
  public void write(StatementWriter out) {
    out.named(named).words("MERGE INTO").node(table);
    if (alias != null) {
      out.words("AS").node(alias);
    }
    out.words("USING").from(source).words("ON").node(condition);
    whenClauses.forEach(when -> when.write(out));
    out.returning(returning);
  }
}
