package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * COPY t [(column, ..)] FROM 'file', COPY t [(column, ..)] TO 'file' or COPY (query) TO 'file',
 * each with options in parentheses.
 */
public final class CopyStatement extends Statement {
  /** The direction of the copy. */
  public enum Direction {
    FROM,
    TO
  }

  /**
   * An option as written, not yet validated.
   *
   * @param name in upper case
   * @param value a word, string or number; null when there is none
   */
  public record Option(String name, @Nullable String value) {}

  private final Direction direction;
  private final @Nullable SqlIdentifier table;
  private final List<SqlIdentifier> columns;
  private final @Nullable SqlNode query;
  private final String file;
  private final List<Option> options;

  private CopyStatement(
      SqlParserPos pos,
      Direction direction,
      @Nullable SqlIdentifier table,
      List<SqlIdentifier> columns,
      @Nullable SqlNode query,
      String file,
      List<Option> options) {
    super(pos, SqlKind.OTHER);
    this.direction = direction;
    this.table = table;
    this.columns = List.copyOf(columns);
    this.query = query;
    this.file = file;
    this.options = List.copyOf(options);
  }

  /**
   * Returns a COPY from or into a table.
   *
   * @param columns empty for all
   */
  public static CopyStatement ofTable(
      SqlParserPos pos,
      Direction direction,
      SqlIdentifier table,
      List<SqlIdentifier> columns,
      String file,
      List<Option> options) {
    return new CopyStatement(pos, direction, table, columns, null, file, options);
  }

  /** Returns a COPY of a query's result to a file. */
  public static CopyStatement ofQuery(
      SqlParserPos pos, SqlNode query, String file, List<Option> options) {
    return new CopyStatement(pos, Direction.TO, null, List.of(), query, file, options);
  }

  public Direction direction() {
    return direction;
  }

  /** Returns the table; null when there is a query. */
  public @Nullable SqlIdentifier table() {
    return table;
  }

  /** Returns the columns of the table in the order of the file; empty for all. */
  public List<SqlIdentifier> columns() {
    return columns;
  }

  /** Returns the query; null when there is a table. */
  public @Nullable SqlNode query() {
    return query;
  }

  /** Returns the name of the file. */
  public String file() {
    return file;
  }

  public List<Option> options() {
    return options;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return query == null ? List.of() : List.of(query);
  }

  @Override
  public void write(StatementWriter out) {
    out.words("COPY");
    if (query != null) {
      out.parenthesized(List.of(query), out::node);
    } else if (table != null) {
      out.node(table);
      if (!columns.isEmpty()) {
        out.parenthesized(columns, out::node);
      }
    }
    out.words(direction.name()).quoted(file);
    if (!options.isEmpty()) {
      out.words("WITH").parenthesized(options, option -> write(option, out));
    }
  }

  private static void write(Option option, StatementWriter out) {
    out.words(option.name());
    if (option.value() != null) {
      out.quoted(option.value());
    }
  }
}
