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

/** INSERT and REPLACE. */
public final class InsertRows extends Statement {
  private final SqlIdentifier table;
  private final @Nullable SqlIdentifier alias;
  private final @Nullable List<SqlIdentifier> columns;
  private final Overriding overriding;
  private final @Nullable SqlNode source;
  private final @Nullable OnConflict conflict;
  private final List<SqlNode> returning;

  /** What becomes of values for columns that number themselves. */
  public enum Overriding {
    /** Where the column is ALWAYS numbered they are an error. */
    NOTHING,
    /** They are taken all the same. */
    SYSTEM,
    /** They are put aside for numbers. */
    USER
  }

  /**
   * @param columns null when none are named
   * @param source VALUES or a query; null for DEFAULT VALUES
   * @param conflict null when a unique key must be new
   * @param returning select items; empty for none
   */
  public InsertRows(
      SqlParserPos pos,
      SqlIdentifier table,
      @Nullable SqlIdentifier alias,
      @Nullable List<SqlIdentifier> columns,
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

  /** Null when none are named. */
  public @Nullable List<SqlIdentifier> columns() {
    return columns;
  }

  public Overriding overriding() {
    return overriding;
  }

  /** VALUES or a query; null for DEFAULT VALUES. */
  public @Nullable SqlNode source() {
    return source;
  }

  public @Nullable OnConflict conflict() {
    return conflict;
  }

  /** Select items; empty for none. */
  public List<SqlNode> returning() {
    return returning;
  }

  /** The same, its source behind named queries; DEFAULT VALUES look at none. */
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
      out.parenthesized(columns, out::node);
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
