package io.mosql.sql.parser.ast.query;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A query with FOR UPDATE or FOR SHARE; only at the top level of a statement. */
public final class LockingQuery extends Statement {
  /** The lock strength. */
  public enum Strength {
    UPDATE,
    SHARE
  }

  /** The action when another transaction holds the lock of a row. */
  public enum WaitOption {
    /** Waits up to the session's lock timeout. */
    WAIT,
    NOWAIT,
    SKIP_LOCKED
  }

  /** The value of {@link #waitSeconds()} without WAIT n. */
  public static final int NO_LIMIT = -1;

  private final SqlNode query;
  private final Strength strength;
  private final List<SqlIdentifier> tables;
  private final WaitOption waitOption;
  private final int waitSeconds;

  public LockingQuery(
      SqlParserPos pos,
      SqlNode query,
      Strength strength,
      List<SqlIdentifier> tables,
      WaitOption waitOption,
      int waitSeconds) {
    super(pos, SqlKind.OTHER);
    this.query = query;
    this.strength = strength;
    this.tables = List.copyOf(tables);
    this.waitOption = waitOption;
    this.waitSeconds = waitSeconds;
  }

  public SqlNode query() {
    return query;
  }

  public Strength strength() {
    return strength;
  }

  /** Returns the names or aliases after OF; empty for all tables of the query. */
  public List<SqlIdentifier> tables() {
    return tables;
  }

  public WaitOption waitOption() {
    return waitOption;
  }

  /** Returns the seconds of WAIT n, or {@link #NO_LIMIT}. */
  public int waitSeconds() {
    return waitSeconds;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(query);
  }

  @Override
  public void write(StatementWriter out) {
    out.node(query).words("FOR " + strength);
    if (!tables.isEmpty()) {
      out.words("OF").nodes(tables);
    }
    if (waitOption != WaitOption.WAIT) {
      out.words(waitOption.name().replace('_', ' '));
    } else if (waitSeconds != NO_LIMIT) {
      out.words("WAIT").text(Integer.toString(waitSeconds));
    }
  }
}
