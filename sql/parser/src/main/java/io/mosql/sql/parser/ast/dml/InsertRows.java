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

/** An INSERT or REPLACE statement. */
public final class InsertRows extends Statement {
  private final SqlIdentifier table;
  private final @Nullable SqlIdentifier alias;
  private final @Nullable List<AssignedPart> columns;
  private final Overriding overriding;
  private final @Nullable SqlNode source;
  private final @Nullable OnConflict conflict;
  private final List<SqlNode> returning;

  /** The treatment of given values for identity columns (OVERRIDING). */
  public enum Overriding {
    /** A value for a GENERATED ALWAYS column is an error. */
    NOTHING,
    /** Given values are stored. */
    SYSTEM,
    /** Given values are replaced by generated ones. */
    USER
  }

  /**
   * Creates the statement.
   *
   * @param columns null when there is no column list
   * @param source VALUES or a query; null for DEFAULT VALUES
   * @param conflict null when a duplicate key is an error
   * @param returning select items; empty for none
   */
  public InsertRows(
      SqlParserPos pos,
      SqlIdentifier table,
      @Nullable SqlIdentifier alias,
      @Nullable List<AssignedPart> columns,
      Overriding overriding,
      @Nullable SqlNode source,
      @Nullable OnConflict conflict,
      List<SqlNode> returning) {
    super(pos, SqlKind.INSERT);
    this.table = table;
    this.alias = alias;
    this.columns = columns == null ? null : List.copyOf(columns);
    this.overriding = overriding;
    this.source = source;
    this.conflict = conflict;
    this.returning = List.copyOf(returning);
  }

  public SqlIdentifier table() {
    return table;
  }

  public @Nullable SqlIdentifier alias() {
    return alias;
  }

  /** Returns the column list; null when there is none. */
  public @Nullable List<AssignedPart> columns() {
    return columns;
  }

  public Overriding overriding() {
    return overriding;
  }

  /** Returns VALUES or a query; null for DEFAULT VALUES. */
  public @Nullable SqlNode source() {
    return source;
  }

  public @Nullable OnConflict conflict() {
    return conflict;
  }

  /** Returns the select items of RETURNING; empty for none. */
  public List<SqlNode> returning() {
    return returning;
  }

  /**
   * Returns the same statement with WITH queries before its source; DEFAULT VALUES references none.
   */
  InsertRows behind(SqlNodeList queries) {
    return source == null
        ? this
        : new InsertRows(
            getParserPosition(),
            table,
            alias,
            columns,
            overriding,
            DataModifyingWith.prependQueries(queries, source),
            conflict,
            returning);
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>();
    if (columns != null) {
      columns.forEach(part -> operands.addAll(part.subscripts()));
    }
    if (source != null) {
      operands.add(source);
    }
    if (conflict != null) {
      operands.addAll(conflict.operands());
    }
    operands.addAll(returning);
    return operands;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(conflict == null ? "INSERT INTO" : conflict.verb()).node(table);
    if (alias != null) {
      out.words("AS").node(alias);
    }
    if (columns != null) {
      out.parenthesized(columns, part -> part.write(out));
    }
    if (overriding != Overriding.NOTHING) {
      out.words("OVERRIDING " + overriding + " VALUE");
    }
    if (source == null) {
      out.words("DEFAULT VALUES");
    } else {
      out.node(source);
    }
    if (conflict != null) {
      conflict.write(out);
    }
    out.returning(returning);
  }
}
